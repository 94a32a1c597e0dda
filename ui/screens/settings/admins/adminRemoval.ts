import { ApiError } from '../../../api/ApiError';
import * as accounts from '../../../api/adminAccounts';
import * as admins from '../../../api/admins';
import type { Admin } from '../../../model/admin';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { isOwn } from './ownAccount';

const question = 'Do you really want to delete the selected admin?';
const ownQuestion = `${question}\nThis is your own account: you will be signed out.`;

/** Asks, then deletes; true when it is gone. */
export async function removeAdmin({ id }: Admin): Promise<boolean> {
  let isGone = false;
  await confirm.ask(isOwn(id) ? ownQuestion : question, {
    isDangerous: true,
    onYes: async () => {
      try {
        await accounts.remove(id);
        isGone = true;
        toasts.success('Successfully deleted admin.');
      } catch (error) {
        await tellRefusal(error);
      }
    },
  });
  return isGone;
}

/** The server does not say why it keeps the last one. */
async function tellRefusal(error: unknown): Promise<void> {
  const mayBeLast = error instanceof ApiError && error.status === 400;
  if (mayBeLast && (await isLast())) toasts.error('The last admin cannot be deleted.');
  else report(error);
}

async function isLast(): Promise<boolean> {
  try {
    return (await admins.countWhere('')) === 1;
  } catch {
    return false;
  }
}
