import { type ReactNode, useId } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Button } from '../kit/basics/Button';
import css from './OverviewPage.module.css';
import type { Overview, PartName } from './overview';
import { periods } from './periods';

interface BlockProps {
  title: string;
  /** After the title. */
  note?: ReactNode;
  /** At the end of the head. */
  end?: ReactNode;
  children: ReactNode;
}

export function Block({ title, note, end, children }: BlockProps) {
  const id = useId();
  return (
    <section className={css.block} aria-labelledby={id}>
      <div className={css.blockHead}>
        <h2 id={id}>{title}</h2>
        <span className={css.grow}>{note}</span>
        {end}
      </div>
      {children}
    </section>
  );
}

export const slowText = 'Reading many logs...';

interface TroubleProps {
  overview: Overview;
  name: PartName;
  what: string;
}

/** Says why a part of the logs has no new value, and offers what helps. */
export function Trouble({ overview, name, what }: TroubleProps) {
  const { parts, span, isSlow } = useSnapshot(overview.state);
  const { status, reason, value } = parts[name];
  if (status === 'waiting' && isSlow && value === null) {
    return (
      <p role="status" className={css.none}>
        {slowText}
      </p>
    );
  }
  if (status === 'failed') {
    return (
      <p role="alert" className={css.none}>
        {what} could not be read. {reason}{' '}
        <Button kind="link" size="small" onClick={() => void overview.retryLogs()}>
          Retry
        </Button>
      </p>
    );
  }
  if (status !== 'held') return null;
  return (
    <p role="status" className={css.none}>
      Too many logs for this period.{' '}
      <Button kind="link" size="small" onClick={() => void overview.allowLong()}>
        Show anyway
      </Button>{' '}
      {span.period !== '6h' && (
        <Button kind="link" size="small" href={printHash('/overview', { period: '6h' })}>
          {periods['6h'].name}
        </Button>
      )}
    </p>
  );
}
