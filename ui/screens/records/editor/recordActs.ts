import * as accounts from '../../../api/accounts';
import * as records from '../../../api/records';
import type { Collection } from '../../../model/collection';
import { fieldValue } from '../../../model/record';
import { copyText } from '../../../platform/clipboard';
import { indentJson } from '../../../platform/jsonText';
import * as collections from '../../../state/collections';
import * as confirm from '../../../state/confirm';
import { report } from '../../../state/report';
import * as toasts from '../../../state/toasts';
import { cascadesOf } from './cascades';
import { type EditorCore, tellFailure } from './editorCore';

/** What can be done with an existing record beside saving it. Each asks first, and does nothing to a new one. */
export function createRecordActs({ state }: EditorCore) {
  /** The mail goes to the address that is stored, not to one that is being typed. */
  async function sendMail(kind: string, send: (collectionId: string, email: string) => Promise<void>) {
    const { collection, record } = state;
    const email = record ? String(fieldValue(record, 'email') ?? '') : '';
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

    /** True when the record is gone. */
    async remove(): Promise<boolean> {
      const { collection, recordId } = state;
      if (!collection || recordId === null) return false;
      let isDone = false;
      await confirm.ask(deleteQuestion(collection), {
        isDangerous: true,
        onYes: async () => {
          try {
            await records.remove(collection.id, recordId);
            toasts.success('Successfully deleted record.');
            isDone = true;
          } catch (error) {
            await tellFailure(error);
          }
        },
      });
      return isDone;
    },

    /** The record in full as the server has it, not as it is being typed. */
    async copyJson(): Promise<void> {
      const { collection, recordId } = state;
      if (!collection || recordId === null) return;
      try {
        const source = (await records.sourcesOf(collection.id, [recordId])).get(recordId);
        if (source !== undefined && (await copyText(indentJson(source)))) {
          toasts.success('Copied the record to the clipboard.');
        } else toasts.error('The record could not be copied.');
      } catch (error) {
        await tellFailure(error);
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

/** What turning `verified` by hand means; the second sentence is news of servers since 0.22.42. */
export function verifiedQuestion(isTurnedOn: boolean): string {
  const question = 'Do you really want to manually change the verified account state?';
  if (!isTurnedOn) return question;
  return `${question} If the user signs in by linked providers, newer servers remove these links and sign the user out.`;
}
