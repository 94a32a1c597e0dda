import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../components/basics/Button';
import { Note } from '../../components/page/Note';
import type { UnfinishedJob } from '../../state/jobs/jobShelf';
import type { JournalRun } from '../../state/jobs/journalRun';

interface Props {
  run: Pick<JournalRun, 'state' | 'askTakeBack' | 'discard'>;
  unfinished: Pick<UnfinishedJob, 'job' | 'isEnded'>;
  onContinue: () => Promise<void>;
  /** Called after a take-back. */
  onEnd?: () => Promise<void>;
  children: ReactNode;
}

/** Shows a job that can go on or be taken back. While one works, the pressed button is busy and the others are off. */
export function UnfinishedJobNote({ run, unfinished: { job, isEnded }, onContinue, onEnd, children }: Props) {
  const { isBusy } = useSnapshot(run.state);
  const [pressed, setPressed] = useState<'continue' | 'takeBack' | null>(null);

  async function handle(act: typeof pressed, work: () => Promise<void>) {
    setPressed(act);
    try {
      await work();
    } finally {
      setPressed(null);
    }
  }

  async function takeBack() {
    await run.askTakeBack(job.id);
    await onEnd?.();
  }

  const stateOf = (act: typeof pressed) => ({ isBusy: pressed === act, disabled: isBusy && pressed !== act });
  return (
    <Note
      kind="info"
      actions={
        <>
          {!isEnded && (
            <Button
              size="small"
              writes
              {...stateOf('continue')}
              onClick={() => void handle('continue', onContinue)}
            >
              Continue
            </Button>
          )}
          <Button
            size="small"
            writes
            {...stateOf('takeBack')}
            onClick={() => void handle('takeBack', takeBack)}
          >
            Take back
          </Button>
          <Button size="small" kind="quiet" disabled={isBusy} onClick={() => void run.discard(job.id)}>
            Discard
          </Button>
        </>
      }
    >
      {children}
    </Note>
  );
}
