import { array, is } from 'superstruct';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Collection, ruleNames, ruleOf } from '../../../../ui/model/collection';
import { formOf } from '../../../../ui/screens/collection-editor/collectionForm';
import { editedCollection, rulableNames } from '../../../../ui/screens/collection-editor/editedCollection';
import { endsInWord, ruleHint } from '../../../../ui/screens/collection-editor/rules/RuleInput';
import { publicSchemas } from '../../../support/fixtures';

const known = ['id', 'title', 'tags', 'author'];

const fine = [
  '',
  'id = @request.auth.id',
  '@request.auth.id != "" && (title = "x" || tags:each ?= "y")',
  '@request.data.title:isset = false && @request.headers.x_token = "a"',
  '@collection.members:one.user ?= @request.auth.id && comments_via_post.text ~ "x"',
  'author.name = @request.query.name // as asked\n&& tags:length > 2',
  '@request.context != "oauth2" && @request.method = "POST"',
];
for (const rule of fine) {
  test(`there is no hint for ${rule || 'an empty rule'}`, () => assert.is(ruleHint(rule, known), null));
}

const faulty: [rule: string, hint: string][] = [
  ['  \n', 'The rule contains only spaces.'],
  ['// later', 'The rule holds nothing but a comment.'],
  ['id = @request.auth.id && (title = "x"', 'A bracket is not closed.'],
  ['title = "x', 'A quote is not closed: "x'],
  ['title == "x"', 'There is no operator ==. Use = instead.'],
  ['title = "x" and id = 1', 'Use && instead of and.'],
  ['titel = "x"', 'There is no field titel.'],
];
for (const [rule, hint] of faulty) {
  test(`the hint for ${JSON.stringify(rule)} is: ${hint}`, () => assert.is(ruleHint(rule, known), hint));
}

test('no field is reported as missing if not all fields are known', () =>
  assert.is(ruleHint('titel = "x"', null), null));

const schemas = publicSchemas();
if (schemas.length > 0) {
  test('the rules of public projects give no hints', () => {
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
  ['titl', 'title', true],
  ['title', 'title ', false],
  ['title ', 'title =', false],
  ['id = @request', 'id = @request.', true],
  ['ab = 1', 'abc = 1', true],
  ['a = 1', 'a == 1', false],
  ['title', 'titl', true],
  ['a ', 'a', true],
  ['a = 1', '', false],
  ['a', 'a', false],
];
for (const [before, after, isInside] of changes) {
  test(`a change from ${before || 'nothing'} to ${after || 'nothing'} ends ${isInside ? 'in' : 'outside'} a word`, () =>
    assert.is(endsInWord(before, after), isInside));
}

test.run();
