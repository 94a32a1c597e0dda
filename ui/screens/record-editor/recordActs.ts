import { ApiError } from '../../api/ApiError';
import * as accounts from '../../api/accounts';
import * as records from '../../api/records';
import type { Collection } from '../../model/collection';
import { fieldValue } from '../../model/record';
import * as collections from '../../state/collections';
import * as confirm from '../../state/confirm';
import { copyRecord } from '../../state/copyRecord';
import { isSessionOver } from '../../state/editing';
import { keepRecords } from '../../state/keeping';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';
import * as undo from '../../state/undo';
import { isWithoutAnswer } from '../../state/writeRun';
import { cascadesOf } from './cascades';
import type { RecordEditorState } from './editorState';

/** The actions for an existing record besides saving. Each but the copy asks first. None does anything for a new record. */
export function createRecordActs(state: RecordEditorState) {
  /** The mail goes to the stored address, not to an unsaved one. */
  async function sendMail(kind: string, send: (collectionId: string, email: string) => Promise<void>) {
    const { collection, stored } = state;
    const email = stored ? String(fieldValue(stored.record, 'email') ?? '') : '';
    if (!collection || email === '') return;
    await confirm.ask(`Do you really want to send ${kind} email to ${email}?`, {
      onYes: async () => {
        try {
          await send(collection.id, email);
          toasts.success(`Successfully sent ${kind} email to ${email}.`);
        } catch (error) {
          report(error);
        }
      },
    });
  }

  return {
    sendVerification: () => sendMail('verification', accounts.requestVerification),
    sendPasswordReset: () => sendMail('password reset', accounts.requestPasswordReset),

    /** True if the record was deleted. */
    async remove(): Promise<boolean> {
      const { collection, recordId, stored } = state;
      if (!collection || recordId === null) return false;
      const keeping = keepRecords(collection, [recordId], { known: stored ? [stored] : [] });
      let isDone = false;
      let gap = '';
      let hasAnswer = true;
      const removeNow = async () => {
        try {
          await records.remove(collection.id, recordId);
          undo.offer('Successfully deleted record.', keeping.confirm([recordId]));
          isDone = true;
        } catch (error) {
          hasAnswer = !(error instanceof ApiError && isWithoutAnswer(error));
          if (!(await isSessionOver(error))) report(error);
        }
      };
      const isSure = await confirm.ask(deleteQuestion(collection), {
        isDangerous: true,
        onYes: async () => {
          gap = await keeping.prepare();
          if (gap === '') await removeNow();
        },
      });
      if (isSure && gap !== '') {
        await confirm.ask(`${gap} Delete it anyway?`, { isDangerous: true, onYes: removeNow });
      }
      if (!hasAnswer) keeping.leave();
      else if (!isDone) keeping.cancel();
      return isDone;
    },

    /** Copies the complete stored record, without unsaved changes. */
    async copyJson(): Promise<void> {
      const { collection, recordId } = state;
      if (!collection || recordId === null) return;
      try {
        await copyRecord(collection.id, recordId);
      } catch (error) {
        if (!(await isSessionOver(error))) report(error);
      }
    },
  };
}

function deleteQuestion(collection: Collection): string {
  const question = 'Do you really want to delete the selected record?';
  const names = cascadesOf(collection, collections.state.all).map(({ name }) => name);
  if (names.length === 0) return question;
  return `${question} Records of ${listed(names)} that depend on it are deleted too.`;
}

function listed(names: readonly string[]): string {
  const [last = '', ...others] = [...names].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** Explains a manual change of `verified`. The second sentence holds for servers since 0.22.42. */
export function verifiedQuestion(isTurnedOn: boolean): string {
  const question = 'Do you really want to manually change the verified account state?';
  if (!isTurnedOn) return question;
  return `${question} If the user signs in by linked providers, newer servers remove these links and sign the user out.`;
}
