import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../../base/text';
import { Badge } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Note } from '../../kit/layout/Note';
import { CloseButton } from '../../kit/overlay/CloseButton';
import { Popup } from '../../kit/overlay/Popup';
import type { OverlayHandle } from '../../kit/overlay/useOverlay';
import { comparedTexts, DiffCell, DiffTable, FoldRow } from '../../kit/table/DiffTable';
import { can } from '../../page/capabilities';
import type { ValueCount, ValueCounts } from '../../records/related/valueCounts';
import { ConfirmImportPopup } from './ConfirmImportPopup';
import type { CollectionImportForm, ImportState } from './collectionImportForm';
import { changeBadges } from './DetectedChanges';
import { Refusals } from './ImportNotes';
import css from './ImportReviewPopup.module.css';
import { countLosses, countText, keyOf } from './lossCounts';
import type { ImportMessage } from './plan/importErrors';
import { losesData } from './plan/importPlan';
import {
  type ReviewGroup,
  type ReviewRow,
  reviewTables,
  type ReviewTable as Table,
} from './plan/reviewTables';

interface Props {
  form: CollectionImportForm;
  onClose: () => void;
}

/** Compares old and new values of each collection. Its button starts the import. */
export function ImportReviewPopup({ form, onClose }: Props) {
  const overlay = useRef<OverlayHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const { isSending } = useSnapshot(form.state);
  const read = useSnapshot(form.state).read as ImportState['read'];
  const messages = useSnapshot(form.state).messages as ImportState['messages'];
  // Keep showing the plan while the popup closes.
  const [shown, setShown] = useState(read?.plan ?? null);
  if (read?.plan && read.plan !== shown) setShown(read.plan);
  const [losses, setLosses] = useState<ValueCounts | null>(null);
  const tables = useMemo(
    () => (shown ? reviewTables(shown, can('importMerges') ? '' : undefined) : []),
    [shown],
  );
  const general = messages.filter(({ collection }) => !tables.some(({ name }) => name === collection));

  useEffect(() => {
    if (!shown) return;
    const counted = countLosses(shown);
    setLosses(counted);
    return counted.stop;
  }, [shown]);

  async function handleImport() {
    setIsConfirming(false);
    if (await form.send()) overlay.current?.close({ isDone: true });
    else body.current?.scrollTo(0, 0);
  }

  if (!shown || !losses) return null;
  const counts = { deleted: shown.deleted.length, changed: shown.changed.length, added: shown.added.length };
  return (
    <Popup
      handle={overlay}
      title="Side-by-side diff"
      size="full"
      closesOnBackdrop={false}
      isBusy={isSending}
      onClose={onClose}
      footerStart={
        <span className={css.counts}>
          {(['added', 'changed', 'deleted'] as const).map(
            (kind) =>
              counts[kind] > 0 && (
                <Badge key={kind} kind={changeBadges[kind].kind}>
                  {counts[kind]} {kind}
                </Badge>
              ),
          )}
        </span>
      }
      footer={
        <>
          <CloseButton disabled={isSending}>Close</CloseButton>
          <Button
            kind={losesData(shown) ? 'danger' : 'primary'}
            writes
            isBusy={isSending}
            disabled={shown.refusals.length > 0}
            onClick={() => (losesData(shown) ? setIsConfirming(true) : void handleImport())}
          >
            Confirm and import
          </Button>
        </>
      }
    >
      <div className={css.root}>
        <nav className={css.nav} aria-label="Collections">
          <ul>
            {tables.map(({ id, name, kind }) => (
              <li key={`${kind} ${id}`}>
                <Button
                  kind="quiet"
                  isWide
                  onClick={() => document.getElementById(reviewId(kind, id))?.focus()}
                >
                  <span className={css.link}>
                    <span className={css.name} translate="no">
                      {name}
                    </span>
                    <Badge kind={changeBadges[kind].kind}>{changeBadges[kind].text}</Badge>
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the focus */}
        {/* biome-ignore lint/a11y/useSemanticElements: no group of inputs */}
        <div ref={body} className={css.body} tabIndex={0} role="group" aria-label="Changes">
          <Refusals plan={shown} />
          {general.length > 0 && (
            <Note kind="danger" role="alert">
              {general.map(({ collection, field, text }) => (
                <p key={`${collection} ${field} ${text}`} className="asTyped">
                  {collection && <b translate="no">{[collection, field].filter(Boolean).join('.')}: </b>}
                  {text}
                </p>
              ))}
            </Note>
          )}
          {tables.map((table) => (
            <ReviewTable
              key={`${table.kind} ${table.id}`}
              table={table}
              losses={losses}
              messages={messages.filter(({ collection }) => collection === table.name)}
            />
          ))}
        </div>
      </div>
      {isConfirming && (
        <ConfirmImportPopup
          plan={shown}
          losses={losses}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => void handleImport()}
        />
      )}
    </Popup>
  );
}

/** The id of a section. It contains the kind, because a deleted and an added collection can have the same id. */
const reviewId = (kind: Table['kind'], id: string) => `review-${kind}-${id}`;

const groupBadges = { Added: 'success', Changed: 'warning', Deleted: 'danger' } as const;

interface ReviewTableProps {
  table: Table;
  losses: ValueCounts;
  /** Errors of the server about this collection. */
  messages: readonly ImportMessage[];
}

/** Shows a collection: its own properties, then its deleted, changed and added fields. */
function ReviewTable({ table, losses, messages }: ReviewTableProps) {
  const { kind, name, oldName, id, type, groups, unchangedFields } = table;
  const counts = useSnapshot(losses.state);
  const isDeleted = kind === 'deleted';
  const [isOpen, setOpen] = useState(!isDeleted);
  return (
    <section
      id={reviewId(kind, id)}
      className={joinClasses(css.section, isDeleted && css.deleted)}
      aria-label={name}
      tabIndex={-1}
    >
      <h3 className={css.title}>
        <Badge kind={changeBadges[kind].kind}>{changeBadges[kind].text}</Badge>
        {oldName && (
          <>
            <del>{oldName}</del> →
          </>
        )}
        {name}
        {isDeleted && type !== 'view' && counts[keyOf(id)] !== 0 && (
          <span className={css.loss}>{recordsText(counts[keyOf(id)])} will be deleted.</span>
        )}
      </h3>
      {isDeleted && (
        <Button kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} fields<span className="visuallyHidden"> of {name}</span>
        </Button>
      )}
      {messages.length > 0 && (
        <Note kind="danger" role="alert">
          {messages.map(({ field, text }) => (
            <p key={`${field} ${text}`} className="asTyped">
              {field && <strong>{field}: </strong>}
              {text}
            </p>
          ))}
        </Note>
      )}
      {isOpen && (
        <DiffTable>
          <thead>
            <tr>
              <th scope="col" className={css.props}>
                Props
              </th>
              <th scope="col">Old</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <Group key={`${group.badge} ${group.title}`} group={group} collectionId={id} counts={counts} />
          ))}
          {unchangedFields > 0 && (
            <tbody>
              <FoldRow columns={3}>{countOf(unchangedFields, 'unchanged field')}</FoldRow>
            </tbody>
          )}
        </DiffTable>
      )}
    </section>
  );
}

