import type { ReactNode } from 'react';
import type { CollectionEditor } from '../collectionEditor';
import { type FieldForm, isFixed } from '../collectionForm';
import css from './FieldOptions.module.css';
import { DateOptions } from './options/DateOptions';
import { DomainOptions } from './options/DomainOptions';
import { FieldFooter } from './options/FieldFooter';
import { FileOptions } from './options/FileOptions';
import { JsonOptions } from './options/JsonOptions';
import { OptionNumber } from './options/OptionNumber';
import { RelationOptions } from './options/RelationOptions';
import { SelectOptions } from './options/SelectOptions';
import { TextOptions } from './options/TextOptions';
import type { OptionProps } from './options/useOption';

interface Props {
  editor: CollectionEditor;
  /** The live field of the form. */
  field: FieldForm;
  /** Called with the key of the copy. */
  onDuplicated: (key: string) => void;
}

/** What can be set of a field, below its row. */
export function FieldOptions({ editor, field, onDuplicated }: Props) {
  const options = isFixed(field) ? null : optionsOf({ editor, field });
  return (
    <div className={css.root}>
      {options && <div className={css.grid}>{options}</div>}
      <FieldFooter editor={editor} field={field} onDuplicated={onDuplicated} />
    </div>
  );
}

/** Null where switches are all there is. */
function optionsOf(props: OptionProps): ReactNode {
  switch (props.field.type) {
    case 'text':
      return <TextOptions {...props} />;
    case 'number':
      return (
        <>
          <OptionNumber {...props} name="min" label="Min" placeholder="No min limit" />
          <OptionNumber {...props} name="max" label="Max" placeholder="No max limit" />
        </>
      );
    case 'email':
    case 'url':
      return <DomainOptions {...props} />;
    case 'date':
      return <DateOptions {...props} />;
    case 'select':
      return <SelectOptions {...props} />;
    case 'json':
      return <JsonOptions {...props} />;
    case 'file':
      return <FileOptions {...props} />;
    case 'relation':
      return <RelationOptions {...props} />;
    default:
      return null;
  }
}
