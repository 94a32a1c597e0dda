import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type FieldErrors, fromAnswer, hasUnder, messageAt, without } from '../../ui/model/fieldErrors';

const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const wrong = { code: 'validation_match_invalid', message: 'Must be in a valid format.' };

const invalid = { code: '', message: 'Invalid value' };
const taken = { code: 'taken', message: 'taken' };

const answers: [name: string, data: unknown, expected: FieldErrors][] = [
  ['a flat one', { email: blank, password: wrong }, { email: blank, password: wrong }],
  ['a list', { indexes: [null, wrong] }, { 'indexes.1': wrong }],
  ['fields called code and message', { code: blank, message: wrong }, { code: blank, message: wrong }],
  ['an error with details', { email: { ...blank, params: { a: blank } } }, { email: blank }],
  [
    'a limit with six decimals',
    { a: { message: 'Must be less than 500.000000.' }, b: { message: 'Must be larger than -0.500000.' } },
    {
      a: { code: '', message: 'Must be less than 500.' },
      b: { code: '', message: 'Must be larger than -0.5.' },
    },
  ],
  ['null', null, {}],
  ['a message alone', { email: { message: 'x' } }, { email: { code: '', message: 'x' } }],
  ['an empty message', { email: { code: 'taken', message: '' } }, { email: taken }],
  ['a deep empty one', { schema: { 0: { name: {} } } }, { 'schema.0.name': invalid }],
  [
    'empty errors of fields called code and message',
    { code: {}, message: { code: 'taken' } },
    { code: invalid, message: taken },
  ],
  ['an error at the top', blank, {}],
];
for (const [name, data, expected] of answers) {
  test(`the errors of ${name} are found`, () => assert.equal(fromAnswer(data), expected));
}

test('a field called __proto__ is an ordinary entry', () => {
  const errors = fromAnswer(JSON.parse(`{"__proto__":${JSON.stringify(blank)}}`));
  assert.equal(Object.keys(errors), ['__proto__']);
  assert.is(messageAt(errors, '__proto__'), 'Cannot be blank.');
});

const errors = fromAnswer({
  email: blank,
  schema: { 1: { name: wrong, options: { min: blank } }, 10: wrong },
});

test('a message is read at its exact path', () => {
  assert.is(messageAt(errors, 'email'), 'Cannot be blank.');
  assert.is(messageAt(errors, 'schema.1.name'), 'Must be in a valid format.');
  assert.is(messageAt(errors, 'schema.1'), null);
  assert.is(messageAt(errors, 'toString'), null);
});

test('an error is found under each part of its path', () => {
  const under = ['schema', 'schema.1', 'schema.1.options', 'schema.10', 'email'];
  for (const prefix of under) assert.ok(hasUnder(errors, prefix), prefix);
  for (const prefix of ['schema.2', 'schem', 'indexes']) assert.not(hasUnder(errors, prefix), prefix);
});

const edits: [path: string, kept: string[]][] = [
  ['email', ['schema.1.name', 'schema.1.options.min', 'schema.10']],
  ['schema.1', ['email', 'schema.10']],
  ['schema.1.options', ['email', 'schema.1.name', 'schema.10']],
  ['schema.100', ['email', 'schema.1.name', 'schema.1.options.min', 'schema.10']],
];
for (const [path, kept] of edits) {
  test(`an edit of ${path} keeps the errors of ${kept.join(', ')}`, () => {
    assert.equal(Object.keys(without(errors, path)).sort(), kept.sort());
  });
}

test('an edit without errors at its path returns the same object', () => {
  assert.is(without(errors, 'name'), errors);
  assert.is(Object.keys(errors).length, 4, 'and no edit changes the given errors');
});

test.run();
