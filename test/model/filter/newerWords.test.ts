// The words of filters and rules on a newer server. The collection says that it is of one.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { explainFilter, filterNames } from '../../../ui/model/filter/explainFilter';
import { filterLanguage } from '../../../ui/model/filter/filterFields';
import { type FilterScope, type KeywordGroup, keywordsOf } from '../../../ui/model/filter/filterKeywords';
import { readFilter } from '../../../ui/model/filter/filterReading';
import { valuesAt } from '../../../ui/model/filter/filterValues';
import { lookupOf, namesOf, partsOf, withNames } from '../../../ui/model/rulePaths';
import { asNewer, collectionOf, field } from '../../support/fields';

const older = collectionOf('posts', [field('text', 'title'), field('geoPoint', 'place')]);
const newer = asNewer(older);

function wordsOf(scope: FilterScope, group: KeywordGroup): string[] {
  const steps = keywordsOf(scope, group);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const offered: [word: string, group: KeywordGroup, on: 'older' | 'newer' | 'both'][] = [
  ['@now', 'fields', 'both'],
  ['@yesterday', 'fields', 'newer'],
  ['geoDistance(', 'fields', 'newer'],
  ['strftime(', 'fields', 'newer'],
  ['title:lower', 'fields', 'newer'],
  ['@request.data.', 'request', 'older'],
  ['@request.data.title:isset', 'request', 'older'],
  ['@request.body.', 'request', 'newer'],
  ['@request.body.title:changed', 'request', 'newer'],
  ['@request.auth.email', 'request', 'both'],
  ['@request.auth.username', 'request', 'older'],
];
for (const [word, group, on] of offered.filter(([word]) => word !== 'place:lower')) {
  test(`${word} is offered on ${on} servers`, () => {
    const isOffered = (collection: typeof older) =>
      wordsOf({ collection, collections: [collection], isRule: true }, group).includes(word);
    assert.equal([isOffered(older), isOffered(newer)], [on !== 'newer', on !== 'older']);
  });
}

const refusals: [filter: string, onOlder: string | null, onNewer: string | null][] = [
  ['created > @yesterday', 'There is no @yesterday.', null],
  ['title:lower = "a"', 'There is no modifier :lower.', null],
  ['geoDistance(place.lon, place.lat, 1, -2.5) < 3', 'Functions such as geoDistance() cannot be used.', null],
  ['strftime("%Y", created) = 5', 'Functions such as strftime() cannot be used.', null],
  ['nope(1) = 5', 'Functions such as nope() cannot be used.', 'Functions such as nope() cannot be used.'],
  ['title:upper = "a"', 'There is no modifier :upper.', 'There is no modifier :upper.'],
];
for (const [filter, onOlder, onNewer] of refusals) {
  test(`${filter} is explained by what the server knows`, () => {
    assert.equal(
      [older, newer].map((one) => explainFilter(filter, filterNames(one))),
      [onOlder, onNewer],
    );
  });
}

const call = 'strftime("%Y", created) = "2024" && geoDistance(place.lon, title, f(title), 2) < 3';

test('the names in a function are names of the rule', () => {
  assert.equal(namesOf(call), ['created', 'place.lon', 'title', 'title']);
  assert.is(
    withNames(call, (name) => (name === 'title' ? 'name' : name)),
    call.replaceAll('title', 'name'),
  );
});

test('a filter with a function is shown as its text, on a newer server', () => {
  const [onOlder, onNewer] = [older, newer].map((one) => readFilter(call, filterLanguage(one)));
  assert.equal(onOlder, { fault: 'Functions such as strftime() cannot be used.' });
  assert.ok(onNewer && 'parts' in onNewer);
  assert.equal(
    onNewer.parts.map((part) => part.kind === 'row' && [part.text, part.condition]),
    call.split(' && ').map((text) => [text, null]),
  );
});

test('the body has the word of the server', () => {
  const namesIn = (name: string, owner: typeof older) =>
    partsOf(name, owner, lookupOf([owner])).map(({ text }) => text);
  assert.equal(
    [namesIn('@request.data.title', older), namesIn('@request.data.title', newer)],
    [['title'], []],
  );
  assert.equal(
    [namesIn('@request.body.title', older), namesIn('@request.body.title', newer)],
    [[], ['title']],
  );
  assert.equal(valuesAt({ collection: newer, collections: [newer] }, '@request.body.title:changed'), {
    kind: 'words',
    words: ['true', 'false'],
  });
});

test.run();
