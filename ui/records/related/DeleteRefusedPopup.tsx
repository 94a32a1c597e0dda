import Folder from 'lucide-react/icons/folder';
import Trash2 from 'lucide-react/icons/trash-2';
import Unlink from 'lucide-react/icons/unlink';
import { type MouseEvent, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../base/hash';
import { isPlainClick } from '../../base/keys';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import { follow } from '../../page/panelLinks';
import { answerPanel, type Panels } from '../../page/panels';
import { type Blocker, createBlockerSearch } from './blockers';
import css from './DeleteRefusedPopup.module.css';
import { createUsedBy } from './usedBy';
import { effectWords, type UsedByRow } from './usedByWords';

declare module '../../page/panels' {
  interface Panels {
    /** `sentence` is the message of the server. */
    deleteRefused: {
      takes: { collectionId: string; recordId: string; sentence: string };
      answers: null;
    };
  }
}

interface Props {
  id: number;
  takes: Panels['deleteRefused']['takes'];
}

/** Shows which records prevent the delete, and what a delete would do. */
export function DeleteRefusedPopup({ id, takes }: Props) {
  const { collectionId, recordId, sentence } = takes;
  const [search] = useState(() => createBlockerSearch(collectionId, recordId));
  const [used] = useState(() => createUsedBy(collectionId, recordId));
  const { isDone, hasGaps } = useSnapshot(search.state);
  const blockers = useSnapshot(search.state).blockers;
  const rows = useSnapshot(used.state).rows;
  const [first] = blockers;

  useEffect(() => search.open(), [search]);
  useEffect(() => used.open(), [used]);
  return (
    <Popup
      title="This record cannot be deleted yet"
      size="wide"
      onClose={() => answerPanel(id, null)}
      footer={
        <>
          <CloseButton data-autofocus>Close</CloseButton>
          {first && (
            <Button
              kind="primary"
              href={hashOf(first)}
              onClick={(event: MouseEvent) => handleFollow(event, first)}
            >
              {`Open the ${printCount(first.count)} in ${first.collectionName}`}
            </Button>
          )}
        </>
      }
    >
      <div role="status">
        {first && (
          <p className={css.reason}>
            A required relation points to it. The server keeps a record while another one needs it.
          </p>
        )}
        {!first && !isDone && <p className={css.reason}>Looking for the records that need it...</p>}
        {!first && isDone && (
          <>
            <p className={css.reason} translate="no">
              {sentence}
            </p>
            <p className={css.reason}>
              No required relation was found. A hook of the server may refuse it.
              {hasGaps && ' Some relations could not be counted.'}
            </p>
          </>
        )}
        {first && (
          <ul className={css.blockers} aria-label="Records that need it">
            {blockers.map((blocker) => (
              <BlockerLine key={`${blocker.collectionId} ${blocker.filter}`} blocker={blocker} />
            ))}
          </ul>
        )}
      </div>
      <WithDelete rows={rows} />
    </Popup>
  );
}

function BlockerLine({ blocker }: { blocker: Blocker }) {
  const { collectionName, fieldName, through, firstId, count } = blocker;
  return (
    <li>
      <a className={css.blocker} href={hashOf(blocker)} onClick={(event) => handleFollow(event, blocker)}>
        <Icon of={Folder} size="small" />
        <span className={css.name}>
          <b translate="no">{collectionName}</b>
          <span className="subtle">
            <span translate="no">.{fieldName}</span> is required
          </span>
          {through.length > 0 && (
            <span className="subtle">
              , through <span translate="no">{through.join(', ')}</span>
            </span>
          )}
        </span>
        <code className={css.id} translate="no">
          {firstId}
        </code>
        <span className={css.count}>{printCount(count)}</span>
      </a>
    </li>
  );
}

function WithDelete({ rows }: { rows: readonly UsedByRow[] }) {
  const lines = rows.flatMap(({ key, collection, fieldName, effects }) =>
    (effects ?? [])
      .filter(({ effect }) => effect !== 'blocks')
      .map((one) => ({ ...one, key: `${key} ${one.effect}`, collection, fieldName })),
  );
  if (lines.length === 0) return null;
  return (
    <section aria-label="With the delete">
      <h3 className={css.head}>With the delete</h3>
      <ul>
        {lines.map(({ key, collection, fieldName, effect, count }) => (
          <li key={key} className={css.effect}>
            <Icon of={effect === 'deleted' ? Trash2 : Unlink} size="small" />
            <span className={css.name} translate="no">
              <b>{collection.name}</b>
              <span className="subtle">.{fieldName}</span>
            </span>
            <span className="subtle">{`${countOf(count, 'record')} ${effectWords(effect, count)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function handleFollow(event: MouseEvent, blocker: Blocker) {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  follow(hashOf(blocker));
}

const hashOf = ({ collectionId, filter }: Blocker): string =>
  printHash('/collections', { collectionId, filter });
