import { Note } from '../../kit/layout/Note';
import type { WriteWait } from './writeRun';

interface Props {
  /** Null while nothing waits. */
  wait: WriteWait | null;
  /** The job that waits, as the subject of a sentence. */
  job: 'The change' | 'The import' | 'This';
}

/** Says why a job of many writes waits, and when it continues. */
export function WaitNote({ wait, job }: Props) {
  if (!wait) return null;
  const words = {
    offline: `The server cannot be reached. ${job} continues when it is back.`,
    session: `Your session has ended. ${job} continues after you sign in.`,
    busy: `The server asks to wait. ${job} continues by itself.`,
  };
  return (
    <Note kind="warning" role="status">
      {words[wait]}
    </Note>
  );
}
