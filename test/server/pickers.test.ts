// The requests of pickers and previews on real servers.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as listedRecords from '../../ui/backend/listedRecords';
import { readByIds, toListed } from '../../ui/backend/recordPages';
import * as records from '../../ui/backend/records';
import type { Collection } from '../../ui/model/collection';
import { maxQueryLength, serverQueryLength } from '../../ui/model/queryLength';
import { fieldValue } from '../../ui/model/record';
import { excerpts } from '../../ui/model/recordsQuery';
import { fieldsToRead, filesFilter, pickableFields } from '../../ui/records/pickers/fileChoices';
import { type PickerAsked, pickerCallOf } from '../../ui/records/pickers/pickerList';
import {
  createCollection,
  createRecord,
  failureOf,
  field,
  formOf,
  idOf,
  pngFile,
  sharedBackend,
} from '../support/realBackend';
import { backends } from '../support/server';

for (const { name, binary } of backends('lines')) {
  const server = sharedBackend(binary);

  const list = async (asked: Pick<PickerAsked, 'collection' | 'search'> & Partial<PickerAsked>) => {
    const sort = { field: 'created', isDescending: true };
    const given: PickerAsked = { sort, fields: excerpts, only: '', ...asked };
    const { query, narrowedTo } = pickerCallOf(given);
    const page = { ...query, page: '1', perPage: '50' };
    assert.ok(serverQueryLength({ ...page, skipTotal: '1' }) <= maxQueryLength);
    return { narrowedTo, items: (await listedRecords.list(asked.collection.id, page)).items };
  };
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  test(`${name}: lists the newest with cut texts, finds ids, and searches views without a date, too`, async () => {
    await server.connect();
    const schema = [field('text', 'title', {}, true), field('editor', 'body')];
    const posts = await createCollection({ name: 'posts', schema });
    const ids = [0, 1, 2, 3].map((at) => idOf('post', at));
    for (const id of ids) {
      await createRecord(posts, { id, title: `Post ${id.at(-1)}`, body: `<p>${'long '.repeat(200)}</p>` });
    }
    const { items } = await list({ collection: posts, search: '' });
    assert.equal(idsOf(items), ids.toReversed());
    const known = (await readByIds(posts.id, [ids[1] ?? '', idOf('gone')], { fields: [excerpts] })).map(
      toListed,
    );
    assert.equal(idsOf(known), [ids[1]]);
    for (const row of [...items, ...known]) {
      const body = String(fieldValue(row, 'body'));
      assert.ok(body.length <= 200 && body.startsWith('long long'), body);
    }
    for (const [view, query, sorts] of [
      ['dated', 'SELECT id, title, created FROM posts', true],
      ['undated', 'SELECT id, title FROM posts', false],
      ['mentioned', 'SELECT id, title, created AS made FROM posts', false],
    ] as const) {
      const collection = await createCollection({ name: view, type: 'view', options: { query } });
      const search = `title = "Post ${ids[0]?.at(-1)}" || id = "${ids[3]}"`;
      if (!sorts) assert.is((await failureOf(list({ collection, search }))).status, 400);
      const found = await list({ collection, search, ...(!sorts && { sort: null }) });
      assert.equal(idsOf(found.items).sort(), [ids[0], ids[3]], view);
      const { record } = await records.get(collection, ids[2] ?? '');
      assert.is(fieldValue(record, 'title'), `Post ${ids[2]?.at(-1)}`, view);
    }
  });

  test(`${name}: a term searched in fewer columns still fits the server's limit`, async () => {
    await server.connect();
    const schema = Array.from({ length: 60 }, (_, at) => field('text', `a_rather_long_name_${at}`));
    const wide = await createCollection({ name: 'wide', schema });
    await createRecord(wide, { [`a_rather_long_name_0`]: 'the wanted term' });
    const { narrowedTo, items } = await list({ collection: wide, search: 'the wanted term' });
    assert.ok(narrowedTo);
    assert.is(items.length, 1);
  });

  test(`${name}: the filter of the file picker finds the records with files, or those with images`, async () => {
    await server.connect();
    const collection: Collection = await createCollection({
      name: 'files',
      schema: [
        field('text', 'title'),
        field('file', 'single'),
        field('file', 'many', { maxSelect: 5, mimeTypes: ['image/png'] }),
        field('file', 'locked', { protected: true }),
      ],
    });
    const make = (values: Record<string, File>) =>
      createRecord(collection, formOf({ title: 'x', ...values }));
    await make({});
    await make({ locked: pngFile('locked.png') });
    const textual = await make({ single: new File(['text'], 'text.txt', { type: 'text/plain' }) });
    const long = await make({ single: pngFile(`${'a_long_name_'.repeat(8)}.png`) });
    const listed = await make({ many: pngFile('many.png') });
    for (const [imagesOnly, expected] of [
      [false, [textual, long, listed]],
      [true, [long, listed]],
    ] as const) {
      const fields = pickableFields(collection, imagesOnly);
      const only = filesFilter(fields, imagesOnly);
      const found = await list({ collection, search: 'title = "x"', only, fields: fieldsToRead(fields) });
      assert.equal(idsOf(found.items).sort(), idsOf(expected).sort());
      const whole = found.items.find(({ id }) => id === long.id);
      assert.is(whole && fieldValue(whole, 'single'), fieldValue(long, 'single'), 'a name is never cut');
    }
  });

  test.after(server.stop);
}

test.run();
