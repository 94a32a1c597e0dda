import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { localDateTime } from '../../base/dates';
import { isEqual } from '../../base/equal';
import { ariaKeys } from '../../base/keys';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { ChangedDot } from '../../kit/form/ChangedMark';
import type { Collection } from '../../model/collection';
import type { FullRecord } from '../../model/record';
import * as editedRows from '../editedRows';
import * as edits from '../edits';
import type { RecordList } from '../recordList';
import { useEdits } from '../useEdits';
import css from './StagedBar.module.css';
import { StagedReviewPopup } from './StagedReviewPopup';
import { stagedSaveOf } from './stagedSave';

interface Props {
  collection: Collection;
  records: RecordList;
}

/** Replaces the footer while the table has unsaved changes, or offers a draft. */
export function StagedBar({ collection, records }: Props) {
  const changed = useEdits(collection.id);
  const offers = useSnapshot(edits.offers).byCollection[collection.id];
  const [offer] = (offers ?? []) as readonly edits.Offer[];
  // The key gives each collection its own save and review.
  if (changed) return <Changes key={collection.id} collection={collection} records={records} />;
  return offer ? <Offer collection={collection} offer={offer} /> : null;
}

function Changes({ collection, records }: Props) {
  const { id } = collection;
  const [save] = useState(() => stagedSaveOf(id));
  const { isSaving, done, total } = useSnapshot(save.state);
  const { wait } = useSnapshot(save.write);
  const changed = useEdits(id);
  const { saveAsked } = useSnapshot(editedRows.state);
  const { items } = useSnapshot(records.list.state);
  const [isReviewing, setIsReviewing] = useState(false);
  const all = edits.of(id);
  const { changes, wrong } = edits.countOf(all);
  const listed = new Set(items.map((row) => row.id));
  const absent = [...(changed?.keys() ?? [])].filter((recordId) => !listed.has(recordId)).length;

  async function handleSave() {
    const before = edits.countOf(all);
    const isWhole = await save.save((record: FullRecord) => {
      // By now the list may show another collection, whose records may have the same ids.
      if (records.state.collectionId === id) void records.adopt({ kind: 'updated', record });
    });
    const after = edits.countOf(edits.of(id));
    // A save that changed nothing leaves Review as it is. But if all changes are wrong, it opens.
    const isJudged = !isEqual(before, after) || before.changes === before.wrong;
    setIsReviewing((wasOpen) => !isWhole && (wasOpen || (isJudged && after.wrong > 0)));
  }

  async function handleDiscard() {
    if (await edits.askDiscard(changes, all.size)) edits.discard(id);
  }

  // Looks for values that others have changed: the rows were read again, or a restored change is older than they are.
  useEffect(() => {
    if (!changed || records.state.collectionId !== id) return;
    edits.compareRows(collection, items);
  }, [collection, records, id, items, changed]);

  useEffect(() => {
    if (saveAsked !== id) return;
    editedRows.state.saveAsked = '';
    void handleSave();
  });

  return (
    <div className={css.bar}>
      {isSaving ? (
        <span role="status">
          Saving {done} of {total}...{wait !== null && ' Waiting for the server.'}
        </span>
      ) : (
        <>
          <span className={css.part} role="status">
            <ChangedDot />
            <span>
              <b>{countOf(changes, 'change')}</b>
              <span className="onlyWide"> in {countOf(all.size, 'record')}</span>
            </span>
            {wrong > 0 && (
              <span className={`danger ${css.wrong}`}>
                <Icon of={CircleAlert} size="small" />
                <span>
                  {wrong}
                  <span className="onlyWide"> {wrong === 1 ? 'needs' : 'need'} attention</span>
                </span>
              </span>
            )}
          </span>
          {absent > 0 && (
            <span className="muted onlyWide">
              {countOf(absent, 'record is', 'records are')} not in this list
            </span>
          )}
        </>
      )}
      <span className={css.end}>
        {isSaving ? (
          <Button size="small" kind="quiet" onClick={save.stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button size="small" kind="quiet" onClick={() => setIsReviewing(true)}>
              Review
            </Button>
            <Button size="small" kind="quiet" onClick={() => void handleDiscard()}>
              Discard
            </Button>
          </>
        )}
        <Button
          size="small"
          kind="primary"
          writes
          aria-keyshortcuts={ariaKeys('Mod+S')}
          isBusy={isSaving}
          onClick={() => void handleSave()}
        >
          Save
        </Button>
      </span>
      {isReviewing && (
        <StagedReviewPopup
          collection={collection}
          rows={items}
          isSaving={isSaving}
          onSave={() => void handleSave()}
          onDiscard={() => void handleDiscard()}
          onClose={() => setIsReviewing(false)}
        />
      )}
    </div>
  );
}

function Offer({ collection, offer }: { collection: Collection; offer: edits.Offer }) {
  const { records, leftOut } = offer;
  const changed = records.reduce((sum, { changes }) => sum + changes.length, 0);

  async function handleDiscard() {
    if (await edits.askDiscard(changed, records.length)) edits.discardOffer(collection.id, offer);
  }

  return (
    <div className={css.bar}>
      <span className={css.part} role="status">
        <ChangedDot />
        <span>
          {countOf(changed, 'change')}
          <span className="onlyWide">
            {' '}
            in {countOf(records.length, 'record')} from{' '}
            {localDateTime(new Date(offer.savedAt).toISOString()).slice(0, 'YYYY-MM-DD HH:MM'.length)}
          </span>{' '}
          {changed === 1 ? 'was' : 'were'} not saved.
          {leftOut > 0 && ` ${countOf(leftOut, 'cell')} with new files ${leftOut === 1 ? 'is' : 'are'} lost.`}
        </span>
      </span>
      <span className={css.end}>
        <Button size="small" kind="quiet" onClick={() => void handleDiscard()}>
          Discard
        </Button>
        <Button size="small" kind="primary" onClick={() => edits.restore(collection, offer)}>
          Restore
        </Button>
      </span>
    </div>
  );
}
