import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Field } from '../../../ui/kit/form/Field';
import type { SchemaField } from '../../../ui/model/field';
import * as panels from '../../../ui/page/panels';
import * as toasts from '../../../ui/page/toasts';
import { RelationInput } from '../../../ui/records/types/RelationInput';
import { type FakeBackend, failure } from '../../support/backend';
import { relation } from '../../support/fields';
import { act, click, focus, mount, press, rest, tick, type View } from '../../support/render';
import { post, postsCollection } from '../../support/samples';
import {
  answersOf,
  editorAnswers,
  endPage,
  listRoute,
  rows,
  saved,
  startPage,
  topPanel,
} from '../pickers/pickerBackend';

type Value = string | readonly string[];

let backend: FakeBackend;
let changes: Value[];

const fieldOf = (maxSelect: number | null) => relation('items', postsCollection.id, maxSelect);

function Form({ field, start, error }: { field: SchemaField; start: Value; error: string | undefined }) {
  const [value, setValue] = useState(start);
  return (
    <Field label={field.name} error={error}>
      {(control) => (
        <RelationInput
          {...control}
          field={field}
          value={value}
          onChange={(next) => {
            changes.push(next);
            setValue(next);
          }}
        />
      )}
    </Field>
  );
}

async function draw(start: Value, maxSelect: number | null = null, error?: string): Promise<View> {
  const view = mount(<Form field={fieldOf(maxSelect)} start={start} error={error} />);
  await rest();
  return view;
}

const lines = (view: View) =>
  view.findAll('[aria-label="Records of items"] > li').map((line) => line.textContent);
const group = (view: View) => view.find('[role="group"]');

async function clickOn(element: Element): Promise<void> {
  click(element);
  await rest();
}

async function pickerAnswers(view: View, ids: readonly string[] | null): Promise<unknown> {
  await clickOn(view.find('[aria-label="Open picker"]'));
  const { id, takes } = topPanel('recordPicker');
  await act(async () => panels.answerPanel(id, ids));
  await rest();
  return takes;
}

