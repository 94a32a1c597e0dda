// Compares the page with real servers: the records that name another one, and the reasons for a refused delete.
import '../support/bareWindow';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../ui/backend/listedRecords';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import { readDependents } from '../../ui/records/history/keeping';
import { type Blocker, createBlockerSearch, isRefusedDelete } from '../../ui/records/related/blockers';
import { blockersOf } from '../../ui/records/related/references';
import { createUsedBy } from '../../ui/records/related/usedBy';
import {
  createCollection,
  createRecord,
  failureOf,
  field,
  openList,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, eventually } from '../support/walk';

const hook = `
onRecordBeforeDeleteRequest((e) => {
  if (e.record.getString('title') === 'kept') throw new BadRequestError('A hook keeps it.');
}, 'roots');
`;
const addHook = (dir: string) => writeFileSync(path.join(dir, 'pb_hooks/keep.pb.js'), hook);

const relation = (
  target: Collection | { id: string },
  name: string,
  options: object = {},
  required = false,
) => ({ ...field('relation', name, { collectionId: target.id, ...options }), required });
const cascade = { cascadeDelete: true };
const many = { maxSelect: 5 };

for (const { name: version, binary } of backends()) {
  const server = sharedBackend(binary, { prepare: addHook });
  const of: Record<string, Collection> = {};
  const at = (name: string): Collection => {
    const { [name]: found } = of;
    if (!found) throw new Error(`There is no collection ${name}.`);
    return found;
  };
  const make = async (name: string, body: object = {}) => (await createRecord(at(name), body)).id;
  const root = (id?: string) => make('roots', { title: 'root', ...(id && { id }) });
  const change = async (collection: string, changed: object) =>
    askServer(await server.backend(), collection, { method: 'PATCH', body: changed });

  async function scene() {
    await server.connect();
    if (of['roots']) return;
    const add = async (name: string, ...schema: object[]) => {
      of[name] = await createCollection({ name, schema: [field('text', 'title'), ...schema] });
    };
    await add('roots');
    await add('singles', relation(at('roots'), 'root', {}, true));
    await add('lists', relation(at('roots'), 'roots', many, true));
    await add('branches', relation(at('roots'), 'root', cascade));
    await add('bundles', relation(at('roots'), 'roots', { ...many, ...cascade }));
    await add('twigs', relation(at('branches'), 'branch', cascade));
    await add('fruits', relation(at('twigs'), 'twig', {}, true));
    await add('baskets', relation(at('branches'), 'branches', many, true));
    await add('ribbons', relation(at('bundles'), 'bundles', many, true));
    await add('friends', relation(at('roots'), 'root'));
    await add('pairs', relation(at('roots'), 'roots', { ...many, minSelect: 2 }));
    const nodes = await createCollection({ name: 'nodes', schema: [field('text', 'title')] });
    const schema = [
      ...nodes.schema,
      relation(nodes, 'parent', cascade),
      relation(nodes, 'twin'),
      relation(nodes, 'twins', many),
    ];
    await change(`collections/${nodes.id}`, { schema });
    await collections.load();
    of['nodes'] = collections.find('nodes') ?? nodes;
    for (const name of Object.keys(of)) of[name] = collections.find(name) ?? at(name);
  }

  /** Deletes the record, which the server refuses, and returns what the page says of it. */
  async function refused(collection: string, id: string): Promise<readonly Blocker[]> {
    const error = await failureOf(records.remove(at(collection).id, id));
    assert.ok(isRefusedDelete(error), error.message);
    const search = createBlockerSearch(at(collection).id, id);
    const close = search.open();
    await eventually(() => search.state.isDone, true);
    close();
    assert.is(search.state.hasGaps, false);
    return search.state.blockers;
  }

  const texts = (blockers: readonly Blocker[]) =>
    blockers.map(({ collectionName, fieldName, through, count, firstId }) =>
      [`${collectionName}.${fieldName}`, ...through, count, firstId].join(' '),
    );

  /** Counts what the page would count. */
  async function blocking(collection: string, id: string): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const { collection: one, filter } of blockersOf(at(collection), id, collections.state.all)) {
      const count = await listedRecords.count(one.id, filter ?? '', { key: 'test' });
      if (count > 0) found[one.name] = count;
    }
    return found;
  }

  /** What names the record, and what the page says of it; null if the delete is free. */
  const cases: [name: string, text: string | null, make: (id: string) => Promise<string>][] = [
    ['a required relation', 'singles.root 1', (id) => make('singles', { root: id })],
    ['the last value of a required list', 'lists.roots 1', (id) => make('lists', { roots: [id] })],
    [
      'a required relation below two cascades',
      'fruits.twig branches twigs 1',
      async (id) =>
        make('fruits', { twig: await make('twigs', { branch: await make('branches', { root: id }) }) }),
    ],
    [
      'a required list below a cascade that loses all its values',
      'baskets.branches branches 1',
      async (id) => {
        const both = [await make('branches', { root: id }), await make('branches', { root: id })];
        return make('baskets', { branches: both });
      },
    ],
    [
      'a required list below a cascading list',
      'ribbons.bundles bundles 1',
      async (id) => make('ribbons', { bundles: [await make('bundles', { roots: [id] })] }),
    ],
    ['an optional relation', null, (id) => make('friends', { root: id })],
    ['a required list with another value', null, async (id) => make('lists', { roots: [id, await root()] })],
    [
      'a required list below a cascade with another value',
      null,
      async (id) => {
        const kept = await make('branches', { root: await root() });
        return make('baskets', { branches: [await make('branches', { root: id }), kept] });
      },
    ],
    [
      'a cascading list that keeps another value, and what needs it',
      null,
      async (id) => make('ribbons', { bundles: [await make('bundles', { roots: [id, await root()] })] }),
    ],
    ['a list that keeps too few values', null, async (id) => make('pairs', { roots: [id, await root()] })],
  ];
  for (const [name, text, prepare] of cases) {
    test(`${version}: ${name} ${text ? 'refuses the delete, and is named' : 'does not block it'}`, async () => {
      await scene();
      const id = await root();
      const blocker = await prepare(id);
      const [collection = ''] = text?.split('.') ?? [];
      assert.equal(await blocking('roots', id), text ? { [collection]: 1 } : {});
      if (!text) return records.remove(at('roots').id, id);
      assert.equal(texts(await refused('roots', id)), [`${text} ${blocker}`]);
    });
  }

  test(`${version}: the effects of a delete are those that the list told`, async () => {
    await scene();
    const id = await root();
    const other = await root();
    await make('branches', { root: id });
    const last = await make('bundles', { roots: [id] });
    const rest = await make('bundles', { roots: [id, other] });
    const friend = await make('friends', { root: id });
    const pair = await make('pairs', { roots: [id, other] });
    const used = createUsedBy(at('roots').id, id);
    const close = used.open();
    await eventually(() => used.state.total.isCounting, false);
    await eventually(
      () =>
        Object.fromEntries(
          used.state.rows
            .filter(({ count }) => count !== 0)
            .map(({ collection, count, effects }) => [
              collection.name,
              [count, ...(effects ?? []).map((one) => `${one.effect} ${one.count}`)].join(' '),
            ]),
        ),
      { branches: '1 deleted 1', bundles: '2 deleted 1 loses 1', friends: '1 loses 1', pairs: '1 fewLeft 1' },
    );
    close();
    assert.is(used.state.total.count, 5);
    await records.remove(at('roots').id, id);
    assert.is(await listedRecords.count(at('branches').id, `root = "${id}"`, { key: 'test' }), 0);
    const read = async (name: string, one: string) =>
      (await askServer(await server.backend(), `collections/${name}/records/${one}`)).json;
    assert.is((await read('bundles', last)).code, 404);
    assert.equal((await read('bundles', rest)).roots, [other]);
    assert.is((await read('friends', friend)).root, '');
    assert.equal((await read('pairs', pair)).roots, [other]);
    const save = await change(`collections/pairs/records/${pair}`, { title: 'x' });
    assert.is(save.status, 400, 'the list of too few values cannot be saved');
  });

  for (const id of ['100%_(aaaaaaaaa', 'under_scoreaaaa', 'par(en)thesesaa', 'percent%%aaaaaa']) {
    test(`${version}: the records that name ${id} are found from the search bar, no others`, async () => {
      await scene();
      await root(id);
      // `%` and `_` as wildcards would find these, too.
      const similar = await root(id.replace(/[%_(]/g, 'x'));
      const blocker = await make('singles', { root: id });
      await make('singles', { root: similar });
      const list = await make('lists', { roots: [id] });
      await make('lists', { roots: [similar] });
      const used = createUsedBy(at('roots').id, id);
      const close = used.open();
      await eventually(() => used.state.total.isCounting, false);
      close();
      for (const [name, expected] of [
        ['singles', blocker],
        ['lists', list],
      ] as const) {
        const filter = used.state.rows.find(({ collection }) => collection.name === name)?.filter ?? '';
        const opened = await openList(at(name), undefined, filter);
        assert.equal(
          opened.list.state.items.map((row) => row.id),
          [expected],
          filter,
        );
      }
      const { id: collectionId } = at('roots');
      const answer = await records.get(at('roots'), id);
      const { signal } = new AbortController();
      const { references } = await readDependents([{ collectionId, answer }], collections.state.all, signal);
      assert.equal(references.map((one) => one.recordId).sort(), [blocker, list].sort(), 'undo keeps them');
      assert.equal(texts(await refused('roots', id)).sort(), [
        `lists.roots 1 ${list}`,
        `singles.root 1 ${blocker}`,
      ]);
    });
  }

  test(`${version}: a record that names itself does not stand in its own way`, async () => {
    await scene();
    const schema = at('nodes').schema.map((one) => (one.name === 'twin' ? { ...one, required: true } : one));
    const id = 'selfreferencing';
    await make('nodes', { id, title: 'self' });
    await change(`collections/nodes/records/${id}`, { twin: id });
    await change('collections/nodes', { schema });
    await collections.load();
    of['nodes'] = collections.find('nodes') ?? at('nodes');
    assert.equal(await blocking('nodes', id), {});
    const child = await make('nodes', { twin: id, parent: id });
    const other = await make('nodes', { twin: child });
    assert.equal(await blocking('nodes', id), { nodes: 1 });
    const used = createUsedBy(at('nodes').id, id);
    const close = used.open();
    await eventually(() => used.state.total.isCounting, false);
    close();
    assert.equal(
      used.state.rows.map(({ fieldName, count }) => `${fieldName} ${count}`),
      ['twin 1', 'parent 1', 'twins 0'],
    );
    assert.equal(texts(await refused('nodes', id)), [`nodes.twin 1 ${child}`, `nodes.twin nodes 1 ${other}`]);
    await records.remove(at('nodes').id, other);
    const alone = await make('nodes', { id: 'alonereferencin', twin: id });
    await change(`collections/nodes/records/${alone}`, { twin: alone });
    await records.remove(at('nodes').id, alone);
  });

  test(`${version}: a hook refuses, and no relation is blamed`, async () => {
    await scene();
    const id = await make('roots', { title: 'kept' });
    await make('friends', { root: id });
    assert.equal(await refused('roots', id), []);
  });

  test.after(server.stop);
}

test.run();
