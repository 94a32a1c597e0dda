import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { comparedTexts, DiffCell, DiffTable, FoldRow } from '../../../components/data/DiffTable';
import { Note } from '../../../components/page/Note';
import type { ImportMessage } from '../../../model/collection-import/importErrors';
import type {
  ReviewGroup,
  ReviewRow,
  ReviewTable as Table,
} from '../../../model/collection-import/reviewTables';
import { countOf } from '../../../platform/text';
import type { ValueCount, ValueCounts } from '../../../state/records/valueCounts';
import { changeBadges } from './DetectedChanges';
import css from './ImportReviewPopup.module.css';
import { countText, keyOf } from './lossCounts';

/**
 * The id of a collection's section. It contains the kind, because one collection may be deleted and another
 * of the same name added.
 */
export const reviewId = (kind: Table['kind'], id: string) => `review-${kind}-${id}`;

const groupBadges = { Added: 'success', Changed: 'warning', Deleted: 'danger' } as const;

interface Props {
  table: Table;
  losses: ValueCounts;
  /** The server's errors about this collection. */
  messages: readonly ImportMessage[];
}

/** Shows one collection: its own properties, then those of its deleted, changed or added fields. */
export function ReviewTable({ table, losses, messages }: Props) {
  const { kind, name, oldName, id, type, groups, unchangedFields } = table;
  const counts = useSnapshot(losses.state);
  return (
    <section id={reviewId(kind, id)} className={css.section} aria-label={name} tabIndex={-1}>
      <h3 className={css.title}>
        <Badge kind={changeBadges[kind].kind}>{changeBadges[kind].text}</Badge>
        {oldName && (
          <>
            <del>{oldName}</del> →
          </>
        )}
        {name}
        {kind === 'deleted' && type !== 'view' && (
          <span className={css.loss}>{recordsText(counts[keyOf(id)])} will be deleted.</span>
        )}
      </h3>
      {messages.length > 0 && (
        <Note kind="danger" role="alert">
          {messages.map(({ field, text }) => (
            <p key={`${field} ${text}`} className={css.message}>
              {field && <strong>{field}: </strong>}
              {text}
            </p>
          ))}
        </Note>
      )}
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
        <tr className={css.head}>
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

/** Returns the number of records, or a general text while it is unknown. */
function recordsText(count: ValueCount | undefined): string {
  return typeof count === 'number' ? countText(count, 'record') : 'All its records';
}
