import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { CollectionImportForm } from '../../../../ui/screens/settings/import-collections/collectionImportForm';
import * as collections from '../../../../ui/state/collections';
import { settle } from '../../../api/connect';
import { type FakeBackend, failure, networkError } from '../../../support/backend';
import { postsCollection, statsCollection, usersCollection } from '../../../support/samples';
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
  stored,
  textOf,
  told,
} from './importScene';

let backend: FakeBackend;
let server: Server;

const news = { ...postsCollection, id: 'news00000000001', name: 'news', indexes: [] } as Collection;
const openPosts = { ...postsCollection, listRule: null };
const changedMeanwhile = 'warning: Someone else changed the collections. Review the changes again.';
const failedToLoad = 'error: Failed to load the imported JSON.';
const imported = 'success: Successfully imported collections configuration.';

/** The state of a new form. */
const untouched = {
  text: '',
  isPending: false,
  fault: '',
  read: null,
  merges: false,
  deletesMissing: true,
  losses: [],
  isReviewing: false,
  isSending: false,
  messages: [],
};

const refused = failure(400, 'Failed to import the submitted collections.', {
  collections: {
    code: 'collections_import_validate_failure',
    message: `Data validations failed for collection "posts" (${postsCollection.id}):\n{"schema":{"0":{"name":"is wrong"}}}.`,
  },
});

/** Opens a form with imported collections, while the server has the others. */
async function holding(given: readonly object[]): Promise<CollectionImportForm> {
  const form = await openForm();
  await give(form, given);
  backend.calls.length = 0;
  return form;
}

/** Types the text; it is parsed after the pause. */
function typeIn(form: CollectionImportForm, text: string): void {
  form.setText(text);
  mock.timers.tick(200);
}

test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  ({ backend, server } = startScene());
});
test.after.each(() => {
  closeScene();
  mock.timers.reset();
});

test('a typed text is read once after a pause', async () => {
  const form = await openForm();
  form.setText('[');
  mock.timers.tick(199);
  form.setText(textOf([openPosts]));
  mock.timers.tick(199);
  assert.equal([form.state.isPending, form.state.fault, form.state.read], [true, '', null]);
  mock.timers.tick(1);
  assert.equal([form.state.isPending, form.state.fault], [false, '']);
  assert.equal(doneBy(form), ['-post_stats', '-users', '~posts']);
});

test('an unchanged text is not read again', async () => {
  const form = await holding([openPosts]);
  const { read, text } = form.state;
  form.setText(text);
  assert.is(form.state.isPending, false);
  mock.timers.tick(200);
  assert.ok(form.state.read === read);
});

test('a closed form reads nothing', async () => {
  const form = await openForm();
  form.setText(textOf([openPosts]));
  closeForm(form);
  mock.timers.tick(1000);
  assert.is(form.state.read, null);
});

test('an invalid text has an error and no plan until it is corrected', async () => {
  const form = await holding([openPosts]);
  typeIn(form, '[{"id": 1}]');
  assert.match(form.state.fault, /^Invalid collections configuration\. Line 1, column /);
  assert.is(form.state.read, null);
  assert.equal([await form.review(), await form.send()], [false, false]);
  assert.equal(callsOf(backend), ['GET collections']);
  typeIn(form, textOf([openPosts]));
  assert.equal([form.state.fault, doneBy(form)?.length], ['', 3]);
});

test('a blank text counts as empty', async () => {
  const form = await holding([openPosts]);
  typeIn(form, '[');
  typeIn(form, ' \n ');
  assert.equal([form.state.fault, form.state.read], ['', null]);
});

test('a text typed before the collections have loaded is compared when they arrive', async () => {
  const form = await openForm();
  await give(form, stored);
  collections.forget();
  form.setMerges(true);
  // The form does not claim that all would be added.
  assert.is(doneBy(form), null);
  await collections.load();
  assert.equal(doneBy(form), []);
});

test('the second of two collections with the same id is ignored', async () => {
  const form = await holding([...stored, { ...openPosts, name: 'twin' }]);
  assert.equal([form.state.read?.duplicates, doneBy(form)], [['twin'], []]);
});

test('missing collections are deleted by default, but not with the option off and never in a merge', async () => {
  const form = await holding([openPosts]);
  const sent = () => {
    const plan = form.state.read?.plan;
    return [plan?.sent.deleteMissing, plan?.sent.collections.map(({ name }) => name), doneBy(form)];
  };
  const whole = [true, ['posts'], ['-post_stats', '-users', '~posts']];
  assert.equal(sent(), whole);
  form.setDeletesMissing(false);
  assert.equal(sent(), [false, ['posts'], ['~posts']]);
  form.setDeletesMissing(true);
  form.setMerges(true);
  assert.equal(sent(), [false, ['posts'], ['~posts']]);
  form.setMerges(false);
  assert.equal(sent(), whole);
});

