import 'fake-indexeddb/auto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../../ui/page/collections';
import * as app from '../../../ui/page/pageTitle';
import { ColumnsStep } from '../../../ui/records/import/ColumnsStep';
import { createRecordImportForm } from '../../../ui/records/import/recordImportForm';
import { act, click, mount, tick, type View } from '../../support/render';
import { endTable, posts, startTable } from '../tableScene';

test.before.each(async () => {
  startTable();
  await collections.load();
});
test.after.each(async () => {
  app.forget();
  await endTable();
});

const file = () => new File(['title,Shade\na,dark\nb,light\n'], 'shades.csv');

async function optionsOf(view: View, name: string): Promise<string[]> {
  click(view.find(`[role="combobox"][aria-label="${name}"]`));
  await tick();
  const options = view.findAll('[role="option"]').map(({ textContent }) => textContent ?? '');
  click(view.find(`[role="combobox"][aria-label="${name}"]`));
  await tick();
  return options;
}

test('a column goes to a new field, but not where the controls are hidden', async () => {
  const form = createRecordImportForm(posts);
  await form.open(file());
  const view = mount(<ColumnsStep form={form} />);
  assert.ok((await optionsOf(view, 'Field for Shade')).includes('New field'));
  await act(() => form.setNewField(1));
  assert.match(view.text(), /2 of 2 are texts\./);
  assert.ok((await optionsOf(view, 'Field for Shade')).includes('New Number'));
  form.setField(1, null);
  act(() => app.setMeta({ appName: 'One', hideControls: true }));
  await tick();
  assert.not.ok((await optionsOf(view, 'Field for Shade')).some((option) => option.startsWith('New')));
});

test('a new collection has a name, and a new field for each column', async () => {
  const form = createRecordImportForm(null);
  await form.open(file());
  const view = mount(<ColumnsStep form={form} />);
  const values = view.findAll<HTMLInputElement>('input[type="text"]').map(({ value }) => value);
  assert.equal(values, ['shades', 'title', 'shade']);
  assert.not.match(view.text(), /Add only|Empty cell/);
  assert.equal(
    form.collection.schema.map(({ name, type }) => [name, type]),
    [
      ['title', 'text'],
      ['shade', 'text'],
    ],
  );
});

test.run();
