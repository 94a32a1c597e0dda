import { ApiError, isMissing, lockedError } from '../../api/ApiError';
import { get as readCollection } from '../../api/collections';
import type { Collection } from '../../model/collection';
import { uploadName } from '../../model/file';
import { fittedAnswer, lostFieldSentence, lostFields } from '../../model/put-back/fittedAnswer';
import type { FormerRecord } from '../../model/put-back/putBackPlan';
import { fieldValue, listOf, type RecordAnswer, type RecordBody } from '../../model/record';
import { type FileChange, unchangedFiles } from '../../model/records/fileChange';
import { bodyOf } from '../../model/records/recordBody';
import { mergeRecord } from '../../model/records/recordMerge';
import { byName, formOf, type RecordForm } from '../../model/records/recordValues';
import type { Choices, Conflict } from '../../model/threeWayMerge';
import * as writeLock from '../environment/writeLock';
import { writeRecord } from '../records/writeRecord';
import type { BinContent, KeptFile } from './binShelf';

/**
 * The result of an undone change. A conflict needs a choice, and nothing was sent. `losses`: sentences about fields
 * that cannot take their former values.
 */
export type UndoneChange =
  | { kind: 'done'; record: RecordAnswer; newFiles: number; lostFiles: number; losses: readonly string[] }
  | { kind: 'same'; losses: readonly string[] }
  | { kind: 'conflicts'; conflicts: readonly Conflict[] };

interface Change extends Pick<BinContent, 'collections' | 'files'> {
  readonly former: FormerRecord;
  readonly after: FormerRecord;
}

/**
 * Restores the values that a record had before a change. Values that others have changed since are conflicts until the
 * person chooses.
 */
export async function undoChange(content: BinContent, choices: Choices = {}): Promise<UndoneChange> {
  const {
    records: [former],
    after,
    collections,
  } = content;
  if (!former || !after) throw new Error('The entry holds no change.');
  // Before the record is read: others could change it while the question is open.
  if (!(await writeLock.ask({ what: 'undo a change of a record', verb: 'undo' }))) throw lockedError();
  return writeLock.asOneRun(() => undoNow({ former, after, collections, files: content.files }, choices));
}

async function undoNow(
  { former, after, collections, files }: Change,
  choices: Choices,
): Promise<UndoneChange> {
  const today = await readCollection(former.collectionId);
  const known = collections[0] ?? today;
  const lost = lostFields(former.answer, after.answer, known, today);
  const losses = lost.map((one) => lostFieldSentence(one, today));
  // A field that cannot take its former value keeps that of today.
  const schema = today.schema.filter(({ id }) => lost.every(({ field }) => field.id !== id));
  const fitting = { ...today, schema };
  const before = fittedAnswer(former.answer, known, fitting);
  const base = fittedAnswer(after.answer, known, fitting, { isCut: true });
  const { form: mine, lostFiles } = formerForm(today, before, base, files);
  let body: RecordBody = { values: {}, files: [] };
  const written = await writeRecord(
    today,
    former.answer.record.id,
    (theirs) => {
      const merged = mergeRecord(today, { base, theirs, mine }, choices);
      body = bodyOf(today, merged.form, formOf(today, theirs));
      return merged;
    },
    { keeps: false },
  ).catch(explainMissing);
  if (written.kind === 'conflict') return { kind: 'conflicts', conflicts: written.conflicts };
  const record = written.after;
  if (written.kind === 'same' && lostFiles === 0) return { kind: 'same', losses };
  return { kind: 'done', record, newFiles: body.files.length, lostFiles, losses };
}

/** Throws a sentence that names the way out if the record was deleted. */
function explainMissing(error: unknown): never {
  if (!isMissing(error)) throw error;
  throw new ApiError({
    kind: 'refused',
    url: '',
    status: 404,
    message: 'The record was deleted. Put it back first, then undo this change.',
  });
}

/**
 * Makes the form that leads from the version after the change to the one before. A field keeps its present files if
 * one of the former ones is not kept.
 */
function formerForm(
  collection: Collection,
  before: RecordAnswer,
  after: RecordAnswer,
  kept: readonly KeptFile[],
): { form: RecordForm; lostFiles: number } {
  const { values, files } = formOf(collection, before);
  let lostFiles = 0;
  const changes = Object.keys(files).map((name): [string, FileChange] => {
    const former = listOf(fieldValue(before.record, name));
    const now = listOf(fieldValue(after.record, name));
    const removed = former.filter((file) => !now.includes(file));
    const found = removed.flatMap((file) => kept.find((one) => one.name === file) ?? []);
    lostFiles += removed.length - found.length;
    if (found.length < removed.length) return [name, unchangedFiles(now)];
    const added = found.map(
      ({ name: stored, content }) => new File([content], uploadName(stored), { type: content.type }),
    );
    return [
      name,
      {
        names: former.filter((file) => now.includes(file)),
        removed: now.filter((file) => !former.includes(file)),
        added,
      },
    ];
  });
  return { form: { values, files: byName(changes) }, lostFiles };
}
