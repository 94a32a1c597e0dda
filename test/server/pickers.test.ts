// The requests of pickers and previews on real servers.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as files from '../../ui/api/files';
import * as listedRecords from '../../ui/api/listedRecords';
import * as records from '../../ui/api/records';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import { fieldValue, type ListedRecord } from '../../ui/model/record';
import { fieldsToRead, filesFilter, pickableFields, tilesOf } from '../../ui/screens/pickers/fileChoices';
import { createFilePicker } from '../../ui/screens/pickers/filePicker';
import { pickerCallOf } from '../../ui/screens/pickers/pickerList';
import { createRecordPicker, type RecordPicker, rowsOf } from '../../ui/screens/pickers/recordPicker';
import * as collections from '../../ui/state/collections';
import * as session from '../../ui/state/session';
import {
  createCollection,
  createRecord,
  field,
  formOf,
  idOf,
  pngFile,
  pngSize,
  sharedBackend,
} from '../support/realBackend';
import { adminToken, backends } from '../support/server';

const shownIds = (picker: RecordPicker) =>
  rowsOf(picker.state, picker.source.list.state.items).map(({ id }) => id);

for (const { name, binary } of backends()) {
  const server = sharedBackend(binary);
  let posts = '';

  test(`${name}: the picker shows the selected records first, then the newest, with cut texts`, async () => {
    const client = await server.connect();
    const token = await adminToken(await server.backend());
    session.adopt({ token, admin: { id: 'a', email: 'a@example.com', avatar: 0, created: '', updated: '' } });
    const schema = [field('text', 'title', {}, true), field('editor', 'body')];
    posts = (await createCollection({ name: 'posts', schema })).id;
    for (let at = 0; at < 4; at++) {
      const body = `<p>${'long '.repeat(200)}</p>`;
      await createRecord({ id: posts }, { id: idOf('post', at), title: `Post ${at}`, body });
    }
    await collections.load();
    client.asked.length = 0;
    const picker = createRecordPicker({
      collectionId: posts,
      selected: [idOf('post', 1), idOf('gone')],
      max: null,
    });
    await picker.open();
    assert.equal(
      shownIds(picker),
      [1, 3, 2, 0].map((at) => idOf('post', at)),
    );
    assert.equal([...picker.state.missing], [idOf('gone')]);
    assert.is(client.asked.filter(({ pathname }) => pathname.endsWith('/records')).length, 2);
    const [row] = rowsOf(picker.state, picker.source.list.state.items);
    const body = String(fieldValue(row as ListedRecord, 'body'));
    assert.ok(body.length <= 200 && body.startsWith('long long'), body);
    assert.is(fieldValue(row as ListedRecord, 'title'), 'Post 1');

    await picker.search('Post 2');
    assert.equal(shownIds(picker), [idOf('post', 2)]);
    await picker.search(`title = "Post 0" || id = "${idOf('post', 3)}"`);
    assert.equal(shownIds(picker), [idOf('post', 3), idOf('post', 0)]);
    await picker.search('title = ');
    assert.ok(picker.source.list.state.refusedSearch);
    await picker.search('');
    assert.is(shownIds(picker)[0], idOf('post', 1));
    picker.close();
  });

  test(`${name}: pages of fifty follow each other`, async () => {
    await server.connect();
    const { id } = await createCollection({ name: 'many', schema: [field('text', 'title')] });
    await Promise.all(Array.from({ length: 55 }, (_, at) => createRecord({ id }, { title: `${at}` })));
    await collections.load();
    const picker = createRecordPicker({ collectionId: id, selected: [], max: null });
    await picker.open();
    assert.is(shownIds(picker).length, 50);
    await picker.source.loadMoreUnasked();
    assert.is(new Set(shownIds(picker)).size, 55);
    assert.not(picker.source.list.state.hasMore);
    picker.close();
  });

  test(`${name}: picks from a view with and without a date`, async () => {
    await server.connect();
    for (const [view, query] of [
      ['dated', 'SELECT id, title, created FROM posts'],
      ['undated', 'SELECT id, title FROM posts'],
      ['mentioned', 'SELECT id, title, created AS made FROM posts'],
    ] as const) {
      const { id } = await createCollection({ name: view, type: 'view', options: { query } });
      await collections.load();
      const picker = createRecordPicker({ collectionId: id, selected: [idOf('post', 0)], max: null });
      await picker.open();
      assert.is(shownIds(picker).length, 4, view);
      assert.is(shownIds(picker)[0], idOf('post', 0), view);
      const collection = collections.find(id);
      assert.ok(collection);
      const { record } = await records.get(collection, idOf('post', 2));
      assert.is(fieldValue(record, 'title'), 'Post 2', view);
      picker.close();
    }
  });

  test(`${name}: a term searched in fewer columns still fits the server's limit`, async () => {
    await server.connect();
    const schema = Array.from({ length: 60 }, (_, at) => field('text', `a_rather_long_name_${at}`));
    const wide = await createCollection({ name: 'wide', schema });
    await createRecord(wide, { [`a_rather_long_name_0`]: 'the wanted term' });
    const asked = {
      collection: wide,
      sort: null,
      rules: 'plain',
      fields: '*:excerpt(200)',
      only: '',
    } as const;
    const { query, narrowedTo } = pickerCallOf({ ...asked, search: 'the wanted term' }, maxQueryLength);
    assert.ok(narrowedTo);
    const page = { ...query, page: '1', perPage: '50' };
    assert.ok(serverQueryLength({ ...page, skipTotal: '1' }) <= maxQueryLength);
    assert.is((await listedRecords.list(wide.id, page, { key: 'test' })).items.length, 1);
  });

  test(`${name}: the file picker reads only records with files, and full file names`, async () => {
    await server.connect();
    const schema = [
      field('text', 'title'),
      field('file', 'single'),
      field('file', 'many', { maxSelect: 5, mimeTypes: ['image/png'], thumbs: ['30x0'] }),
      field('file', 'locked', { protected: true }),
    ];
    const { id } = await createCollection({ name: 'files', schema });
    const text = (file: string) => new File(['text'], file, { type: 'text/plain' });
    const longName = `${'a_long_name_'.repeat(8)}.png`;
    const make = (title: string, values: Record<string, File>) =>
      createRecord({ id }, formOf({ title, ...values }));
    await make('none', {});
    await make('locked', { locked: pngFile('locked.png') });
    const textual = await make('text', { single: text('text.txt') });
    const long = await make('long', { single: pngFile(longName) });
    const listed = await make('many', { many: pngFile('many.png') });
    await collections.load();
    const collection = collections.find(id);
    assert.ok(collection);
    const found = async (imagesOnly: boolean) => {
      const fields = pickableFields(collection, imagesOnly);
      const filter = filesFilter(fields, imagesOnly);
      const query = { page: '1', perPage: '50', filter, fields: fieldsToRead(fields) };
      return (await listedRecords.list(id, query, { key: 'test' })).items;
    };
    const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id).sort();
    assert.equal(ids(await found(false)), ids([textual, long, listed]));
    assert.equal(ids(await found(true)), ids([long, listed]));

    const picker = createFilePicker({ imagesOnly: true });
    await picker.open();
    await picker.show(collection);
    const tiles = tilesOf(picker.source.list.state.items, pickableFields(collection, true), true);
    assert.is(tiles.length, 2);
    for (const tile of tiles) {
      picker.choose(tile);
      const whole = await fetch(picker.answer()?.address ?? '');
      assert.equal(pngSize(new Uint8Array(await whole.arrayBuffer())), [300, 200]);
    }
    picker.choose(tiles.find(({ name }) => name.startsWith('many')) as (typeof tiles)[number]);
    picker.setSize('30x0');
    const small = await fetch(picker.answer()?.address ?? '');
    assert.equal(pngSize(new Uint8Array(await small.arrayBuffer())), [30, 20]);
    await picker.search('title = "long"');
    assert.equal(ids(picker.source.list.state.items), [long.id]);
    picker.close();
  });

  test(`${name}: tells the size of a file, and sends it as a download on request`, async () => {
    await server.connect();
    const { id: collectionId } = await createCollection({
      name: 'papers',
      schema: [field('file', 'open'), field('file', 'locked', { protected: true })],
    });
    const paper = () => new File(['x'.repeat(1234)], 'paper.pdf', { type: 'application/pdf' });
    const record = await createRecord({ id: collectionId }, formOf({ open: paper(), locked: paper() }));
    const addressOf = (at: string, token?: string) =>
      files.fileAddress({ collectionId, recordId: record.id, name: String(fieldValue(record, at)), token });
    assert.equal(await files.readSize(addressOf('open')), { bytes: 1234 });
    assert.is(await files.readSize(addressOf('locked')), null);
    const token = await files.requestToken();
    assert.equal(await files.readSize(addressOf('locked', token)), { bytes: 1234 });
    // Without knowing which field a file is in, the token is always sent.
    assert.equal(await files.readSize(addressOf('open', token)), { bytes: 1234 });
    const sent = await fetch(`${addressOf('open')}?download=1`);
    assert.match(sent.headers.get('Content-Disposition') ?? '', /^attachment/);
    await sent.arrayBuffer();
  });

  test.after(server.stop);
}

// The timer of the session would keep the process alive.
test.after(session.end);

test.run();
