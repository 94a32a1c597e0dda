// Undo of a change: the values that fit today's fields come back, and the others are told.
import '../../support/dom';
import 'fake-indexeddb/auto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ref } from 'valtio/vanilla';
import { ApiError } from '../../../ui/backend/ApiError';
import type { Collection } from '../../../ui/model/collection';
import type { SchemaField } from '../../../ui/model/field';
import type { FullRecord, RecordAnswer } from '../../../ui/model/record';
import * as collections from '../../../ui/page/collections';
import type { Panels } from '../../../ui/page/panels';
import * as panels from '../../../ui/page/panels';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import * as history from '../../../ui/records/history/history';
import { readSource, refusalOf, undo } from '../../../ui/records/history/undo';
import { createUndoForm } from '../../../ui/records/history/undoForm';
import { connect } from '../../backend/connect';
import { type Call, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { field } from '../../support/fields';
import { admin, adminToken, listOf } from '../../support/samples';

const recordRoute = 'api/collections/:collection/records/:id';

const select = (maxSelect: number) => field('select', 'kind', { maxSelect, values: ['p', 'q'] });
const collectionOf = (...schema: SchemaField[]): Collection => ({
  id: 'sw',
  name: 'sw',
  type: 'base',
  schema,
});
const answer = (values: object): RecordAnswer => ({
  record: { id: 'r1', updated: '1', ...values } as unknown as FullRecord,
  sources: Object.fromEntries(Object.entries(values).map(([name, one]) => [name, JSON.stringify(one)])),
});

let isGone = false;

/** The server holds the record after the change, with the fields of today. */
async function kept(then: Collection, before: object, after: object, today: Collection, now: object) {
  let stored: object = { id: 'r1', updated: '1', collectionId: 'sw', collectionName: 'sw', ...now };
  const backend = fakeBackend({
    'GET /api/collections': listOf([today], 200),
    'GET /api/collections/:collection': today,
    [`GET /${recordRoute}`]: () => stored,
    // The server sorts the keys of JSON if only some fields are asked for.
    'GET /api/collections/:collection/records': ({ query }: Call) =>
      listOf(
        isGone ? [] : [query['fields'] && 'meta' in stored ? { ...stored, meta: { a: 1, b: 2 } } : stored],
      ),
    [`PATCH /${recordRoute}`]: ({ body }: Call) => {
      stored = { ...stored, ...(body as object), updated: '2' };
      return stored;
    },
  });
  connect(backend, adminToken());
  Object.assign(collections.state, { all: ref([today]), isLoaded: true });
  const act = history.begin({ kind: 'save', verb: 'Save', title: 'r1', collection: then });
  const part = { collectionId: then.id, id: 'r1', name: 'r1', before: answer(before), after: answer(after) };
  await act.add({ parts: [part] });
  await act.close();
  return {
    id: act.id,
    backend,
    sent: () => backend.callsTo(`PATCH /${recordRoute}`).map(({ body }) => body),
    state: async () => (await history.read(act.id))?.act.state,
  };
}

const told = () => toasts.state.items.map(({ message }) => message);

test.before.each(() => {
  isGone = false;
  session.begin({ token: adminToken(), admin });
});
test.after.each(async () => {
  await history.empty();
  toasts.state.items = [];
  collections.forget();
  session.end();
  resetDom();
});

const [one, many] = [collectionOf(select(1)), collectionOf(select(3))];
const [n, title] = [field('number', 'n'), field('text', 'title')];
const both = collectionOf(n, title);
const withJson = collectionOf(field('json', 'meta'));
const done = 'Undone.';
type Kept = Parameters<typeof kept>;

for (const [what, [then, before, after, today, now], sent, said] of [
  [
    'a single value comes back into a field that takes several now',
    [one, { kind: 'p' }, { kind: 'q' }, many, { kind: ['q'] }],
    [{ kind: ['p'] }],
    done,
  ],
  [
    'a list of one comes back into a field that takes a single value now',
    [many, { kind: ['p'] }, { kind: ['p', 'q'] }, one, { kind: 'q' }],
    [{ kind: 'p' }],
    done,
  ],
  [
    'JSON comes back, although its keys are not in the order of the alphabet',
    [withJson, { meta: {} }, { meta: { b: 2, a: 1 } }, withJson, { meta: { b: 2, a: 1 } }],
    [{ meta: '{}' }],
    done,
  ],
  [
    'a longer list stays in the history, and the value of today stays',
    [many, { kind: ['p', 'q'] }, { kind: ['q'] }, one, { kind: 'q' }],
    [],
    'No value was restored. The field kind of sw takes other values now.',
  ],
  [
    'a value of a deleted field is told and stays in the history, while the others come back',
    [both, { n: 1, title: 'One' }, { n: 2, title: 'Two' }, collectionOf(title), { title: 'Two' }],
    [{ title: 'One' }],
    'The other values were restored. The field n of sw no longer exists.',
  ],
  [
    'a deleted field that the change left alone is not told',
    [both, { n: 1, title: 'One' }, { n: 1, title: 'Two' }, collectionOf(title), { title: 'Two' }],
    [{ title: 'One' }],
    done,
  ],
] as [string, Kept, object[], string][]) {
  test(what, async () => {
    const act = await kept(then, before, after, today, now);
    await undo([act.id]);
    assert.equal(act.sent(), sent);
    assert.equal([told(), await act.state()], [[said], said === done ? 'undone' : 'closed']);
  });
}

for (const now of ['q', 'other']) {
  test(`a refused value is listed with its field, and the entry stays${now === 'q' ? '' : ', after a choice, too'}`, async () => {
    const sw = collectionOf(select(1));
    const act = await kept(sw, { kind: 'p' }, { kind: 'q' }, sw, { kind: now });
    const data = { kind: { code: 'validation_invalid_value', message: 'Invalid value p.' } };
    act.backend.answer(
      `PATCH /${recordRoute}`,
      failure(400, 'Something went wrong while processing your request.', data),
    );
    if (now === 'q') {
      void undo([act.id]);
      await eventually(() => panels.state.open.map(({ name }) => name), ['undo']);
      const takes = panels.state.open[0]?.takes as Panels['undo']['takes'] | undefined;
      assert.equal(takes?.ended?.run.state.refused[0]?.fields, data);
      panels.closeAll();
    } else {
      const source = await readSource([act.id], null);
      assert.ok(source);
      const form = createUndoForm(source as NonNullable<typeof source>);
      await form.open();
      assert.is(form.state.step, 'conflicts');
      await form.resolveConflicts({ kind: 'mine' });
      assert.equal([form.state.step, form.run.state.refused[0]?.fields], ['ended', data]);
    }
    assert.equal([told(), await act.state()], [[], 'closed']);
  });
}

test('a change of a deleted record names the way out, and the entry stays', async () => {
  const sw = collectionOf(select(1));
  const act = await kept(sw, { kind: 'p' }, { kind: 'q' }, sw, { kind: 'q' });
  isGone = true;
  await undo([act.id]);
  assert.equal(act.sent(), []);
  assert.equal(
    [told(), await act.state()],
    [['1 changed record no longer exists: r1. Undo the delete first.'], 'closed'],
  );
});

test('a refused import of a deleted collection is one message that names the invalid rule', () => {
  const message =
    'Data validations failed for collection "posts" (aaaaaaaaaaaaaaa):\n{\n  "listRule": "Invalid rule."\n}.';
  const fields = { collections: { code: 'collections_import_validate_failure', message } };
  const error = new ApiError({
    kind: 'refused',
    url: '',
    status: 400,
    message: 'Failed to import the submitted collections.',
    fields,
  });
  const said =
    'The collection posts is not valid now (listRule: Invalid rule.). Correct it, then undo again.';
  assert.is(refusalOf(error), `The server refused this.\n${said}`);
});

test.run();
