import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { findRecords, readChoices } from '../../../ui/records/related/recordChoices';
import { connect } from '../../backend/connect';
import { type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { listOf, postsCollection, usersCollection } from '../../support/samples';

const route = 'GET /api/collections/:collection/records';
const people = {
  ...postsCollection,
  schema: [
    { id: 'a', name: 'name', type: 'text', presentable: true, options: {} },
    { id: 'b', name: 'about', type: 'editor', presentable: true, options: {} },
    { id: 'c', name: 'portrait', type: 'file', presentable: true, options: {} },
    { id: 'd', name: 'notes', type: 'text', options: {} },
  ],
} as unknown as Collection;

let backend: FakeBackend;
const lastQuery = () => backend.callsTo(route).at(-1)?.query;
const find = (collection: Collection, typed: string) =>
  findRecords(collection, typed, new AbortController().signal);

test.before.each(() => {
  resetDom();
  const row = { id: 'r1', name: 'Ada', about: `${'very '.repeat(30)}long` };
  backend = fakeBackend({ [route]: listOf([row], 10) });
  connect(backend);
});

test('requests a few records with only their displayed fields', async () => {
  const [found] = await find(people, '');
  assert.equal(lastQuery(), {
    page: '1',
    perPage: '10',
    fields: 'id,name,about:excerpt(70)',
    skipTotal: '1',
  });
  assert.is(found?.id, 'r1');
  assert.match(found?.text ?? '', /^Ada, very very/);
  assert.ok((found?.text.length ?? 0) <= 73);
});

test('searches ids and displayed fields for the typed text', async () => {
  await find(people, '50%_"');
  assert.is(lastQuery()?.['filter'], ['id', 'name', 'about'].map((one) => `${one}~"50\\%\\_\\""`).join('||'));
});

test('without presentable fields it searches the identifying fields', async () => {
  await find(usersCollection as Collection, 'x');
  assert.match(lastQuery()?.['filter'] ?? '', /^id~"x"\|\|.*email~"x"\|\|username~"x"/);
});

test('who must tell a failure from no result reads the records themselves', async () => {
  const { signal } = new AbortController();
  const [found] = await readChoices(people, 'Ada', { signal });
  assert.is(found?.id, 'r1');
  backend.answerOnce(route, failure(403, 'No.'));
  const message = await readChoices(people, 'Ada', { signal }).catch((error: Error) => error.message);
  assert.is(message, 'No.');
});

test('suggests nothing if the records cannot be read, and cancels the search for an older word', async () => {
  backend.answerOnce(route, failure(403, 'No.'));
  assert.equal(await find(people, 'x'), []);
  backend.hold(route);
  const controller = new AbortController();
  const found = findRecords(people, 'y', controller.signal);
  controller.abort();
  assert.equal(await found, []);
});

test.run();
