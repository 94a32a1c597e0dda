import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { FieldControl } from '../../kit/form/Field';
import type { Collection } from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import type { FullRecord, ListedRecord } from '../../model/record';
import type { FilterOperator } from '../../model/types/conditionForms';
import type { RecordColumn } from '../display/recordColumns';
import type { ThumbSource } from '../display/Thumb';

/** How the values of a column look. `cell` and `preview` are no components: a page can have thousands of cells. */
export interface ColumnLook {
  readonly icon: LucideIcon;
  /** Draws a value in one line; most are bare text. The arrow keys move to elements that can be pressed. */
  readonly cell: (props: CellProps) => ReactNode;
  /** Returns the tooltip of a whole cell; '' for none. Absent: its parts have their own, or nothing is cut. */
  readonly tooltip?: (text: string, value: unknown) => string;
  readonly preview: (props: PreviewProps) => ReactNode;
  /** A letter or digit on a cell begins a new value. */
  readonly isTyped?: true;
}

/** How a type of field looks; `model/types/` has all else. */
export interface FieldLook extends ColumnLook {
  /** The input in the editor. Absent: the values are records or files, whose inputs load later. */
  readonly Input?: ComponentType<InputProps>;
  /** Returns the hint at the end of the label's line; undefined for none. */
  readonly hint?: (value: FormValue) => ReactNode;
  /** Returns the help below the input; undefined for none. */
  readonly help?: (field: SchemaField) => string | undefined;
  /** The input for a single value of a condition. Absent: a plain text. */
  readonly FilterInput?: ComponentType<FilterInputProps>;

  /** The input needs more room than a cell, so that a popup holds it. */
  readonly isWide?: true;
  /** A button stands behind the text of the input, and Tab goes to it. */
  readonly hasButton?: true;
}

export interface RecordValueContext {
  collection: Collection;
  collectionById: (id: string) => Collection | undefined;
  files: ThumbSource;
  /** Makes each file a button. */
  onFileOpen?: (record: ListedRecord, name: string) => void;
  /** Makes the id a link to its record. */
  link?: { hash: (recordId: string) => string; onOpen: (recordId: string) => void };
}

export interface CellProps {
  value: unknown;
  /** The value as its type prints it; not ''. */
  text: string;
  record: ListedRecord;
  column: RecordColumn;
  context: RecordValueContext;
}

/** The surroundings of a value: the files of its record, and the records that it points to. */
export interface PreviewContext {
  files: ThumbSource;
  /** Makes each file a button. */
  onFileOpen?: (name: string) => void;
  drawRelated: (field: SchemaField, ids: readonly string[], rest: number) => ReactNode;
}

interface PreviewProps {
  value: unknown;
  /** The value as its type prints it; not ''. */
  text: string;
  record: FullRecord;
  column: RecordColumn;
  collection: Collection;
  /** The value as the server wrote it, if known. */
  source: string | undefined;
  context: PreviewContext;
}

/** A longer list ends with dots. */
export const mostPreviewed = 500;

export interface InputProps {
  field: SchemaField;
  control: FieldControl;
  value: FormValue;
  isRequired: boolean;
  onChange: (value: FormValue) => void;
}

export interface FilterControl {
  'aria-label': string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
}

interface FilterInputProps {
  field: SchemaField;
  operator: FilterOperator;
  control: FilterControl;
  /** '' for none. */
  value: string;
  onChange: (value: string) => void;
}