const newer = [
  {
    id: 'pbc_1',
    name: 'newer',
    type: 'base',
    fields: [{ id: 'text1234567', name: 'title', type: 'text', hidden: true }],
  },
];

test('a newer format has no plan until its conversion, which rewrites the text', async () => {
  const form = await holding(newer);
  assert.equal([form.state.read?.newer, doneBy(form)], [['newer'], null]);
  assert.equal([await form.review(), await form.send()], [false, false]);
  assert.is(backend.callsTo(routes.send).length, 0);
  form.convert();
  assert.match(form.state.text, /^\[\n {4}\{\n {8}"id": "pbc_1"/);
  assert.equal(
    JSON.parse(form.state.text)[0].schema.map(({ name }: { name: string }) => name),
    ['title'],
  );
  assert.equal([form.state.read?.newer, form.state.isPending], [[], false]);
  assert.equal(doneBy(form), ['-post_stats', '-posts', '-users', '+newer']);
});

test('the report of lost parts stays until the text changes', async () => {
  const lossesOf = ({ state }: CollectionImportForm) =>
    state.losses.map(({ collection, field }) => [collection, field]);
  const all = [['newer', 'title']];
  const form = await holding([...newer, { ...postsCollection, id: 'another00000000' }]);
  assert.equal(lossesOf(form), []);
  form.convert();
  assert.equal(lossesOf(form), all);
  form.setMerges(true);
  form.useOriginalIds();
  form.repair();
  await form.review();
  assert.equal(lossesOf(form), all);
  form.setText(form.state.text);
  assert.equal(lossesOf(form), all);
  form.setText(`${form.state.text} `);
  assert.equal(lossesOf(form), []);
});

test('the report names the lost parts of a newer format in a file, too', async () => {
  const form = await holding(newer);
  form.convert();
  await give(form, [openPosts]);
  assert.equal(form.state.losses, []);
});

test('a repair rewrites the text and leaves nothing to repair', async () => {
  const meta = { id: 'q9w8np3e', name: 'meta', type: 'json', options: {} };
  const form = await holding([{ id: 'old000000000001', name: 'old', type: 'base', schema: [meta] }]);
  assert.equal(
    form.state.read?.repairs.map(({ collection, field }) => [collection, field]),
    [['old', 'meta']],
  );
  form.repair();
  assert.equal(form.state.read?.repairs, []);
  assert.equal(JSON.parse(form.state.text)[0].schema[0].options, { maxSize: 2_000_000 });
  assert.equal(
    form.state.read?.plan?.added[0]?.schema.map(({ options }) => options),
    [{ maxSize: 2_000_000 }],
  );
});

test('existing ids replace others in the text, so nothing is created twice', async () => {
  const form = await holding([
    usersCollection,
    { ...postsCollection, id: 'another00000000' },
    statsCollection,
  ]);
  assert.equal(form.state.read?.otherIds, [
    { collection: 'posts', field: null, importedId: 'another00000000', originalId: postsCollection.id },
  ]);
  assert.equal(doneBy(form), ['-posts', '+posts']);
  form.useOriginalIds();
  assert.equal([form.state.read?.otherIds, doneBy(form)], [[], []]);
  assert.is(JSON.parse(form.state.text)[1].id, postsCollection.id);
});

test('an unreadable text is never rewritten', async () => {
  const form = await openForm();
  typeIn(form, '[');
  form.convert();
  form.repair();
  form.useOriginalIds();
  assert.equal([form.state.text, form.state.losses], ['[', []]);
});

test('a file is read at once and replaces the typed text', async () => {
  const form = await openForm();
  form.setText('[');
  await give(form, [openPosts]);
  assert.equal([form.state.text, form.state.isPending, form.state.fault], [textOf([openPosts]), false, '']);
  assert.is(doneBy(form)?.length, 3);
  mock.timers.tick(200);
  assert.equal([form.state.fault, told()], ['', []]);
});

test('an invalid file clears the text and is reported in two toasts', async () => {
  const form = await holding([openPosts]);
  await form.loadFile(new File(['[{"id": 1}]'], 'bad.json'));
  assert.equal([form.state.text, form.state.fault, form.state.read], ['', '', null]);
  const [first, second, ...others] = told();
  assert.equal([first, others], [failedToLoad, []]);
  assert.match(second ?? '', /^error: Invalid collections configuration\. Line 1, column /);
});

test('an unreadable file keeps the text', async () => {
  const form = await holding([openPosts]);
  const file = new File([], 'gone.json');
  Object.defineProperty(file, 'text', { value: () => Promise.reject(new Error('gone')) });
  await form.loadFile(file);
  assert.equal([form.state.text, doneBy(form)?.length, told()], [textOf([openPosts]), 3, [failedToLoad]]);
});

test('a file that is too large is refused unread', async () => {
  const form = await openForm();
  const file = new File(['[]'], 'large.json');
  Object.defineProperty(file, 'size', { value: 21_000_000 });
  await form.loadFile(file);
  assert.equal(
    [form.state.text, told()],
    [
      '',
      [
        'error: Invalid collections configuration. The text is too large: 21 MB. At most 20 MB can be imported at once.',
      ],
    ],
  );
});

test('clear resets the form and cancels a pending read', async () => {
  const form = await holding(newer);
  form.convert();
  form.setMerges(true);
  form.setDeletesMissing(false);
  form.setText('[');
  form.clear();
  assert.equal({ ...form.state }, untouched);
  mock.timers.tick(200);
  assert.equal({ ...form.state }, untouched);
});

test('a review does not wait for the pause and reads the collections first', async () => {
  const form = await openForm();
  callsOf(backend);
  form.setText(textOf([usersCollection, openPosts]));
  server.collections.push(news);
  assert.ok(await form.review());
  assert.equal(callsOf(backend), ['GET collections']);
  assert.equal(doneBy(form), ['-news', '-post_stats', '~posts']);
});

test('a review has nothing to show if the server already has the same collections', async () => {
  const form = await holding([openPosts]);
  server.collections = [openPosts as Collection];
  assert.not(await form.review());
  assert.equal(doneBy(form), []);
});

test('the reviewed plan is sent after the collections are read again, then the form is reset', async () => {
  const form = await holding([openPosts, news]);
  form.setDeletesMissing(false);
  const sent = structuredClone(form.state.read?.plan?.sent);
  assert.ok(await form.send());
  await settle();
  const [call] = backend.callsTo(routes.send);
  assert.equal(call?.body, sent);
  assert.equal(
    sent?.collections.map((one) => [one.name, 'created' in one, 'updated' in one]),
    [
      ['posts', false, false],
      ['news', false, false],
    ],
  );
  assert.equal(callsOf(backend), ['GET collections', 'PUT collections/import', 'GET collections']);
  assert.equal([{ ...form.state }, told()], [untouched, [imported]]);
});

test('a merge sends only the imported collections and deletes nothing', async () => {
  const form = await holding([openPosts]);
  form.setMerges(true);
  assert.ok(await form.send());
  const body = backend.callsTo(routes.send)[0]?.body as { collections: Collection[]; deleteMissing: boolean };
  assert.equal([body.deleteMissing, body.collections.map(({ name }) => name)], [false, ['posts']]);
});

test('the plan stays during the review, even if the collections are reloaded', async () => {
  const form = await holding([openPosts]);
  assert.ok(await form.review());
  const looked = form.state.read?.plan;
  server.collections.push(news);
  await collections.load();
  assert.ok(form.state.read?.plan === looked);
  assert.not(await form.send());
  assert.equal(backend.callsTo(routes.send), []);
  form.endReview();
  assert.ok(form.state.read?.plan !== looked);
});

const meanwhile: [what: string, change: () => void, done: string[]][] = [
  [
    'has created a collection that would be deleted',
    () => server.collections.push(news),
    ['-news', '-post_stats', '-users', '~posts'],
  ],
  [
    'has renamed a collection that would be deleted',
    () => {
      for (const one of server.collections) if (one.name === 'users') one.name = 'people';
    },
    ['-people', '-post_stats', '~posts'],
  ],
];

for (const [what, change, done] of meanwhile) {
  test(`if someone else ${what}, the new plan must be reviewed before the request`, async () => {
    const form = await holding([openPosts]);
    change();
    assert.not(await form.send());
    assert.equal(callsOf(backend), ['GET collections']);
    assert.equal([told(), doneBy(form), form.state.isSending], [[changedMeanwhile], done, false]);
    assert.ok(await form.send());
    assert.is(backend.callsTo(routes.send).length, 1);
  });
}

for (const merges of [false, true]) {
  test(`${merges ? 'merging' : 'without deletion'}: unrelated changes by someone else stay`, async () => {
    const form = await holding([openPosts]);
    form.setDeletesMissing(false);
    form.setMerges(merges);
    const [users] = server.collections;
    assert.ok(users);
    users.listRule = 'id = 1';
    assert.ok(await form.send());
    const sent = backend.callsTo(routes.send)[0]?.body as { collections: Collection[] };
    assert.is(sent.collections.find(({ name }) => name === 'users')?.listRule, undefined);
  });
}

test('if someone else changed an imported collection, the new plan must be reviewed first', async () => {
  const form = await holding([openPosts]);
  form.setDeletesMissing(false);
  const posts = server.collections.find(({ name }) => name === 'posts');
  assert.ok(posts);
  posts.updateRule = 'id = 1';
  assert.not(await form.send());
  assert.equal([backend.callsTo(routes.send).length, told()], [0, [changedMeanwhile]]);
  assert.ok(await form.send());
});

test('no import is sent if the collections cannot be read again', async () => {
  const form = await holding([openPosts]);
  backend.answerOnce(routes.list, failure(500, 'The disk is gone.'));
  assert.not(await form.send());
  assert.is(backend.callsTo(routes.send).length, 0);
});

test('a review before the end of the pause reads the text once and keeps a refusal', async () => {
  const form = await openForm();
  form.setText(textOf([openPosts]));
  await form.review();
  backend.answer(routes.send, refused);
  await form.send();
  mock.timers.tick(200);
  assert.is(form.state.messages.length, 1);
});

test('a refusal keeps the plan, and its errors are at collection and field', async () => {
  const form = await holding([openPosts]);
  backend.answer(routes.send, refused);
  assert.not(await form.send());
  assert.equal(form.state.messages, [{ collection: 'posts', field: 'title', text: 'name: Is wrong.' }]);
  assert.equal([form.state.text, doneBy(form)?.length], [textOf([openPosts]), 3]);
  assert.equal([form.state.isSending, told()], [false, []]);
});

test('a refusal disappears when the text changes or is sent again', async () => {
  const form = await holding([openPosts]);
  backend.answerOnce(routes.send, refused);
  backend.answerOnce(routes.send, refused);
  await form.send();
  assert.is(form.state.messages.length, 1);
  typeIn(form, textOf([{ ...openPosts, viewRule: null }]));
  assert.equal(form.state.messages, []);
  await form.send();
  assert.is(form.state.messages.length, 1);
  const release = backend.hold(routes.send);
  const sending = form.send();
  await settle();
  assert.equal(form.state.messages, []);
  release();
  assert.ok(await sending);
});

test('a refusal without a collection shows its own message', async () => {
  const form = await holding([openPosts]);
  backend.answer(routes.send, failure(413, 'Request entity too large.'));
  assert.not(await form.send());
  assert.equal(form.state.messages, [{ collection: null, field: null, text: 'Request entity too large.' }]);
});

test('an unreachable server changes nothing, and the import can be sent again later', async () => {
  const form = await holding([openPosts]);
  form.setDeletesMissing(false);
  const comeBack = backend.goOffline();
  assert.not(await form.send());
  assert.equal(told(), ['error: The server cannot be reached. Check the connection and try again.']);
  assert.equal(
    [form.state.text, doneBy(form), form.state.deletesMissing],
    [textOf([openPosts]), ['~posts'], false],
  );
  assert.equal([form.state.isSending, form.state.messages], [false, []]);
  comeBack();
  assert.ok(await form.send());
});

test('a failed import request changes nothing', async () => {
  const form = await holding([openPosts]);
  backend.answerOnce(routes.send, networkError);
  assert.not(await form.send());
  assert.equal([told().length, doneBy(form)?.length, form.state.messages], [1, 3, []]);
});

test('a second send during the first does nothing', async () => {
  const form = await holding([openPosts]);
  const release = backend.hold(routes.send);
  const first = form.send();
  assert.is(form.state.isSending, true);
  assert.not(await form.send());
  await settle();
  assert.not(await form.send());
  release();
  assert.ok(await first);
  assert.equal([backend.callsTo(routes.send).length, form.state.isSending], [1, false]);
  assert.not(await form.send());
});

test('a text typed during the last read is not sent unreviewed', async () => {
  const form = await holding([openPosts]);
  const release = backend.hold(routes.list);
  const sending = form.send();
  typeIn(form, textOf([news]));
  release();
  assert.not(await sending);
  assert.equal([backend.callsTo(routes.send).length, form.state.text], [0, textOf([news])]);
});

test.run();
