import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import { withoutFalseUniqueErrors } from '../../../ui/model/records/blamedFields';

const taken = { code: 'validation_not_unique', message: 'Value must be unique.' };
const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const one = 'CREATE UNIQUE INDEX `a` ON `stocks` (`stock`)';
const both = "CREATE UNIQUE INDEX `b` ON `stocks` (`Stock`, `sto`) WHERE `stock` != ''";
const plain = 'CREATE INDEX `c` ON `stocks` (`stock`, `sto`)';

const cases: [name: string, errors: Record<string, typeof taken>, indexes: string[], left: string[]][] = [
  ['the beginning of a taken one', { sto: taken, stock: taken }, [one], ['stock']],
  ['one beside it in an index that lets equal values in', { sto: taken, stock: taken }, [plain], ['stock']],
  ['one beside it in its unique index', { sto: taken, stock: taken }, [one, both], ['sto', 'stock']],
  ['the beginning of two', { s: taken, sto: taken, stock: taken }, [both], ['sto', 'stock']],
  ['one with another error', { sto: blank, stock: taken }, [one], ['sto', 'stock']],
];
for (const [name, errors, indexes, left] of cases) {
  test(`the errors of a refused call: ${name}`, () => {
    const collection: Collection = { id: 'stocks', name: 'stocks', type: 'base', schema: [], indexes };
    assert.equal(Object.keys(withoutFalseUniqueErrors(errors, collection)), left);
  });
}

test('without its collection the longer name counts', () =>
  assert.equal(withoutFalseUniqueErrors({ sto: taken, stock: taken }, null), { stock: taken }));

test.run();
