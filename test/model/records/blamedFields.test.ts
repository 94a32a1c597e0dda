import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withoutBlamedTwice } from '../../../ui/model/records/blamedFields';

const taken = { code: 'validation_not_unique', message: 'Value must be unique.' };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };

const cases: [name: string, errors: Record<string, typeof taken>, sent: string[], left: string[]][] = [
  ['the beginning of a taken one', { sto: taken, stock: taken }, ['stock'], ['stock']],
  ['one that was sent', { sto: taken, stock: taken }, ['sto', 'stock'], ['sto', 'stock']],
  ['one with another error', { sto: blank, stock: taken }, ['stock'], ['sto', 'stock']],
  ['one of an index over two', { total: taken, stock: taken }, ['stock'], ['total', 'stock']],
];
for (const [name, errors, sent, left] of cases) {
  test(`the errors of a refused call: ${name}`, () =>
    assert.equal(Object.keys(withoutBlamedTwice(errors, sent)), left));
}

test.run();
