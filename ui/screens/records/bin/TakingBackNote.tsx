import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { useProgress } from '../../../components/basics/useProgress';
import { Note } from '../../../components/page/Note';
import { countOf, printCount } from '../../../platform/text';
import { progressOf } from '../../../state/jobs/jobCounts';
import type { JournalRun } from '../../../state/jobs/journalRun';
import { WaitNote } from '../WaitNote';

interface Props {
  run: Pick<JournalRun, 'state' | 'write' | 'stop'>;
}

/** Shows how far a take-back is, and stops it. */
export function TakingBackNote({ run }: Props) {
  const state = useSnapshot(run.state);
  const write = useSnapshot(run.write.state);
  const { job, isTakingBack } = state;
  const { ended, total } = progressOf(state, write);
  const text = `${printCount(ended)} of ${countOf(total, 'record')}`;
  useProgress(text, isTakingBack);
  if (!isTakingBack || !job) return null;
  return (
    <>
      <Note
        kind="info"
        actions={
          <Button size="small" disabled={write.isStopping} onClick={run.stop}>
            {write.isStopping ? 'Stopping...' : 'Stop'}
          </Button>
        }
      >
        <b translate="no">{job.kind === 'putBack' ? job.title : job.fileName}</b> is taken back: {text}.
      </Note>
      <WaitNote wait={write.wait} job="This" />
    </>
  );
}
