import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../kit/basics/Button';
import { Field } from '../../kit/form/Field';
import { TextInput } from '../../kit/form/TextInput';
import { Popup } from '../../kit/overlay/Popup';
import type { Collection } from '../../model/collection';
import { mentionsOf } from '../../model/mentions';
import { newestBackupLine } from '../../page/backups';
import { can } from '../../page/capabilities';
import * as collections from '../../page/collections';
import * as app from '../../page/pageTitle';
import type { CollectionEditor } from './collectionEditor';
import css from './DeleteCollectionPopup.module.css';
import { MentionList } from './MentionList';

interface Props {
  editor: CollectionEditor;
  collection: Collection;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks to type the name, because all records are deleted too. */
export function DeleteCollectionPopup({ editor, collection, onClose, onDeleted }: Props) {
  const { name, type } = collection;
  const [typed, setTyped] = useState('');
  const [backup, setBackup] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const { appName } = useSnapshot(app.state);
  const { all } = useSnapshot(collections.state);
  const mentions = mentionsOf({ collectionId: collection.id }, all).filter(
    (mention) => mention.collection.id !== collection.id,
  );

  useEffect(() => {
    void newestBackupLine().then(setBackup);
    // Load again, because other collections may refer to it by now.
    void collections.load();
  }, []);

  async function handleDelete() {
    if (typed !== name || isBusy) return;
    setIsBusy(true);
    const isDone = await editor.remove();
    setIsBusy(false);
    if (isDone) onDeleted();
  }

  return (
    <Popup
      title="Delete collection"
      size="wide"
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void handleDelete()}
      footer={
        <>
          <Button kind="quiet" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" writes disabled={typed !== name} isBusy={isBusy}>
            Delete
          </Button>
        </>
      }
    >
      <p className={css.question}>Do you really want to delete collection "{name}" and all its records?</p>
      <p className={css.mentions}>
        On {[appName, location.host].filter(Boolean).join(', ')}. {backup && `${backup}.`}
      </p>
      {type === 'auth' && !can('tokenPage') && (
        <p className={css.mentions}>
          Undo brings it back without its secrets: its users must sign in again, and its sign-in providers
          must be set up again.
        </p>
      )}
      {mentions.length > 0 && (
        <div className={css.mentions}>
          <p>The server refuses this while another collection depends on it. It is used here:</p>
          <MentionList mentions={mentions} />
        </div>
      )}
      <Field label={`Type ${name} to confirm`}>
        {(control) => (
          <TextInput
            {...control}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={setTyped}
          />
        )}
      </Field>
    </Popup>
  );
}
