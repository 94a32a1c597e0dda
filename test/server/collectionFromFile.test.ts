// A file becomes a collection: proposed, checked, created and undone, as the page does it.
import '../support/bareWindow';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { request } from '../../ui/backend/client';
import * as api from '../../ui/backend/collections';
import type { Collection } from '../../ui/model/collection';
import { can } from '../../ui/page/capabilities';
import * as collections from '../../ui/page/collections';
import * as session from '../../ui/page/session/session';
import * as history from '../../ui/records/history/history';
import * as undo from '../../ui/records/history/undo';
import { createUndoForm } from '../../ui/records/history/undoForm';
import { createImportRun } from '../../ui/records/import/importRun';
import type { NewField } from '../../ui/records/import/plan/fieldProposal';
import type { RecordImportForm } from '../../ui/records/import/recordImportForm';
import { randomNumbers } from '../support/randomNumbers';
import { createCollection, createRecord, field, idOf, sharedBackend } from '../support/realBackend';
import {
  allDelivered,
  checkFile,
  faultsOf,
  importAll,
  isWrite,
  killAfter,
  network,
  openNetwork,
  openPage,
  patch,
  refusalsOf,
  reload,
  rowsIn,
  start,
  storedIn,
  undoImport,
} from '../support/recordImport';
import { isLong } from '../support/runsOf';
import { backends } from '../support/server';
import { spreadsheetFile, spreadsheets } from '../support/spreadsheets';

const csv = (fileName: string, text: string) => new File([text], fileName);
const newsOf = ({ state }: RecordImportForm) => state.news as readonly (NewField | null)[];

/** Answers what a file leaves open, as a person would. */
function answer(form: RecordImportForm): void {
  for (const [at, { reading }] of (form.state.plan?.columns ?? []).entries()) {
    if (reading.kind === 'number' && reading.decimal === null)
      form.setColumn(at, { reading: { ...reading, decimal: '.' } });
    if (reading.kind === 'date' && reading.order === null)
      form.setColumn(at, { reading: { ...reading, order: 'dayFirst' } });
  }
}

