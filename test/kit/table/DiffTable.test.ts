import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { comparedTexts } from '../../../ui/kit/table/DiffTable';

type Parts = ReturnType<typeof comparedTexts>['old'];

/** Prints the marked parts in brackets, and - for a missing text. */
const print = (parts: Parts) =>
  parts?.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('') ?? '-';

const sides = (old: string | null, next: string | null) => {
  const words = comparedTexts(old, next);
  return [print(words.old), print(words.next)];
};

const cases: [old: string | null, next: string | null, marked: [string, string]][] = [
  ['id = @request.auth.id', 'id != @request.auth.id', ['id = @request.auth.id', 'id [!]= @request.auth.id']],
  ['one two three', 'one four three', ['one [two] three', 'one [four] three']],
  ['one', 'one two', ['one', 'one[ two]']],
  ['same', 'same', ['same', 'same']],
  ['', 'new', ['', '[new]']],
  ['old', '', ['[old]', '']],
  ['', '', ['', '']],
  ['a  b', 'a b', ['a[  ]b', 'a[ ]b']],
  [null, 'new', ['-', 'new']],
  ['old', null, ['old', '-']],
];

for (const [old, next, marked] of cases) {
  test(`the marked words between "${old}" and "${next}" are correct`, () => {
    assert.equal(sides(old, next), marked);
  });
}

test('each side has the full text, and the unmarked text is equal on both', () => {
  const text = fc.stringMatching(/^[ab =!"\n]{0,30}$/);
  fc.assert(
    fc.property(text, text, (old, next) => {
      const words = comparedTexts(old, next);
      const whole = (parts: Parts) => parts?.map((part) => part.text).join('');
      const same = (parts: Parts) => whole(parts?.filter(({ isChanged }) => !isChanged) ?? null);
      assert.equal([whole(words.old), whole(words.next)], [old, next]);
      assert.is(same(words.old), same(words.next));
    }),
  );
});

test('texts of more than 5,000 characters together are not compared by words', () => {
  const old = 'a '.repeat(1250);
  const next = 'b '.repeat(1250);
  assert.ok(comparedTexts(old, next).old?.some(({ isChanged }) => isChanged));
  assert.equal(comparedTexts(old, `${next}b`), {
    old: [{ text: old, isChanged: false }],
    next: [{ text: `${next}b`, isChanged: false }],
  });
});

test('the time to compare long texts does not grow with their square', () => {
  const words = (from: number) => Array.from({ length: 100_000 }, (_, at) => `w${at * from}`).join(' ');
  assert.is(comparedTexts(words(3), words(7)).next?.at(-1)?.isChanged, false);
});

test.run();
