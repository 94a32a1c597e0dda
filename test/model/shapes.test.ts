// The page accepts responses with more or fewer keys than the server sends, and refuses wrong types.
import { array, is, type Struct } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Admin, avatarOf } from '../../ui/model/admin';
import { AppMeta } from '../../ui/model/appMeta';
import { Collection } from '../../ui/model/collection';
import { SchemaField } from '../../ui/model/field';
import { AnyRecord } from '../../ui/model/record';
import { publicSchemas } from '../support/fixtures';
import { postsCollection } from '../support/samples';

const admin = { id: 'b4g1j35fc1tanin', created: '', updated: '', avatar: 2, email: 'root@example.com' };
const full = { ...postsCollection, listRule: null, viewRule: '', createRule: 'id != ""' };
const field = { id: 'a', name: 'b', type: 'text' };
const meta = { appName: 'Acme', appUrl: 'http://a.b', hideControls: false };

const shapes: [name: string, shape: Struct<never, unknown>, accepted: object, refused: object][] = [
  [
    'an admin',
    Admin as never,
    { full: admin, 'another avatar': { id: 'a', email: 'b', avatar: null, lastLogin: 5 } },
    { 'no e-mail': { ...admin, email: undefined }, 'a text as avatar': { ...admin, avatar: '2' } },
  ],
  [
    'the settings of the shell',
    AppMeta as never,
    {
      full: { meta, smtp: {} },
      'flags that are null': { meta: { ...meta, appUrl: null, hideControls: null } },
    },
    {
      'no name': { meta: { hideControls: true } },
      'a flag that is a text': { meta: { ...meta, hideControls: 'false' } },
    },
  ],
  [
    'a collection',
    Collection as never,
    {
      full,
      'keys of a newer server': { ...full, fields: [], authRule: 1 },
      'a type of a newer server': { ...full, type: 'graph' },
      'lists and options of null': { ...full, indexes: null, options: null, system: null },
      'no rules, indexes, options and dates': { id: 'a', name: 'b', type: 'view', schema: [] },
    },
    {
      'no name': { ...full, name: undefined },
      'no schema': { ...full, schema: undefined, fields: [] },
      'an object as schema': { ...full, schema: {} },
      'an index that is no text': { ...full, indexes: [1] },
    },
  ],
  [
    'a field',
    SchemaField as never,
    {
      'keys of a newer server': { ...field, options: {}, hidden: true },
      'no flags and options': field,
      'options and flags of null': { ...field, options: null, presentable: null },
    },
    { 'no name': { id: 'a', type: 'text', options: {} }, 'a text as options': { ...field, options: 'x' } },
  ],
  [
    'a record',
    AnyRecord as never,
    { full: { id: '1', title: 5, expand: { author: { id: 'x' } } }, 'no expand': { id: '1', expand: null } },
    { 'a number as id': { id: 1 }, 'a text as expand': { id: '1', expand: 'x' } },
  ],
];

for (const [name, shape, accepted, refused] of shapes) {
  for (const [what, value] of Object.entries(accepted))
    test(`${name} is accepted: ${what}`, () => assert.ok(is(value, shape)));
  for (const [what, value] of Object.entries(refused))
    test(`${name} is refused: ${what}`, () => assert.not(is(value, shape)));
}

for (const { name, content } of publicSchemas()) {
  const isNewerFormat = ['KateringPro.json', 'the-mystaran.json'].includes(name);
  test(`the export ${name} is ${isNewerFormat ? 'of a newer server' : 'valid'} (fixtures)`, () =>
    assert.is(is(content, array(Collection)), !isNewerFormat));
}

test('an avatar that does not exist is picture 0', () => {
  for (const avatar of [10, -1, 2.5, Number.NaN, null, undefined])
    assert.is(avatarOf({ ...admin, avatar }), 0);
  assert.is(avatarOf({ ...admin, avatar: 9 }), 9);
});

test.run();
