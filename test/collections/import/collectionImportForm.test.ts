// What an import sends, and that only the reviewed plan is sent. The pages and popups show the rest.
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CollectionImportForm } from '../../../ui/collections/import/collectionImportForm';
import type { Collection } from '../../../ui/model/collection';
import * as collections from '../../../ui/page/collections';
import { settle } from '../../backend/connect';
import { type FakeBackend, failure, networkError } from '../../support/backend';
import { postsCollection } from '../../support/samples';
import {
  callsOf,
  closeForm,
  closeScene,
  doneBy,
  give,
  openForm,
  routes,
  type Server,
  startScene,
  textOf,
  told,
} from './importScene';

let backend: FakeBackend;
let server: Server;

const news = { ...postsCollection, id: 'news00000000001', name: 'news', indexes: [] } as Collection;
const openPosts = { ...postsCollection, listRule: null };
const changedMeanwhile = 'warning: Someone else changed the collections. Review the changes again.';
const failedToLoad = 'error: Failed to load the imported JSON.';
const refused = failure(400, 'Refused.');

/** Opens a form with imported collections, while the server has the others. */
async function holding(given: readonly object[]): Promise<CollectionImportForm> {
  const form = await openForm();
  await give(form, given);
  backend.calls.length = 0;
  return form;
}

const named = (name: string) => server.collections.find((one) => one.name === name) as Collection;
const bodies = () =>
  backend
    .callsTo(routes.send)
    .map(({ body }) => body as { collections: Collection[]; deleteMissing: boolean });

test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  ({ backend, server } = startScene());
});
test.after.each(() => {
  closeScene();
  mock.timers.reset();
});

for (const [what, set, done, sent] of [
  ['by default', () => {}, ['-post_stats', '-users', '~posts'], true],
  ['not with the option off', (form) => form.setDeletesMissing(false), ['~posts'], false],
  ['never in a merge', (form) => form.setMerges(true), ['~posts'], false],
] as [what: string, set: (form: CollectionImportForm) => void, done: string[], sent: boolean][]) {
  test(`missing collections are deleted ${what}; the plan is sent as reviewed, after another read`, async () => {
    const form = await holding([openPosts]);
    set(form);
    assert.equal(doneBy(form), done);
    const plan = structuredClone(form.state.read?.plan?.sent);
    assert.ok(await form.send());
    await settle();
    assert.equal(bodies(), [plan]);
    assert.equal([plan?.deleteMissing, plan?.collections.map(({ name }) => name)], [sent, ['posts']]);
    assert.not.ok(plan?.collections.some((one) => 'created' in one || 'updated' in one));
    assert.equal(callsOf(backend), ['GET collections', 'PUT collections/import', 'GET collections']);
    assert.equal(
      [form.state.text, form.state.merges, form.state.deletesMissing, told()],
      ['', false, true, ['success: Successfully imported collections configuration.']],
    );
  });
}

test('the plan stays during the review, even if the collections are reloaded', async () => {
  const form = await holding([openPosts]);
  assert.ok(await form.review());
  const looked = form.state.read?.plan;
  server.collections.push(news);
  await collections.load();
  assert.ok(form.state.read?.plan === looked);
  assert.not(await form.send());
  assert.equal(bodies(), []);
  form.endReview();
  assert.ok(form.state.read?.plan !== looked);
});

const meanwhile: [what: string, change: () => unknown, deletes: boolean, done: string[]][] = [
  [
    'created a collection that would be deleted',
    () => server.collections.push(news),
    true,
    ['-news', '-post_stats', '-users', '~posts'],
  ],
  [
    'changed an imported collection',
    () => Object.assign(named('posts'), { updateRule: 'id = 1' }),
    false,
    ['~posts'],
  ],
];
for (const [what, change, deletes, done] of meanwhile) {
  test(`if someone else has ${what}, the new plan must be reviewed before the request`, async () => {
    const form = await holding([openPosts]);
    form.setDeletesMissing(deletes);
    change();
    assert.not(await form.send());
    assert.equal(callsOf(backend), ['GET collections']);
    assert.equal([told(), doneBy(form), form.state.isSending], [[changedMeanwhile], done, false]);
    assert.ok(await form.send());
    assert.is(bodies().length, 1);
  });
}

test('no import is sent if the collections cannot be read again; a failed request changes nothing', async () => {
  const form = await holding([openPosts]);
  backend.answerOnce(routes.list, failure(500, 'The disk is gone.'));
  assert.not(await form.send());
  assert.equal(bodies(), []);
  backend.answerOnce(routes.send, networkError);
  assert.not(await form.send());
  assert.equal([form.state.text, doneBy(form)?.length], [textOf([openPosts]), 3]);
});

test('a text typed during the last read is not sent unreviewed', async () => {
  const form = await holding([openPosts]);
  const release = backend.hold(routes.list);
  const sending = form.send();
  form.setText(textOf([news]));
  mock.timers.tick(200);
  release();
  assert.not(await sending);
  assert.equal([bodies(), form.state.text], [[], textOf([news])]);
});

test('a review does not wait for the pause, reads the collections first, and keeps a later refusal', async () => {
  const form = await openForm();
  callsOf(backend);
  form.setText(textOf([openPosts]));
  server.collections.push(news);
  assert.ok(await form.review());
  assert.equal(callsOf(backend), ['GET collections']);
  assert.equal(doneBy(form), ['-news', '-post_stats', '-users', '~posts']);
  backend.answer(routes.send, refused);
  await form.send();
  mock.timers.tick(200);
  assert.is(form.state.messages.length, 1);
});

test('a closed form reads no text, and an invalid text is neither sent nor rewritten', async () => {
  const form = await holding([openPosts]);
  form.setText('[');
  mock.timers.tick(200);
  for (const rewrite of [form.convert, form.useOriginalIds]) rewrite();
  assert.equal([form.state.text, await form.review(), await form.send()], ['[', false, false]);
  form.setText(textOf([openPosts]));
  closeForm(form);
  mock.timers.tick(1000);
  assert.is(form.state.read, null);
});

const unreadable = new File([], 'gone.json');
Object.defineProperty(unreadable, 'text', { value: () => Promise.reject(new Error('gone')) });
const large = new File(['[]'], 'large.json');
Object.defineProperty(large, 'size', { value: 21_000_000 });
const invalid = 'error: Invalid collections configuration.';
const files: [what: string, file: File, text: string, says: string[]][] = [
  [
    'an invalid file clears the text',
    new File(['[{"id": 1}]'], 'bad.json'),
    '',
    [failedToLoad, `${invalid} L`],
  ],
  ['an unreadable file keeps the text', unreadable, textOf([openPosts]), [failedToLoad]],
  [
    'a file that is too large is not read',
    large,
    textOf([openPosts]),
    [`${invalid} The text is too large: 21 MB.`],
  ],
];
for (const [what, file, text, says] of files) {
  test(`${what}, and is reported`, async () => {
    const form = await holding([openPosts]);
    await form.loadFile(file);
    assert.equal([form.state.text, form.state.fault], [text, '']);
    assert.is(told().length, says.length);
    for (const [at, part] of says.entries()) assert.match(told()[at] ?? '', part);
  });
}

test.run();
