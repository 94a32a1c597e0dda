import { type MouseEvent, useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../../base/hash';
import { isPlainClick } from '../../base/keys';
import { countOf, printCount } from '../../base/text';
import { Badge, type BadgeKind } from '../../kit/basics/Badge';
import { Button } from '../../kit/basics/Button';
import { collectionIcons } from '../../kit/basics/collectionIcons';
import { Icon } from '../../kit/basics/Icon';
import { joinClasses } from '../../kit/basics/joinClasses';
import { collectionTypeOf } from '../../model/collection';
import css from './UsedByList.module.css';
import type { CountedEffect, UsedByRow, UsedByTotal } from './usedByWords';

interface Props {
  used: {
    state: { rows: readonly UsedByRow[]; total: UsedByTotal; uncounted: number };
    /** Counts until the returned function is called. */
    open: () => () => void;
    countMore: () => void;
    retry: (key: string) => void;
  };
  /** False if the title and the total stand elsewhere. */
  hasTitle?: boolean | undefined;
  /** Follows a link in this tab. By default, the browser follows it. */
  onFollow?: ((hash: string) => void) | undefined;
}

/** Lists the relations to a record, with the number of records that use them. Counts while it is mounted. */
export function UsedByList({ used, hasTitle = true, onFollow }: Props) {
  const { uncounted } = useSnapshot(used.state);
  const rows = useSnapshot(used.state).rows;
  const total = useSnapshot(used.state).total;

  useEffect(() => used.open(), [used]);

  return (
    <section aria-label="Used by">
      {hasTitle && (
        <h3 className={css.head}>
          Used by
          <span className={css.total} role="status">
            {totalText(total, rows)}
          </span>
        </h3>
      )}
      {rows.length === 0 && <p className="subtle">No relation points to this collection.</p>}
      <ul>
        {rows.map((row) => (
          <Row key={row.key} row={row} onFollow={onFollow} onRetry={() => used.retry(row.key)} />
        ))}
      </ul>
      {uncounted > 0 && (
        <Button kind="quiet" size="small" onClick={used.countMore}>
          {`Count ${printCount(uncounted)} more`}
        </Button>
      )}
    </section>
  );
}

function totalText({ count, isWhole, isCounting }: UsedByTotal, rows: readonly UsedByRow[]): string {
  if (isCounting) return rows.some((row) => row.count === 'slow') ? 'counting...' : '';
  return isWhole ? countOf(count, 'record') : `at least ${countOf(count, 'record')}`;
}

interface RowProps extends Pick<Props, 'onFollow'> {
  row: UsedByRow;
  onRetry: () => void;
}

function Row({ row, onFollow, onRetry }: RowProps) {
  const { collection, fieldName, filter, count, hasFailed } = row;
  const content = <RowContent row={row} />;
  const hash =
    filter !== null && count !== 0
      ? printHash('/collections', { collectionId: collection.id, filter })
      : undefined;

  function handleFollow(event: MouseEvent, followed: string) {
    if (!onFollow || !isPlainClick(event)) return;
    event.preventDefault();
    onFollow(followed);
  }

  return (
    <li className={css.line}>
      {hash === undefined ? (
        <span className={css.row} data-none={count === 0 || undefined}>
          {content}
        </span>
      ) : (
        <a className={css.row} href={hash} onClick={(event) => handleFollow(event, hash)}>
          {content}
        </a>
      )}
      {hasFailed && (
        <Button size="small" aria-label={`Retry ${collection.name}.${fieldName}`} onClick={onRetry}>
          Retry
        </Button>
      )}
    </li>
  );
}

function RowContent({ row: { collection, fieldName, count, effects } }: { row: UsedByRow }) {
  const worst = effects?.find(({ through }) => through === '');
  const behind = effects?.filter(({ through }) => through !== '') ?? [];
  return (
    <>
      <Icon of={collectionIcons[collectionTypeOf(collection)]} size="small" />
      <span className={joinClasses(css.name, 'ellipsis')} translate="no">
        <b>{collection.name}</b>
        <span className={css.field}>.{fieldName}</span>
      </span>
      <span className={css.badges}>
        {behind.length > 0 && <Badge kind="danger">{effectLabels.blocks}</Badge>}
        {worst && <EffectBadge effect={worst} isAll={worst.count === count} />}
      </span>
      <span className={css.count}>{countText(count)}</span>
      {behind.map(({ through, count: blocking }) => (
        <span key={through} className={css.behind}>
          Needed by <span translate="no">{through}</span>: {printCount(blocking)}
        </span>
      ))}
    </>
  );
}

function EffectBadge({ effect: { effect, count }, isAll }: { effect: CountedEffect; isAll: boolean }) {
  const label = effectLabels[effect];
  return <Badge kind={effectKinds[effect]}>{isAll ? label : `${label}: ${printCount(count)}`}</Badge>;
}

const effectLabels: Record<CountedEffect['effect'], string> = {
  blocks: 'Blocks a delete',
  deleted: 'Deleted with it',
  fewLeft: 'Below its minimum',
  loses: 'Link is removed',
};

const effectKinds: Record<CountedEffect['effect'], BadgeKind> = {
  blocks: 'danger',
  deleted: 'neutral',
  fewLeft: 'warning',
  loses: 'neutral',
};

function countText(count: UsedByRow['count']): string {
  switch (count) {
    case 'counting':
      return '';
    case 'slow':
      return 'counting...';
    case 'unknown':
      return '?';
    default:
      return printCount(count);
  }
}
