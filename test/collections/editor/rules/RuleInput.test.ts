import { array, is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { editedCollection, formOf, rulableNames } from '../../../../ui/collections/editor/collectionForm';
import { endsInWord, ruleHint } from '../../../../ui/collections/editor/rules/RuleInput';
import { Collection, ruleNames, ruleOf } from '../../../../ui/model/collection';
import { publicSchemas } from '../../../support/fixtures';

const known = ['id', 'title', 'tags', 'author'];

const fine = [
  '',
  '@request.auth.id != "" && (title = "x" || tags:each ?= "y")',
  '@request.data.title:isset = false && @request.headers.x_token = "a"',
  '@collection.members:one.user ?= @request.auth.id && comments_via_post.text ~ "x"',
];
for (const rule of fine) {
  test(`there is no hint for ${rule || 'an empty rule'}`, () => assert.is(ruleHint(rule, known), null));
}

const faulty: [rule: string, hint: string][] = [
  ['  \n', 'The rule contains only spaces.'],
  ['id = @request.auth.id && (title = "x"', 'A bracket is not closed.'],
  ['title = "x', 'A quote is not closed: "x'],
  ['titel = "x"', 'There is no field titel.'],
  ['title = "x" and id = 1', 'Use && instead of and.'],
];
for (const [rule, hint] of faulty) {
  test(`the hint for ${JSON.stringify(rule)} is: ${hint}`, () => assert.is(ruleHint(rule, known), hint));
}

const schemas = publicSchemas();
if (schemas.length > 0) {
  test('the rules of public projects give no hints (fixtures)', () => {
    let count = 0;
    for (const { name: file, content } of schemas) {
      if (!is(content, array(Collection))) continue;
      for (const collection of content) {
        const names = rulableNames(editedCollection(formOf(collection), collection.id));
        for (const rule of ruleNames.flatMap((name) => ruleOf(collection, name) ?? [])) {
          count += rule === '' ? 0 : 1;
          assert.is(ruleHint(rule, names), null, `${file} ${collection.name}: ${rule}`);
        }
      }
    }
    assert.ok(count >= 30, `${count}`);
  });
}

const changes: [before: string, after: string, isInside: boolean][] = [
  ['', 'a', true],
  ['title ', 'title =', false],
  ['id = @request', 'id = @request.', true],
  ['a = 1', 'a == 1', false],
  ['a ', 'a', true],
  ['a', 'a', false],
];
for (const [before, after, isInside] of changes) {
  test(`a change from ${before || 'nothing'} to ${after || 'nothing'} ends ${isInside ? 'in' : 'outside'} a word`, () =>
    assert.is(endsInWord(before, after), isInside));
}

test.run();