test.before.each(async () => {
  backend = await startPage(rows(3));
  changes = [];
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

test('the field names the input and the button of the picker', async () => {
  const view = await draw(['row0'], null, 'Choose fewer.');
  const labelId = group(view).getAttribute('aria-labelledby') ?? '';
  assert.is(document.getElementById(labelId)?.textContent, 'items');
  const button = view.find('[aria-label="Open picker"]');
  assert.is(view.find<HTMLLabelElement>('label').htmlFor, button.id);
  assert.is(
    document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
    'Choose fewer.',
  );
});

test('the records show their texts in the order of the value; placeholders are there before', async () => {
  const [first, ...others] = rows(3);
  backend.answer(listRoute, answersOf([{ ...first, email: 'a@b.example' } as typeof post, ...others]));
  const release = backend.hold(listRoute);
  const view = await draw(['row2', 'row0']);
  assert.is(view.findAll('[aria-label="Loading..."]').length, 2);
  assert.equal(lines(view), ['row2', 'row0']);
  release();
  await rest();
  assert.is(view.findAll('[aria-label="Loading..."]').length, 0);
  assert.equal([lines(view), changes], [['Post 2', 'Post 0a@b.example'], []]);
  assert.is(backend.callsTo(listRoute).length, 1);
});

test('records that fail to load keep their ids, and Retry loads them', async () => {
  backend.answer(listRoute, failure(500, 'The disk is full.'));
  const view = await draw(['row0']);
  assert.match(view.text(), /row0.*The records could not be loaded\./);
  backend.answer(listRoute, answersOf(rows(3)));
  await clickOn(view.byText('Retry'));
  assert.equal(lines(view), ['Post 0']);
  assert.not.match(view.text(), /could not be loaded/);
  assert.equal(changes, []);
});

const leftText = 'The following relation ids were removed from the list because they are missing or invalid:';

test('an id without a record is marked, and stays until the first change, which reports it', async () => {
  const view = await draw(['gone', 'row0', 'lost', 'row1']);
  assert.equal(lines(view), ['gonemissing', 'Post 0', 'lostmissing', 'Post 1']);
  assert.is(view.findAll('[aria-label^="Edit"]').length, 2);
  await pickerAnswers(view, null);
  await pickerAnswers(view, ['gone', 'row0', 'lost', 'row1']);
  assert.equal(changes, [], 'neither a form that opens nor an equal answer is a change');
  await clickOn(view.find('[aria-label="Remove Post 0"]'));
  assert.equal(changes, [['row1']]);
  assert.equal(
    toasts.state.items.map(({ kind, message }) => [kind, message]),
    [['warning', `${leftText} gone, lost`]],
  );
});

test('replacing an id without a record is reported, removing it by hand is not', async () => {
  const view = await draw(['gone', 'row0']);
  await clickOn(view.find('[aria-label="Remove gone"]'));
  assert.equal([changes.splice(0), toasts.state.items.length], [[['row0']], 0]);
  await pickerAnswers(await draw('gone', 1), ['row1']);
  assert.equal([changes, toasts.state.items[0]?.message], [['row1'], `${leftText} gone`]);
});

for (const max of [5, null]) {
  test(`the picker gets the value and the maximum ${max}, and its answer becomes the value`, async () => {
    const view = await draw(['row0'], max);
    const takes = await pickerAnswers(view, ['row1', 'row0']);
    assert.equal(takes, { collectionId: postsCollection.id, selected: ['row0'], max });
    assert.equal([changes, lines(view)], [[['row1', 'row0']], ['Post 1', 'Post 0']]);
  });
}

test('records edited in the picker are read again in one call', async () => {
  const view = await draw(['row0', 'row1']);
  backend.answer(listRoute, answersOf(rows(3).map((row) => ({ ...row, title: `${row.title} b` }))));
  await pickerAnswers(view, null);
  assert.equal(lines(view), ['Post 0 b', 'Post 1 b']);
  assert.is(backend.callsTo(listRoute).length, 2);
  assert.equal(changes, []);
});

test('a single relation has an id, and its line has the button of the picker', async () => {
  const view = await draw('row0', 1);
  assert.is(group(view).textContent, 'Post 0');
  assert.is(view.findAll('[aria-label^="Move"]').length, 0);
  await pickerAnswers(view, ['row2']);
  assert.equal(changes, ['row2']);
  assert.is(group(view).textContent, 'Post 2');
  await clickOn(view.find('[aria-label="Remove Post 2"]'));
  assert.equal(changes, ['row2', '']);
  assert.is(group(view).textContent?.trim(), 'Open picker');
});

test('the order can be changed by the keyboard', async () => {
  const view = await draw(['row0', 'row1', 'row2']);
  const grip = view.find('[aria-label="Move Post 0"]');
  focus(grip);
  // A browser sends a click when Space is pressed.
  act(() => grip.click());
  press(grip, 'ArrowDown');
  act(() => grip.click());
  await rest();
  assert.equal(changes, [['row1', 'row0', 'row2']]);
});

for (const [what, isDeleted] of [
  ['saved on top is updated', false],
  ['deleted on top leaves the value', true],
] as const) {
  test(`a record ${what}`, async () => {
    const view = await draw(['row0', 'row1']);
    await clickOn(view.find('[aria-label="Edit Post 1"]'));
    assert.equal(topPanel('recordEditor').takes, { collectionId: postsCollection.id, recordId: 'row1' });
    const newer = { ...post, id: 'row1', title: 'Newer' };
    backend.answer(listRoute, answersOf(isDeleted ? [] : [newer]));
    await act(async () =>
      editorAnswers(isDeleted ? { kind: 'deleted', recordId: 'row1' } : saved('updated', newer)),
    );
    await rest();
    assert.equal(changes, isDeleted ? [['row0']] : []);
    assert.equal(lines(view), isDeleted ? ['Post 0'] : ['Post 0', 'Newer']);
  });
}

test('a relation to a missing collection can only be emptied', async () => {
  const field = { ...fieldOf(null), options: { collectionId: 'nowhere', maxSelect: null } };
  const view = mount(<Form field={field} start={['row0']} error={undefined} />);
  await rest();
  assert.ok(view.find<HTMLButtonElement>('[aria-label="Open picker"]').disabled);
  await clickOn(view.find('[aria-label="Remove row0"]'));
  assert.equal(changes, [[]]);
});

test.run();
