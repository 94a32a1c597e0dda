import { ApiError } from '../../api/ApiError';
import * as accounts from '../../api/accounts';
import * as records from '../../api/records';
import type { Collection } from '../../model/collection';
import { fieldValue } from '../../model/record';
import { cascadesOf, recordsOf } from '../../model/references';
import { keepRecords } from '../../state/bin/keeping';
import * as undo from '../../state/bin/undo';
import * as collections from '../../state/collections';
import * as confirm from '../../state/confirm';
import * as writeLock from '../../state/environment/writeLock';
import { isSessionOver } from '../../state/forms/editing';
import { isWithoutAnswer } from '../../state/jobs/writeRun';
import { openPanel } from '../../state/panels';
import { isRefusedDelete } from '../../state/records/blockers';
import { copyRecord } from '../../state/records/copyRecord';
import { usedByDetails } from '../../state/records/usedBy';
import { report } from '../../state/report';
import * as toasts from '../../state/toasts';

import type { RecordEditorState } from './editorState';

/**
 * The actions for an existing record besides saving. Each but the copy asks first. None does anything for a new record.
 */
export function createRecordActs(state: RecordEditorState) {
  /** The mail goes to the stored address, not to an unsaved one. */
  async function sendMail(kind: string, send: (collectionId: string, email: string) => Promise<void>) {
    const { collection, stored } = state;
    const email = stored ? String(fieldValue(stored.record, 'email') ?? '') : '';
    if (!collection || email === '') return;
    const act = { what: `send a ${kind} email to ${email}`, verb: 'send' };
    await confirm.ask(`Do you really want to send ${kind} email to ${email}?`, {
      writes: true,
      onYes: async () => {
        if (!(await writeLock.ask(act))) return;
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
      const { collection, recordId } = state;
      if (!collection || recordId === null) return false;
      const keeping = keepRecords(collection, [recordId]);
      let isDone = false;
      let gap = '';
      let hasAnswer = true;
      const refusals: ApiError[] = [];
      const act = { what: `delete a record of ${collection.name}`, verb: 'delete' };
      const removeNow = async () => {
        // Before this, the records are read, and a second question may be asked.
        if (!(await writeLock.ask(act))) return;
        try {
          await records.remove(collection.id, recordId);
          undo.offer('Successfully deleted record.', keeping.confirm([recordId]));
          isDone = true;
        } catch (error) {
          hasAnswer = !(error instanceof ApiError && isWithoutAnswer(error));
          if (await isSessionOver(error)) return;
          if (isRefusedDelete(error)) refusals.push(error);
          else report(error);
        }
      };
      const isSure = await confirm.ask(deleteQuestion(collection), {
        isDangerous: true,
        writes: true,
        ...usedByDetails(collection, [recordId]),
        onYes: async () => {
          if (!(await writeLock.ask(act))) return;
          gap = await keeping.prepare();
          if (gap === '') await removeNow();
        },
      });
      if (isSure && gap !== '') {
        await confirm.ask(`${gap} Delete it anyway?`, { isDangerous: true, writes: true, onYes: removeNow });
      }
      if (!hasAnswer) keeping.leave();
      else if (!isDone) keeping.cancel();
      const [refusal] = refusals;
      if (refusal) {
        const refused = { recordId, sentence: refusal.message, refusedAt: Date.now() };
        void openPanel('deleteRefused', { collectionId: collection.id, ...refused });
      }
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
  const cascades = cascadesOf(collection, collections.state.all);
  return cascades.length === 0
    ? question
    : `${question} ${recordsOf(cascades)} that depend on it are deleted too.`;
}