for (const { name, binary, dialect } of backends('lines')) {
  const server = sharedBackend(binary);

  async function open(): Promise<readonly Collection[]> {
    await openPage(await server.backend());
    return api.listAll();
  }

  /** Returns the collection that the last import has made. */
  async function madeCollection(): Promise<Collection> {
    await history.load();
    const act = history.state.acts.find(({ kind }) => kind === 'import');
    return reload(act?.collectionId ?? '');
  }

  for (const [country, sheet] of Object.entries(spreadsheets)) {
    test(`${name}: a ${country} spreadsheet goes in as proposed, and Undo leaves the server as before`, async () => {
      const before = await open();
      const checked = await checkFile(null, csv(`${country}.csv`, spreadsheetFile(sheet)), answer);
      assert.equal(faultsOf(checked.check), {});
      const writes = network.writes.length;
      const run = await importAll(checked);
      assert.equal([run.state.created, refusalsOf(run), run.state.differing], [24, {}, []]);
      assert.is(network.writes[writes], 'POST /api/collections');
      const made = await madeCollection();
      assert.equal([made.name, made.listRule, made.createRule], [country, null, null]);
      assert.is(Object.keys(await storedIn(made)).length, 24);
      await undoImport();
      assert.equal(await api.listAll(), before);
      assert.is(history.state.acts.length > 0 && (await history.unfinishedImports(null)).length, 0);
    });
  }

  test(`${name}: all values are stored, with choices, a relation by a unique name, and own ids`, async () => {
    await open();
    const cities = await createCollection({
      name: 'cities',
      schema: [field('text', 'title')],
      indexes: ['CREATE UNIQUE INDEX cities_title ON cities (title)'],
    });
    const ids: Record<string, string> = {};
    for (const title of ['Bern', 'Lyon', 'Ulm']) ids[title] = (await createRecord(cities, { title })).id;
    await collections.load();
    const rows = ['Bern', 'Lyon', 'Bern', 'Ulm'].map(
      (city, at) =>
        `${idOf('person', at)},Kim ${at},${city},${['new', 'old'][at % 2]},"{""n"":${at}}",000${at}`,
    );
    const file = csv('People 2026.csv', `id,Full Name,City,State,Meta,Code\n${rows.join('\n')}`);
    const checked = await checkFile(null, file, (form) => {
      const news = newsOf(form);
      assert.equal(
        news.map((one) => one && [one.field.name, one.field.type, one.reason]),
        [
          ['original_id', 'text', '4 of 4 are texts.'],
          ['full_name', 'text', '4 of 4 are texts.'],
          ['city', 'relation', '4 of 4 are the title of a record of cities.'],
          ['state', 'select', '4 of 4 are one of 2 values.'],
          ['meta', 'json', '4 of 4 are lists or objects.'],
          ['code', 'text', '4 of 4 begin with 0.'],
        ],
      );
      assert.is(form.state.plan?.columns[0]?.field, 'id');
      const [, fullName] = news;
      if (fullName)
        form.setNew(1, { ...fullName, isUnique: true, field: { ...fullName.field, required: true } });
      form.setName('people');
    });
    assert.equal(faultsOf(checked.check), {});
    await importAll(checked);
    const people = await madeCollection();
    assert.equal(
      [people.name, people.schema.map((one) => one.name)],
      ['people', ['full_name', 'city', 'state', 'meta', 'code']],
    );
    assert.is(people.schema[0]?.required, true);
    assert.match(String(people.indexes?.[0]), /CREATE UNIQUE INDEX `idx_\w+` ON `people` \(`full_name`\)/);
    const first = (await rowsIn(people)).find(({ id }) => id === idOf('person', 0))?.values;
    assert.equal(
      ['full_name', 'city', 'state', 'meta', 'code'].map((one) => JSON.parse(first?.get(one) ?? 'null')),
      ['Kim 0', ids['Bern'], 'new', { n: 0 }, '0000'],
    );
    await undoImport();
    assert.is(await api.get(people.id).catch(() => null), null);
    await collections.load();
  });

  if (dialect.isNewer)
    test(`${name}: objects of a longitude and a latitude are points where the server has them`, async () => {
      await open();
      const points = [
        { lon: 11.5, lat: 48.1 },
        { lat: -0.5, lon: 180 },
      ];
      const file = csv('places.json', JSON.stringify(points.map((at) => ({ at }))));
      const checked = await checkFile(null, file, (form) =>
        assert.is(newsOf(form)[0]?.field.type, isLong && !can('geoPoint') ? 'json' : 'geoPoint'),
      );
      assert.equal(faultsOf(checked.check), {});
      await importAll(checked);
      const rows = await rowsIn(await madeCollection());
      assert.equal(
        rows
          .map(({ values }) => JSON.parse(values.get('at') ?? 'null'))
          .sort((one, other) => one.lon - other.lon),
        points,
      );
      await undoImport();
    });

  test(`${name}: the check refuses what does not fit, and nothing is written`, async () => {
    const before = await open();
    const rows = Array.from({ length: 1_500 }, (_, at) => `${at === 751 ? 'none' : at},${at % 7}`);
    const writes = network.writes.length;
    const { check, form } = await checkFile(null, csv('big.csv', `n,m\n${rows.join('\n')}`));
    assert.is(newsOf(form)[0]?.field.type, 'number');
    assert.equal(faultsOf(check), { 'n: Must be a number.': [753] });
    await form.setNewField(0, 'text');
    await form.check();
    assert.equal(faultsOf(form.state.check as typeof check), {});
    assert.equal([network.writes.length, await api.listAll()], [writes, before]);
    form.setNew(1, {
      ...(newsOf(form)[1] as NewField),
      field: { ...(newsOf(form)[1] as NewField).field, name: 'n' },
    });
    assert.is(form.fault(), 'n: Another field has this name.');
    form.setName('users');
    assert.is(form.fault(), 'Collection name: Another collection has this name.');
  });

  test(`${name}: a create that is refused leaves nothing, and one without a response is found`, async () => {
    const before = await open();
    const refused = await checkFile(null, csv('taken.csv', 'a,b\n1,2\n3,4\n'));
    const other = await createCollection({ name: 'taken', schema: [field('text', 'x')] });
    const run = createImportRun(refused.form.collection);
    await start(run, refused.form);
    assert.equal([run.state.isShown, (await history.unfinishedImports(null)).length], [false, 0]);
    await api.remove(other.id);
    await collections.load();
    // The server stores it, but the response does not come.
    let isLost = false;
    network.send = async (input, init) => {
      const response = await network.deliver(input, init);
      if (isLost || !isWrite(init) || !String(input).endsWith('/collections')) return response;
      isLost = true;
      throw new TypeError('lost');
    };
    const lost = await checkFile(null, csv('lost.csv', 'a,b\n1,2\n3,4\n'));
    const second = await importAll(lost);
    network.send = null;
    assert.equal([isLost, second.state.created], [true, 2]);
    await undoImport();
    assert.equal(await api.listAll(), before);
  });

  test(`${name}: killed at random moments and chosen again, no row is doubled or missing`, async () => {
    const before = await open();
    const random = randomNumbers(11);
    const text = `ref,n\n${Array.from({ length: 90 }, (_, at) => `R-${at},${at}`).join('\n')}`;
    const file = () => csv('killed.csv', text);
    let kill = 0;
    for (; ; kill += 1) {
      const checked = await checkFile(null, file(), answer);
      assert.equal(faultsOf(checked.check), {});
      assert.is(checked.form.isContinued(), kill > 0);
      const run = createImportRun(checked.form.collection);
      // The first kill is at the create, the second at the first rows.
      const killed =
        kill < 9 ? killAfter(kill < 2 ? kill + 1 : 1 + random(25), random) : new Promise<never>(() => {});
      const ended = start(run, checked.form);
      if ((await Promise.race([killed, ended.then(() => 'ended')])) === 'ended') break;
      run.stop();
      openNetwork();
      await allDelivered();
      await collections.load();
    }
    network.send = null;
    await allDelivered();
    assert.ok(kill >= 3, `${kill} kills`);
    const made = await madeCollection();
    const refs = (await rowsIn(made)).map(({ values }) => JSON.parse(values.get('ref') ?? ''));
    assert.equal([refs.length, new Set(refs).size, made.name], [90, 90, 'killed']);
    await undoImport((form) =>
      form.toggle(
        (form.state.plan?.unsure ?? []).map((part) => `${part.collectionId}/${part.id}`),
        true,
      ),
    );
    assert.equal(await api.listAll(), before);
  });

  test(`${name}: Undo keeps a collection with other records, or another definition`, async () => {
    const before = await open();
    await importAll(await checkFile(null, csv('contacts.csv', 'name,n\nKim,1\nLou,2\nMax,3\n')));
    const made = await madeCollection();
    const [first] = await rowsIn(made);
    await patch(made, first?.id ?? '', { n: 9 });
    const added = await createRecord(made, { name: 'Pat' });
    const form = await undoImport(({ state }) => {
      assert.ok(state.plan?.stays.includes('2 records were added or changed since: contacts stays.'));
    });
    assert.equal([form.run.state.deleted, (await rowsIn(made)).length], [2, 2]);
    await request('DELETE', `collections/${made.id}/records/${first?.id}`);
    await request('DELETE', `collections/${made.id}/records/${added.id}`);
    await api.update(made.id, { listRule: '' });
    await undo.undo([history.state.acts.find(({ kind }) => kind === 'import')?.id ?? '']);
    assert.is((await api.get(made.id)).listRule, '');
    await api.update(made.id, { listRule: null });
    await undoImport();
    assert.equal(await api.listAll(), before);
  });

  test(`${name}: a record that comes right before the delete keeps the collection, and Undo of Undo brings all back`, async () => {
    const before = await open();
    await importAll(await checkFile(null, csv('late.csv', 'name,n\nKim,1\nLou,2\n')));
    const made = await madeCollection();
    const stored = await storedIn(made);
    let isLate = true;
    network.send = async (input, init) => {
      const response = await network.deliver(input, init);
      const isLastRow = init?.method === 'DELETE' && isLate && (await rowsIn(made)).length === 0;
      if (isLastRow && isLate) {
        isLate = false;
        await createRecord(made, { name: 'late' });
      }
      return response;
    };
    const form = await undoImport();
    network.send = null;
    assert.equal(form.run.state.told, ['1 record was added or changed since: late stays.']);
    for (const { id } of await rowsIn(made)) await request('DELETE', `collections/${made.id}/records/${id}`);
    await undoImport();
    assert.equal(await api.listAll(), before);
    // Both entries of the Undo together: the rows, and the collection.
    const undone = history.state.acts.filter(({ kind, state }) => kind === 'undo' && state !== 'undone');
    const source = await undo.readSource(undone.map(({ id }) => id).slice(0, 2), null);
    assert.ok(source);
    const again = createUndoForm(source);
    await again.open();
    await again.send();
    assert.equal(await storedIn(await reload(made.id)), stored);
    await api.remove(made.id);
  });

  test(`${name}: new fields are appended to the present schema, and go only if a person wants it`, async () => {
    await open();
    const posts = await createCollection({
      name: 'notes_of_file',
      schema: [field('text', 'title'), field('number', 'n')],
    });
    const old = await createRecord(posts, { title: 'old', n: 1 });
    const known = await reload(posts.id);
    const file = csv('notes.csv', `id,title,Color\n${old.id},old,red\n${idOf('fresh', 1)},new,blue\n`);
    const choose = async (form: RecordImportForm) => form.setNewField(2);
    const checked = await checkFile(known, file, choose);
    assert.equal(faultsOf(checked.check), {});
    // Somebody adds a field after the check.
    await api.update(posts.id, { schema: [...known.schema, field('bool', 'late')] });
    await importAll(checked);
    const now = await reload(posts.id);
    assert.equal(
      now.schema.map((one) => one.name),
      ['title', 'n', 'late', 'color'],
    );
    assert.equal(
      now.schema.slice(0, 2).map(({ id }) => id),
      known.schema.map(({ id }) => id),
    );
    assert.equal(
      Object.values(await storedIn(now))
        .map((row) => row['color'])
        .sort(),
      ['"blue"', '"red"'],
    );
    await undoImport((form) => {
      const [removal] = form.state.plan?.removals ?? [];
      assert.equal(
        removal?.fields.map((one) => one.name),
        ['color'],
      );
      form.toggle([`fields of ${removal?.act.id}`], true);
    });
    const after = await reload(posts.id);
    assert.equal(
      after.schema.map((one) => one.name),
      ['title', 'n', 'late'],
    );
    assert.equal((await rowsIn(after)).length, 1);
    // Other values keep the field.
    await importAll(
      await checkFile(after, csv('more.csv', `title,Color\nnew,blue\n`), (form) => form.setNewField(1)),
    );
    await patch(after, old.id, { color: 'mine' });
    const kept = await undoImport((form) =>
      form.toggle([`fields of ${form.state.plan?.removals[0]?.act.id}`], true),
    );
    assert.equal(kept.run.state.told, ['The field color holds other values and stays.']);
    assert.is((await reload(posts.id)).schema.length, 4);
    await api.remove(posts.id);
  });

  test(`${name}: a new field that somebody has changed, or made anew, stays`, async () => {
    await open();
    const posts = await createCollection({ name: 'changed_fields', schema: [field('text', 'title')] });
    const file = csv('fields.csv', 'title,Color,Size\nnew,blue,L\n');
    const toNewFields = async (form: RecordImportForm) => {
      await form.setNewField(1);
      await form.setNewField(2);
    };
    await importAll(await checkFile(await reload(posts.id), file, toNewFields));
    const [title, color, size] = (await reload(posts.id)).schema;
    assert.ok(title && color && size);
    await api.update(posts.id, { schema: [title, { ...color, options: { ...color.options, max: 9 } }] });
    await api.update(posts.id, { schema: [...(await reload(posts.id)).schema, field('text', 'size')] });
    const form = await undoImport(({ state }) => {
      assert.equal(state.plan?.removals, []);
      assert.ok(state.plan?.stays.includes('The field color was changed since and stays as it is.'));
    });
    assert.equal(form.run.state.gone, []);
    const left = (await reload(posts.id)).schema;
    assert.equal(
      left.map((one) => one.name),
      ['title', 'color', 'size'],
    );
    assert.is(left[1]?.id, color.id);
    await api.remove(posts.id);
  });

  test.after(server.stop);
}
test.after(session.end);

test.run();
