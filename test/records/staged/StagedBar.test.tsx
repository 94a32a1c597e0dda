// The bar of unsaved changes with its Review, and the offer of those that an earlier visit left.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../ui/model/collection';
import type { FormValue } from '../../../ui/model/field';
import type { AnyRecord } from '../../../ui/model/record';
import * as confirm from '../../../ui/page/confirm';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as edits from '../../../ui/records/edits';
import { createRecordList, type RecordList } from '../../../ui/records/recordList';
import { StagedBar } from '../../../ui/records/staged/StagedBar';
import { cellFieldOf } from '../../../ui/records/values/cellField';
import { type FakeBackend, failure, fakeBackend, networkError } from '../../support/backend';
import { act, click, eventually, focus, mount, rest, tick, type View } from '../../support/render';
import { emptyPost, listOf, post, postsCollection } from '../../support/samples';
import { signIn, signOut } from '../history/historyScene';

const posts = postsCollection as Collection;
const listRoute = 'GET /api/collections/:collection/records';
const patchRoute = 'PATCH /api/collections/:collection/records/:id';

let backend: FakeBackend;
let records: RecordList;

test.before.each(async () => {
  backend = fakeBackend({
    [listRoute]: listOf([post, emptyPost], 40),
    'GET /api/collections': listOf([postsCollection], 200),
    'GET /api/collections/:collection': postsCollection,
    'GET /api/collections/:collection/records/:id': post,
    [patchRoute]: post,
  });
  signIn(backend);
  environment.open();
  records = createRecordList();
  await records.open({ collection: posts, sort: undefined, search: undefined, hidden: [] });
});
test.after.each(() => {
  mount(null).unmount();
  confirm.no();
  edits.discard(posts.id);
  unsaved.forget();
  environmentName.drop();
  writeLock.lockHere();
  records.close();
  signOut();
});

function stage(row: AnyRecord, name: string, mine: FormValue): void {
  const cell = cellFieldOf(posts, name);
  assert.ok(cell);
  edits.set(posts, [{ row, cell, mine }]);
}

const open = (): View => mount(<StagedBar collection={posts} records={records} />);
const isReviewing = (view: View) => view.findAll('[role="dialog"]').length > 0;
const isSaving = (view: View) => view.text().includes('Saving ');
const changes = () => edits.countOf(edits.of(posts.id)).changes;

/** Stands for the clipboard; the returned function tells the last copied text. */
function takeCopies(): () => string {
  let copied = '';
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text: string) => (copied = text) },
    configurable: true,
  });
  return () => copied;
}

async function press(view: View, text: string): Promise<void> {
  click(view.byText(text));
  await rest();
}

/** Answers the open question. */
async function answer(isYes: boolean): Promise<void> {
  await act(async () => (isYes ? confirm.yes() : confirm.no()));
  await tick();
}

test('a Save that sends nothing leaves Review as it was, and a whole Save closes it', async () => {
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: 'Acme' });
  stage(post, 'title', 'Mine');
  const view = open();
  const stayLocked = async () => {
    assert.is(writeLock.state.question?.what, 'save 1 change in 1 record');
    await act(async () => writeLock.stayLocked());
    await tick();
  };
  await press(view, 'Save');
  await stayLocked();
  assert.is(isReviewing(view), false, 'it opens for no error');
  await press(view, 'Review');
  await press(view, 'Save 1 record');
  await stayLocked();
  assert.is(isReviewing(view), true);
  environmentName.drop();
  await press(view, 'Save 1 record');
  await eventually(() => [changes(), isReviewing(view)], [0, false]);
});

test('a Save that gets no answer opens no Review for an older error', async () => {
  stage(post, 'views', 'many');
  stage(emptyPost, 'title', 'Mine');
  backend.answer('GET /api/collections/:collection', networkError);
  const view = open();
  await press(view, 'Save');
  await eventually(() => isSaving(view), false);
  assert.equal([changes(), isReviewing(view)], [2, false]);
});

