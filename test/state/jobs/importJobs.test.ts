import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/state/collections';
import * as confirm from '../../../ui/state/confirm';
import { createImportJobs, takeBackQuestion } from '../../../ui/state/jobs/importJobs';
import type { ImportJob, WriteEntry } from '../../../ui/state/jobs/writeJob';
import { eventually } from '../../support/eventually';
import { addImport, importedBackend, importedCollections, pages, posts } from '../../support/keptImports';
import { signIn, signOut } from '../bin/binScene';

/** The titles of the server's records, by collection and id. */
let table: Map<string, string>;

test.before.each(() => {
  table = new Map();
  signIn(importedBackend(table));
  for (const one of importedCollections) collections.adopt(one);
});
test.after.each(signOut);

type Imports = ReturnType<typeof createImportJobs>;

const add = async (imports: Imports, ...rest: [Collection, number, WriteEntry['state']?]) =>
  addImport(await imports.journal(), table, ...rest);

/** Returns the question; '' for none. */
async function takeBack(imports: Imports, { id }: ImportJob): Promise<string> {
  let isEnded = false;
  const ended = imports.askTakeBack(id).finally(() => {
    isEnded = true;
  });
  await eventually(() => confirm.state.question !== null || isEnded, true);
  const { text = '' } = confirm.state.question ?? {};
  await confirm.yes();
  await ended;
  return text;
}

test('rows that a crash left without a result are looked for before the question', async () => {
  const imports = createImportJobs();
  const job = await add(imports, posts, 4, 'reserved');
  table.delete(`${posts.id}/record000000003`);
  await imports.open();
  assert.match(
    await takeBack(imports, job),
    / 1 new record is deleted and 2 records get their former values\./,
  );
  assert.equal([...table.values()], ['old', 'old']);
});

test('the second import that is taken back is the one of its own collection', async () => {
  const imports = createImportJobs();
  const jobs = [await add(imports, posts, 2), await add(imports, pages, 4)] as const;
  await imports.open();
  await takeBack(imports, jobs[0]);
  assert.match(await takeBack(imports, jobs[1]), / 2 new records are deleted and 2 records get .* values\.$/);
  assert.equal([...table.keys()].sort(), [
    `${posts.id}/record000000000`,
    'pages/record000000000',
    'pages/record000000002',
  ]);
});

for (const [created, changed, kept, expected] of [
  [1, 0, 0, ' 1 new record is deleted.'],
  [2, 1, 0, ' 2 new records are deleted and 1 record gets its former values.'],
  [0, 2, 1, ' 2 records get their former values. 1 was changed since and stays as it is.'],
  [0, 0, 3, ' 3 were changed since and stay as they are.'],
] as const) {
  test(`asks about ${created} new, ${changed} changed and ${kept} kept records`, () => {
    const question = takeBackQuestion(created, changed, kept);
    assert.is(question, `Do you really want to take this import back?${expected}`);
  });
}

test.run();
