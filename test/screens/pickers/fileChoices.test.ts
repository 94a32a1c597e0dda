import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { ListedRecord } from '../../../ui/model/record';
import {
  fieldsToRead,
  filesFilter,
  pickableCollections,
  pickableFields,
  sizesOf,
  tilesOf,
} from '../../../ui/screens/pickers/fileChoices';
import { postsCollection } from '../../support/samples';

const file = (name: string, options: Record<string, unknown> = {}) => ({
  id: name,
  name,
  type: 'file',
  options,
});
const withFields = (schema: Collection['schema'], type = 'base'): Collection => ({
  ...(postsCollection as Collection),
  type,
  schema,
});
const anyType = file('any', { mimeTypes: [] });
const noTypes = file('untold', { mimeTypes: null });
const pictures = file('pictures', { mimeTypes: ['application/pdf', 'image/png'] });
const papers = file('papers', { mimeTypes: ['application/pdf'] });
const locked = file('locked', { protected: true });
const all = withFields([anyType, noTypes, pictures, papers, locked, { id: 't', name: 't', type: 'text' }]);
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

test('every unprotected file can be chosen; images come from fields that accept them', () => {
  assert.equal(names(pickableFields(all, false)), ['any', 'untold', 'pictures', 'papers']);
  assert.equal(names(pickableFields(all, true)), ['any', 'untold', 'pictures']);
});

test('collections without such a field and views are not offered', () => {
  const collections = [
    { ...all, name: 'all' },
    { ...withFields([papers]), name: 'papers' },
    { ...withFields([locked]), name: 'locked' },
    { ...withFields([]), name: 'empty' },
    { ...withFields([anyType], 'view'), name: 'view' },
    { ...withFields([anyType], 'auth'), name: 'auth' },
  ];
  assert.equal(names(pickableCollections(collections, false)), ['all', 'papers', 'auth']);
  assert.equal(names(pickableCollections(collections, true)), ['all', 'auth']);
});

test('the filter leaves out records without a file', () => {
  assert.is(filesFilter([anyType, pictures], false), 'any:length>0||pictures:length>0');
});

test('in fields of any type the extension marks an image', () => {
  const filter = filesFilter([anyType, pictures], true);
  assert.match(filter, /^any~"\.png"\|\|any~"\.jpg"\|\|.*\|\|pictures:length>0$/);
});

test('the extensions of many fields are left out, so that a search has space', () => {
  const many = Array.from({ length: 12 }, (_, at) => file(`pictures_of_kind_${at}`));
  assert.is(filesFilter(many, true), filesFilter(many, false));
});

test('file names are read whole, all other texts as excerpts', () => {
  assert.is(fieldsToRead([anyType, pictures]), 'any,pictures,*:excerpt(100)');
});

test('each file is a tile, and a picker for images shows only images', () => {
  const record = { id: 'r1', any: 'a.pdf', pictures: ['b.png', 'c.svg', 'd.txt'] } as unknown as ListedRecord;
  const empty = { id: 'r2', any: '', pictures: [] } as unknown as ListedRecord;
  const shown = (imagesOnly: boolean) =>
    tilesOf([record, empty], [anyType, pictures], imagesOnly).map(
      ({ field, name }) => `${field.name} ${name}`,
    );
  assert.equal(shown(false), ['any a.pdf', 'pictures b.png', 'pictures c.svg', 'pictures d.txt']);
  assert.equal(shown(true), ['pictures b.png', 'pictures c.svg']);
});

test('the sizes are the original, the default thumbnail, and those of the field', () => {
  const labels = (thumbs: unknown) => sizesOf(file('x', { thumbs })).map(({ label }) => label);
  assert.equal(labels(null), ['Original size', '100x100']);
  assert.equal(labels(['50x50', '100x100', '0x300']), ['Original size', '100x100', '50x50', '0x300']);
});

test.run();
