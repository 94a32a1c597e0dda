import KeyRound from 'lucide-react/icons/key-round';
import { type Ref, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime, zoneName } from '../../base/dates';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { type Collection, collectionTypeOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { messageAt } from '../../model/fieldErrors';
import { type FullRecord, fieldValue, stampOf } from '../../model/record';
import { holdsChoices, holdsRecords, isMultiple, typeOf } from '../../model/types/fieldTypes';
import { AuthInputs } from './AuthInputs';
import css from './RecordFields.module.css';
import { RecordInput } from './RecordInput';
import type { RecordEditor } from './recordEditor';

interface Props {
  ref: Ref<HTMLDivElement>;
  editor: RecordEditor;
  collection: Collection;
}

/** All inputs of a record: id, those of a user, and the fields in the order of the schema. */
export function RecordFields({ ref, editor, collection }: Props) {
  const placed = useMemo(() => placeFields(collection.schema), [collection]);
  return (
    <div ref={ref} className="twoColumns">
      <IdField editor={editor} />
      {collectionTypeOf(collection) === 'auth' && <AuthInputs editor={editor} collection={collection} />}
      {placed.map(({ field, isHalf }) => (
        <div key={field.id} className={isHalf ? undefined : css.full}>
          <RecordInput editor={editor} field={field} />
        </div>
      ))}
    </div>
  );
}

function IdField({ editor }: { editor: RecordEditor }) {
  const { recordId, errors } = useSnapshot(editor.state);
  const record = useSnapshot(editor.state).stored?.record;
  const { id = '' } = useSnapshot(editor.state.form.values, { sync: true });
  const isNew = recordId === null;
  return (
    <div className={css.full}>
      <Field
        label="id"
        icon={KeyRound}
        error={messageAt(errors, 'id')}
        help={record && <Times record={record} />}
      >
        {(control) => (
          <TextInput
            {...control}
            isMono
            disabled={!isNew}
            placeholder="Leave empty to auto generate..."
            value={isNew ? String(id) : recordId}
            onChange={(text) => editor.set('id', text)}
            end={!isNew && <CopyButton text={recordId} label="Copy id" size="small" />}
          />
        )}
      </Field>
    </div>
  );
}

function Times({ record }: { record: FullRecord }) {
  const time = (name: string) => localDateTime(String(fieldValue(record, name) ?? ''));
  // Records of a newer server may have no dates.
  if (stampOf(record) === null) return null;
  return (
    <>
      <span className={css.time}>Created {time('created')}</span> <span className="onlyWide">·</span>{' '}
      <span className={css.time}>Updated {time('updated')}</span> ({zoneName()})
    </>
  );
}

interface PlacedField {
  field: SchemaField;
  /** True if it shares its line with another field. */
  isHalf: boolean;
}

function isShort(field: SchemaField): boolean {
  const canBeShort = typeOf(field).isShort || holdsChoices(field) || holdsRecords(field);
  return canBeShort && !isMultiple(field);
}

/** Two short fields in a row share a line. The order of the schema stays. */
function placeFields(fields: readonly SchemaField[]): PlacedField[] {
  const placed: PlacedField[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [field, next] = [fields[at], fields[at + 1]];
    if (!field) continue;
    const isPair = next !== undefined && isShort(field) && isShort(next);
    placed.push({ field, isHalf: isPair });
    if (isPair) {
      placed.push({ field: next, isHalf: true });
      at += 1;
    }
  }
  return placed;
}
