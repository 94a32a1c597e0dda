import Eye from 'lucide-react/icons/eye';
import Send from 'lucide-react/icons/send';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { replaceQuery } from '../../base/hash';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { Segments } from '../../kit/form/Segments';
import { openPanel } from '../../page/panels';
import type { Verdict } from '../askRule';
import { nameOf, PersonMenu } from '../PersonMenu';
import css from './SeeAs.module.css';
import { seeAs } from './SeeAsItems';
import { isFailure, rowKey, rowsOf, type SeenRows } from './seenRows';
import type { SeenList } from './seenTable';

interface Props {
  seen: SeenRows;
  records: SeenList;
  isOnly: boolean;
  as: string;
  onStop: () => void;
}

export function SeeAsBar({ seen, records, isOnly, as, onStop }: Props) {
  const snapshot = useSnapshot(seen.state);
  const { notice, person } = snapshot;
  const verdict = snapshot.verdict;
  const hasRows = rowsOf(verdict) !== null;
  const name = person ? nameOf(person) : null;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    // React also bubbles keys from a menu or dialog that is elsewhere in the document.
    const isInside = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return;
    event.preventDefault();
    onStop();
  }

  return (
    <section className={css.bar} aria-label="View as" onKeyDown={handleKey}>
      <span className={css.who}>
        <Icon of={Eye} />
        <span className="onlyWide">View as</span>
        <PersonMenu label="View as" as={as} person={person} onChoose={seeAs} onStop={onStop} />
      </span>
      <span className={css.count} role="status">
        {hasRows ? (
          <Counts seen={seen} records={records} isOnly={isOnly} />
        ) : (
          <Message verdict={verdict} notice={notice} name={name} />
        )}
      </span>
      <span className={css.tools}>
        {isFailure(verdict) && (
          <Button kind="link" size="small" onClick={() => void seen.refresh()}>
            Retry
          </Button>
        )}
        {(hasRows || isOnly) && (
          <Segments
            label="Other rows"
            value={isOnly ? 'hidden' : 'dimmed'}
            onChange={(next) => replaceQuery({ asOnly: next === 'hidden' ? '1' : undefined })}
            segments={[
              { value: 'dimmed', label: 'Dimmed', count: null },
              { value: 'hidden', label: 'Hidden', count: null },
            ]}
          />
        )}
        <Button
          kind="quiet"
          size="small"
          icon={Send}
          aria-label="Request"
          onClick={() => void openPanel('ruleRequest', { hasBody: false })}
        >
          <span className="onlyWide">Request</span>
        </Button>
      </span>
      <IconButton
        icon={X}
        size="small"
        className={css.stop}
        label={`Stop viewing as ${name ?? (as === 'guest' ? 'guest' : 'this user')}`}
        onClick={onStop}
      />
    </section>
  );
}

interface CountsProps {
  seen: SeenRows;
  records: SeenList;
  isOnly: boolean;
}

function Counts({ seen, records, isOnly }: CountsProps) {
  const { rows, count } = useSnapshot(seen.state);
  const { items } = useSnapshot(records.list.state);
  const { total } = useSnapshot(records.count.state);
  const shown = items.filter((row) => rows.get(rowKey(row))?.isSeen).length;
  if (isOnly) return 'Only the records of this user are shown.';
  return (
    <>
      <b>{printCount(shown)}</b> of <span className="onlyWide">the </span>
      {countOf(items.length, 'row')}
      <span className="onlyWide"> shown</span>
      {count === 'counting' && ', counting...'}
      {typeof count === 'number' && (
        <>
          , <b>{printCount(count)}</b>
          {total !== null && ` of ${printCount(total)}`}
          <span className="onlyWide"> in all</span>
        </>
      )}
      {count === 'onDemand' && (
        <>
          {' '}
          <Button kind="link" size="small" onClick={() => void seen.countNow()}>
            Count
          </Button>
        </>
      )}
    </>
  );
}

interface MessageProps {
  verdict: Verdict | null;
  notice: string | null;
  name: string | null;
}

function Message({ verdict, notice, name }: MessageProps) {
  const isAmber = verdict?.kind === 'unknown';
  return (
    <span className={isAmber ? css.amber : undefined}>
      {isAmber && <Icon of={TriangleAlert} size="small" />}
      {verdict ? messageOf(verdict, name) : (notice ?? 'Asking the server...')}
    </span>
  );
}

function messageOf(verdict: Verdict, name: string | null): ReactNode {
  if (verdict.kind === 'yes') return 'Public: guests see every record.';
  if (verdict.kind === 'unknown') {
    const start = verdict.isFailure ? 'The rule could not be tried.' : 'Not simulated:';
    return `${start} ${verdict.reason}`;
  }
  if (verdict.why === 'locked') return `Admins only: ${name === null ? 'a guest' : 'this user'} gets 403.`;
  return (
    <>
      The server cannot run this rule for {name === null ? 'a guest' : <span translate="no">{name}</span>}:{' '}
      {verdict.reason} {name === null ? 'A guest' : 'This user'} gets 400.
    </>
  );
}