test('a refused Save leaves the focus at the first error of Review, but not that of a person who works there', async () => {
  stage(post, 'views', '3');
  stage(post, 'title', 'Mine');
  const reason = { code: 'validation_max_text_constraint', message: 'Must be shorter.' };
  backend.answer(patchRoute, failure(400, 'Failed to update record.', { title: reason }));
  const view = open();
  const line = () => document.activeElement?.closest('li')?.textContent ?? '';
  await press(view, 'Review');
  await press(view, 'Save 1 record');
  await eventually(() => /^title.*Must be shorter\.$/.test(line()), true);
  await press(view, 'Close');
  assert.is(isReviewing(view), false);
  await press(view, 'Review');
  assert.match(line(), /^title/, 'a later Review opens there');
  stage(post, 'title', 'Other');
  await tick();
  click(view.byText('Save 1 record'));
  focus(view.byLabel('Take back views'));
  assert.not.match(view.text(), /Must be shorter\./);
  await eventually(() => [view.text().includes('Must be shorter.'), isSaving(view)], [true, false]);
  assert.is(document.activeElement?.getAttribute('aria-label'), 'Take back views');
});

test('Review takes one change back, and Discard all asks', async () => {
  stage(post, 'title', 'Mine');
  stage(post, 'views', '3');
  stage(emptyPost, 'views', '4');
  const view = open();
  await press(view, 'Review');
  click(view.byLabel('Take back title'));
  await tick();
  await press(view, 'Discard all');
  assert.is(confirm.state.question?.text, 'Discard 2 changes in 2 records?');
  await answer(false);
  assert.equal([changes(), isReviewing(view)], [2, true]);
  await press(view, 'Discard all');
  await answer(true);
  assert.equal([changes(), view.text()], [0, '']);
});

test('the counts of the bar are one polite live region, which tells each new count', async () => {
  stage(post, 'title', 'Mine');
  const view = open();
  const regions = () => view.findAll('[role="status"]').filter((one) => view.root.contains(one));
  const [region] = regions();
  assert.ok(region);
  const told = () => region.textContent;
  assert.is(told(), '1 change in 1 record');
  stage(post, 'views', '3');
  stage(emptyPost, 'views', '4');
  await tick();
  assert.is(told(), '3 changes in 2 records');
  stage(emptyPost, 'views', 'four');
  await tick();
  assert.is(told(), '3 changes in 2 records1 needs attention');
  assert.is(regions().length === 1 && regions()[0] === region, true, 'no other one comes or goes');
});

test('the changes of a record that no longer exists are copied as JSON, and dropped only after a question', async () => {
  stage(post, 'title', 'Mine');
  stage(post, 'views', '12345678901234567890');
  stage(emptyPost, 'views', '4');
  edits.refuse(posts, post.id, { fault: { kind: 'gone' } });
  const view = open();
  await press(view, 'Review');
  assert.match(view.text(), /This record no longer exists\./);
  const copied = takeCopies();
  click(view.byLabel('Copy as JSON'));
  await tick();
  assert.is(copied(), `{\n  "id": "${post.id}",\n  "title": "Mine",\n  "views": 12345678901234567890\n}`);
  const discard = view
    .findAll(`section[aria-label="${post.id}"] button`)
    .find(({ textContent }) => textContent === 'Discard');
  click(discard as HTMLElement);
  assert.is(confirm.state.question?.text, 'Discard 2 changes of this record?');
  await answer(false);
  assert.is(changes(), 3);
  click(discard as HTMLElement);
  await answer(true);
  assert.equal([...edits.of(posts.id).keys()], [emptyPost.id]);
});

test('a value whose field no longer exists can be copied whole', async () => {
  const text = `A long story. ${'word '.repeat(200)}`;
  stage(post, 'title', text);
  stage(post, 'views', '5');
  const schema = posts.schema.filter(({ name }) => name !== 'title');
  edits.refit({ ...posts, schema });
  const view = mount(<StagedBar collection={{ ...posts, schema }} records={records} />);
  await press(view, 'Review');
  assert.match(view.text(), /title.*This field no longer exists\./);
  const copied = takeCopies();
  click(view.byLabel('Copy the value of title'));
  await tick();
  assert.is(copied(), text);
  assert.is(view.findAll('[aria-label^="Copy the value"]').length, 1, 'a value that can be saved has none');
  stage(post, 'views', 'five');
  await tick();
  assert.is(edits.countOf(edits.of(posts.id)).wrong, 2);
  assert.is(view.findAll('[aria-label^="Copy the value"]').length, 1, 'a short one is easily typed again');
});

test.run();