interface GroupProps {
  group: ReviewGroup;
  collectionId: string;
  counts: Readonly<ValueCounts['state']>;
}

function Group({ group: { title, badge, rows, unchanged }, collectionId, counts }: GroupProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const fieldId = rows.find(({ key }) => key === 'id')?.old ?? '';
  const count = counts[keyOf(collectionId, fieldId)];
  const shown = isUnfolded ? rows : rows.filter(({ isEqual }) => !isEqual);
  return (
    <tbody>
      {title !== null && (
        <tr>
          <th scope="rowgroup" colSpan={3}>
            field: <span translate="no">{title}</span>{' '}
            {badge && <Badge kind={groupBadges[badge]}>{badge}</Badge>}{' '}
            {badge === 'Deleted' && (
              <span className={css.loss}>
                All stored data related to <span translate="no">{title}</span> will be deleted!{' '}
                {count !== undefined && `(${countText(count, 'value')})`}
              </span>
            )}
            {badge === 'Changed' && title !== null && count !== undefined && (
              <span className={css.loss}>
                Of several values only the last one stays! ({countText(count, 'record')})
              </span>
            )}
          </th>
        </tr>
      )}
      {shown.map((row) => (
        <Row key={row.key} row={row} />
      ))}
      {unchanged > 0 && (
        <FoldRow columns={3}>
          <Button kind="link" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
            {countOf(unchanged, 'unchanged property', 'unchanged properties')}
          </Button>
        </FoldRow>
      )}
    </tbody>
  );
}

function Row({ row: { key, old, new: next, isEqual } }: { row: ReviewRow }) {
  const parts = comparedTexts(old, next);
  return (
    <tr translate="no">
      <th scope="row">{key}</th>
      <DiffCell kind={isEqual ? 'same' : 'old'} parts={parts.old} />
      <DiffCell kind={isEqual ? 'same' : 'new'} parts={parts.next} />
    </tr>
  );
}

/** While the number is unknown, returns a text without it. */
function recordsText(count: ValueCount | undefined): string {
  return typeof count === 'number' ? countText(count, 'record') : 'All its records';
}
