import { Note } from '../../kit/layout/Note';
import type { WriteWait } from './writeRun';

interface Props {
  /** Null while the job does not wait. */
  wait: WriteWait | null;
  /** The subject of the sentence. */
  job: 'The change' | 'The import' | 'This';
}

/** Shows why the job waits, and when it goes on. */
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
