import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import type { ListedRecord } from '../../../../ui/model/record';
import {
  fieldsToRead,
  filesFilter,
  pickableCollections,
  pickableFields,
  sizesOf,
  tilesOf,
} from '../../../../ui/screens/records/pickers/fileChoices';
import { postsCollection } from '../../../support/samples';

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

test('every file that anyone may see can be chosen; pictures from fields that take them', () => {
  assert.equal(names(pickableFields(all, false)), ['any', 'untold', 'pictures', 'papers']);
  assert.equal(names(pickableFields(all, true)), ['any', 'untold', 'pictures']);
});

test('collections without such a field, and views, are not offered', () => {
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

test('records without a file are left out by the server', () => {
  assert.is(filesFilter([anyType, pictures], false), 'any:length>0||pictures:length>0');
});

test('of fields of any type the endings tell where a picture is', () => {
  const filter = filesFilter([anyType, pictures], true);
  assert.match(filter, /^any~"\.png"\|\|any~"\.jpg"\|\|.*\|\|pictures:length>0$/);
});

test('endings of many fields would leave no room for a search', () => {
  const many = Array.from({ length: 12 }, (_, at) => file(`pictures_of_kind_${at}`));
  assert.is(filesFilter(many, true), filesFilter(many, false));
});

test('names of files are read whole, all other texts cut', () => {
  assert.is(fieldsToRead([anyType, pictures]), 'any,pictures,*:excerpt(100)');
});

test('each file is a tile, and only a picture where pictures are wanted', () => {
  const record = { id: 'r1', any: 'a.pdf', pictures: ['b.png', 'c.svg', 'd.txt'] } as unknown as ListedRecord;
  const empty = { id: 'r2', any: '', pictures: [] } as unknown as ListedRecord;
  const shown = (imagesOnly: boolean) =>
    tilesOf([record, empty], [anyType, pictures], imagesOnly).map(
      ({ field, name }) => `${field.name} ${name}`,
    );
  assert.equal(shown(false), ['any a.pdf', 'pictures b.png', 'pictures c.svg', 'pictures d.txt']);
  assert.equal(shown(true), ['pictures b.png', 'pictures c.svg']);
});

test('the sizes are the original, the usual small one, and those of the field', () => {
  const labels = (thumbs: unknown) => sizesOf(file('x', { thumbs })).map(({ label }) => label);
  assert.equal(labels(null), ['Original size', '100x100']);
  assert.equal(labels(['50x50', '100x100', '0x300']), ['Original size', '100x100', '50x50', '0x300']);
});

test.run();
