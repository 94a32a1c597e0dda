import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import {
  filesFilter,
  pickableCollections,
  pickableFields,
  sizesOf,
} from '../../../ui/records/pickers/fileChoices';
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
const pictures = file('pictures', { mimeTypes: ['application/pdf', 'image/png'] });
const papers = file('papers', { mimeTypes: ['application/pdf'] });
const locked = file('locked', { protected: true });
const all = withFields([anyType, pictures, papers, locked, { id: 't', name: 't', type: 'text' }]);
const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

test('every unprotected file can be chosen; images come from fields that accept them', () => {
  assert.equal(names(pickableFields(all, false)), ['any', 'pictures', 'papers']);
  assert.equal(names(pickableFields(all, true)), ['any', 'pictures']);
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
  const many = Array.from({ length: 12 }, (_, at) => file(`pictures_of_kind_${at}`));
  assert.is(filesFilter([anyType, pictures], false), 'any:length>0||pictures:length>0');
  // In fields of any type the extension marks an image, unless there are so many that a search has no space.
  assert.match(
    filesFilter([anyType, pictures], true),
    /^any~"\.png"\|\|any~"\.jpg"\|\|.*\|\|pictures:length>0$/,
  );
  assert.is(filesFilter(many, true), filesFilter(many, false));
});

test('the sizes are the original, the default thumbnail, and those of the field', () => {
  const labels = (thumbs: unknown) => sizesOf(file('x', { thumbs })).map(({ label }) => label);
  assert.equal(labels(null), ['Original size', '100x100']);
  assert.equal(labels(['50x50', '100x100', '0x300']), ['Original size', '100x100', '50x50', '0x300']);
});

test.run();
