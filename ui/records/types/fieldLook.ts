import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { FieldControl } from '../../kit/form/Field';
import type { Collection } from '../../model/collection';
import type { FormValue, SchemaField } from '../../model/field';
import type { FullRecord, ListedRecord } from '../../model/record';
import type { FilterOperator } from '../../model/types/conditionForms';
import type { RecordColumn } from '../display/recordColumns';
import type { ThumbSource } from '../display/Thumb';

/**
 * How a column shows its values. `cell` and `preview` are functions and no components, because a page can have
 * thousands of cells.
 */
export interface ColumnLook {
  readonly icon: LucideIcon;
  /** Shows a value on one line, mostly as text. The arrow keys move to its controls. */
  readonly cell: (props: CellProps) => ReactNode;
  /** Returns the tooltip of the cell; '' for none. Undefined if its parts have tooltips, or if nothing is cut. */
  readonly tooltip?: (text: string, value: unknown) => string;
  readonly preview: (props: PreviewProps) => ReactNode;
  /** True if a letter or digit on a cell begins a new value. */
  readonly isTyped?: true;
}

/** How a type of field looks. The rest of it is in `model/types/`. */
export interface FieldLook extends ColumnLook {
  /** The input in the editor. Undefined for records and files, whose inputs are loaded later. */
  readonly Input?: ComponentType<InputProps>;
  /** Returns the hint beside the label; undefined for none. */
  readonly hint?: (value: FormValue) => ReactNode;
  /** Returns the help below the input; undefined for none. */
  readonly help?: (field: SchemaField) => string | undefined;
  /** The input for one value of a condition; by default, a text input. */
  readonly FilterInput?: ComponentType<FilterInputProps>;

  /** True if the input needs a popup, because a cell is too small. */
  readonly isWide?: true;
  /** True if the input has a button, which Tab reaches. */
  readonly hasButton?: true;
}

export interface RecordValueContext {
  collection: Collection;
  collectionById: (id: string) => Collection | undefined;
  files: ThumbSource;
  /** If set, each file is a button. */
  onFileOpen?: (record: ListedRecord, name: string) => void;
  /** If set, the id is a link. */
  link?: { hash: (recordId: string) => string; onOpen: (recordId: string) => void };
}

export interface CellProps {
  value: unknown;
  /** The value as its type prints it; never ''. */
  text: string;
  record: ListedRecord;
  column: RecordColumn;
  context: RecordValueContext;
}

export interface PreviewContext {
  files: ThumbSource;
  /** If set, each file is a button. */
  onFileOpen?: (name: string) => void;
  drawRelated: (field: SchemaField, ids: readonly string[], rest: number) => ReactNode;
}

interface PreviewProps {
  value: unknown;
  /** The value as its type prints it; never ''. */
  text: string;
  record: FullRecord;
  column: RecordColumn;
  collection: Collection;
  /** The value as the server has written it; undefined if unknown. */
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
