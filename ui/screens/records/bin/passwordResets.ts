import { proxy, ref } from 'valtio/vanilla';
import { messageOf } from '../../../api/ApiError';
import * as accounts from '../../../api/accounts';
import { countOf } from '../../../platform/text';
import type { UserBack } from '../../../state/bin/putBack';
import * as confirm from '../../../state/confirm';
import * as writeLock from '../../../state/environment/writeLock';
import { createWriteRun } from '../../../state/jobs/writeRun';

interface PasswordResetsState {
  /** The number of mails that were asked for. */
  sent: number;
  refused: readonly RefusedReset[];
}

interface RefusedReset {
  readonly email: string;
  readonly reason: string;
}

const atATime = 2;

/** Mails password resets to users that were put back. A mail that the server has confirmed is not sent again. */
export function createPasswordResets() {
  const state = proxy<PasswordResetsState>({ sent: 0, refused: ref([]) });
  const done = new Set<string>();
  let stopping = new AbortController();

  const write = createWriteRun<UserBack>({
    atATime,
    send: ({ collectionId, email }, lease) => accounts.requestPasswordReset(collectionId, email, { lease }),
    onDone({ key }) {
      done.add(key);
      state.sent += 1;
    },
    onRefused({ email }, error) {
      state.refused = ref([...state.refused, { email, reason: messageOf(error) }]);
    },
    waitsForSession: true,
  });

  return {
    state,
    write,
    stop: () => stopping.abort(),

    /** The users who can get a mail, and have none. */
    left: (users: readonly UserBack[]) => users.filter(({ key, email }) => email !== '' && !done.has(key)),

    /** Asks first. */
    async send(users: readonly UserBack[]): Promise<void> {
      if (write.state.isRunning || users.length === 0) return;
      stopping = new AbortController();
      const { signal } = stopping;
      const question = `Do you really want to send password reset emails to ${countOf(users.length, 'user')}?`;
      if (!(await confirm.ask(question, { writes: true }))) return;
      const act = { what: `send ${countOf(users.length, 'email')}`, verb: 'send' };
      if (!(await writeLock.ask(act)) || write.state.isRunning || signal.aborted) return;
      state.refused = ref([]);
      await write.run(users, users.length, { signal });
    },
  };
}
