import KeyRound from 'lucide-react/icons/key-round';
import { type Ref, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { CopyButton } from '../../../components/basics/CopyButton';
import { Field } from '../../../components/form/Field';
import { TextInput } from '../../../components/form/TextInput';
import { type Collection, collectionTypeOf } from '../../../model/collection';
import { messageAt } from '../../../model/fieldErrors';
import { type FullRecord, fieldValue } from '../../../model/record';
import { localDateTime, zoneName } from '../../../platform/dates';
import { AuthInputs } from './AuthInputs';
import { placeFields } from './fieldLayout';
import css from './RecordFields.module.css';
import { RecordInput } from './RecordInput';
import type { RecordEditor } from './recordEditor';

interface Props {
  ref: Ref<HTMLDivElement>;
  editor: RecordEditor;
  collection: Collection;
}

/** All inputs of a record: its id, what every user has, and the fields of the schema in their order. */
export function RecordFields({ ref, editor, collection }: Props) {
  const placed = useMemo(() => placeFields(collection.schema), [collection]);
  return (
    <div ref={ref} className={css.root}>
      <IdField editor={editor} />
      {collectionTypeOf(collection) === 'auth' && <AuthInputs editor={editor} collection={collection} />}
      {placed.map(({ field, isHalf }) => (
        <div key={field.id} className={isHalf ? undefined : css.full}>
          <RecordInput editor={editor} field={field} collection={collection} />
        </div>
      ))}
    </div>
  );
}

function IdField({ editor }: { editor: RecordEditor }) {
  const { recordId, errors } = useSnapshot(editor.state);
  const record = useSnapshot(editor.state).record as FullRecord | null;
  const { id = '' } = useSnapshot(editor.state.values, { sync: true });
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
            minLength={15}
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
  return (
    <>
      Created {time('created')} · Updated {time('updated')} ({zoneName()})
    </>
  );
}
