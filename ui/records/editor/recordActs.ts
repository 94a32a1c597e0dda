import { isWithoutAnswer } from '../../backend/ApiError';
import * as accounts from '../../backend/accounts';
import * as records from '../../backend/records';
import type { Collection } from '../../model/collection';
import { fieldValue, type RecordAnswer } from '../../model/record';
import { displayText } from '../../model/recordName';
import * as confirm from '../../page/confirm';
import { openPanel } from '../../page/panels';
import { perform } from '../../page/perform';
import { report } from '../../page/report';
import * as writeLock from '../../page/session/writeLock';
import * as history from '../history/history';
import { keepRecords } from '../history/keeping';
import * as undo from '../history/undo';
import { isRefusedDelete } from '../related/blockers';
import { usedByDetails } from '../related/usedBy';

interface ShownRecord {
  collection: Collection | null;
  /** Null while the record is new. */
  recordId: string | null;
  stored: RecordAnswer | null;
}

/** The acts on an existing record besides Save. Each act asks first, and does nothing for a new record. */
export function createRecordActs(state: ShownRecord) {
  /** Sends to the stored email address, not to an unsaved one. */
  async function sendMail(kind: string, send: (collectionId: string, email: string) => Promise<void>) {
    const { collection, stored } = state;
    const email = stored ? String(fieldValue(stored.record, 'email') ?? '') : '';
    if (!collection || email === '') return;
    await perform({
      ask: { text: `Do you really want to send ${kind} email to ${email}?`, staysOpen: true },
      what: `send a ${kind} email to ${email}`,
      verb: 'send',
      run: () => send(collection.id, email),
      done: `Successfully sent ${kind} email to ${email}.`,
    });
  }

  return {
    sendVerification: () => sendMail('verification', accounts.requestVerification),
    sendPasswordReset: () => sendMail('password reset', accounts.requestPasswordReset),

    /** Returns true if the record was deleted. */
    async remove(): Promise<boolean> {
      const { collection, recordId, stored } = state;
      if (!collection || recordId === null) return false;
      const act = { what: `delete a record of ${collection.name}`, verb: 'delete' };
      const title = stored ? displayText(stored.record, collection) : recordId;
      const isSure = await confirm.ask('Do you really want to delete the selected record?', {
        isDangerous: true,
        writes: true,
        ...usedByDetails(collection, [recordId]),
      });
      if (!isSure || !(await writeLock.ask(act))) return false;
      const kept = history.begin({ kind: 'delete', verb: 'Delete', title, collection });
      // Keeping reads records and may ask a question, so the write lock is checked again.
      const mayGoOn = (await keepRecords(collection, [recordId], kept)) && (await writeLock.ask(act));
      return finish(
        mayGoOn ? await removeRecord(collection.id, recordId) : { kind: 'failed' },
        collection.id,
        recordId,
        kept,
      );
    },
  };
}

type DeleteEnd =
  | { readonly kind: 'deleted' | 'failed' | 'unanswered' }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Reports an error unless a popup explains it. */
async function removeRecord(collectionId: string, recordId: string): Promise<DeleteEnd> {
  try {
    await records.remove(collectionId, recordId);
    return { kind: 'deleted' };
  } catch (error) {
    const kind = isWithoutAnswer(error) ? 'unanswered' : 'failed';
    if (isRefusedDelete(error)) return { kind: 'refused', sentence: error.message };
    report(error);
    return { kind };
  }
}

/** Stores the end of the delete in the history and shows it. Returns true if the record was deleted. */
function finish(end: DeleteEnd, collectionId: string, recordId: string, act: history.Recorder): boolean {
  const isSent = end.kind === 'deleted' || end.kind === 'unanswered';
  void (isSent ? act.close() : act.discard());
  if (end.kind === 'deleted') undo.offer('Successfully deleted record.', act);
  if (end.kind === 'refused') {
    void openPanel('deleteRefused', { collectionId, recordId, sentence: end.sentence });
  }
  return end.kind === 'deleted';
}
