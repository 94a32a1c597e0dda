import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noLayout } from '../../../ui/model/columnLayout';
import {
  columnsShown,
  type KnownColumn,
  layoutOf,
  missingColumnsNote,
  parseColumns,
  printColumns,
} from '../../../ui/records/views/addressColumns';

const known: KnownColumn[] = [
  { key: '@id', name: 'id' },
  { key: 'f1', name: 'summary' },
  { key: 'f2', name: 'status' },
  { key: 'f3', name: 'total' },
  { key: '@created', name: 'created' },
];

/** The columns of an address, and how they are printed again. */
const addresses: [what: string, address: string, printed: string][] = [
  ['the example', 'summary:240,status,total!', 'summary:240,status,total!'],
  ['the first of two counts', ' total:96 , total:200!', 'total:96'],
  ['width and pin', 'total:96!', 'total:96!'],
  ['nothing', '', ''],
  ['only signs', ':,!,:!,::', ''],
  ['a width that is too small', 'total:1', 'total:48'],
  ['a width beyond all numbers', `total:${'9'.repeat(400)}`, 'total:800'],
  ['names of the language', '__proto__,constructor:100!', '__proto__,constructor:100!'],
];

for (const [what, address, printed] of addresses) {
  test(`columns of an address: ${what}`, () => {
    const columns = parseColumns(address);
    assert.is(printColumns(columns), printed);
    assert.equal(parseColumns(printColumns(columns)), columns, 'read again');
  });
}

/** Reads an address and prints it again for the same collection. */
const layouts: [address: string, shown: string, missing: string[]][] = [
  ['summary:240,status,total!', 'total!,summary:240,status', []],
  ['id!,summary', 'summary', []],
  ['colour,summary,size:90', 'summary', ['colour', 'size']],
  ['colour', 'id', ['colour']],
  ['__proto__,summary', 'summary', ['__proto__']],
];

for (const [address, shown, missing] of layouts) {
  test(`the layout of ${address}`, () => {
    const found = layoutOf(parseColumns(address), known);
    assert.is(printColumns(columnsShown(found.layout, known)), shown);
    assert.equal(found.missing, missing);
  });
}

test('an address shows optional columns only if it names them', () => {
  const names = ['id', 'username', 'email', 'emailVisibility', 'verified', 'created'];
  const accounts: KnownColumn[] = names.map((name) => ({ key: `@${name}`, name }));
  for (const address of ['username,email', 'verified:120!,username', 'emailVisibility,email,verified']) {
    const { layout, missing } = layoutOf(parseColumns(address), accounts);
    assert.equal([printColumns(columnsShown(layout, accounts)), missing], [address, []]);
  }
  assert.is(printColumns(columnsShown(noLayout, accounts)), 'username,email,created');
});

test('the sentence about columns that are gone', () => {
  assert.is(missingColumnsNote([]), null);
  assert.is(
    missingColumnsNote(['colour']),
    '1 column of this view no longer exists: colour. It is left out.',
  );
  assert.is(
    missingColumnsNote(['a', 'b', 'c', 'd', 'e']),
    '5 columns of this view no longer exist: a, b, c and 2 more. They are left out.',
  );
  const long = missingColumnsNote(['x'.repeat(1000)]) ?? '';
  assert.ok(long.length < 120, long);
});

test('an endless address is cut', () => {
  assert.is(parseColumns(Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(',')).length, 1000);
});

test.run();
