import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { click, focus, tick, type, type View } from '../../../support/render';
import { closeFields, openField } from './openField';

test.after.each(closeFields);

const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);
const mimes = (view: View) => view.byLabel<HTMLButtonElement>('Allowed mime types');
const choices = (view: View) => view.findAll('[role="option"]');

test('types are found by extension or name, and the list stays open after a choice', async () => {
  const { view, options } = await openField('file');
  assert.is(mimes(view).textContent, 'No restriction');
  click(mimes(view));
  assert.is(choices(view).length, 173);
  const search = view.byLabel('Search');
  type(search, '.xcf');
  await tick();
  assert.equal(
    choices(view).map(({ textContent }) => textContent),
    ['image/x-xcf.xcf'],
  );
  click(choices(view)[0] as HTMLElement);
  await tick();
  type(search, 'image/web');
  await tick();
  click(choices(view)[0] as HTMLElement);
  await tick();
  assert.equal(options()['mimeTypes'], ['image/x-xcf', 'image/webp']);
  assert.ok(view.find('[role="listbox"]'));
});

test('a preset replaces the chosen types, and its menu does not open the type list', async () => {
  const { view, options } = await openField('file', { options: { mimeTypes: ['text/plain'] } });
  click(view.byText('Choose presets'));
  await tick();
  assert.is(view.findAll('[role="menuitem"]').length, 4);
  click(view.find('[role="menu"]'));
  assert.is(view.findAll('[role="listbox"]').length, 0);
  click(view.byText('Videos (mp4, wmv, mov, 3gp)'));
  await tick();
  assert.equal(options()['mimeTypes'], ['video/mp4', 'video/x-ms-wmv', 'video/quicktime', 'video/3gpp']);
  assert.is(view.findAll('[role="listbox"]').length, 0);
  assert.ok(view.byLabel('Remove video/x-ms-wmv'));
});

test('thumb sizes are a list of texts, and an error names the refused one', async () => {
  const { view, options, refuse } = await openField('file');
  const thumbs = input(view, 'Thumb sizes');
  type(thumbs, '100x100, 0x0');
  await tick();
  assert.equal(options()['thumbs'], ['100x100', '0x0']);
  await refuse('options.thumbs.1', 'Must not be in list.');
  assert.is(thumbs.getAttribute('aria-invalid'), 'true');
  assert.ok(view.byText('0x0: Must not be in list.'));
  type(thumbs, '100x100');
  await tick();
  assert.is(thumbs.getAttribute('aria-invalid'), null);
});

test('the size is stored in bytes, and only multiple files have a maximum count', async () => {
  const { view, options, becomeMultiple, refuse } = await openField('file');
  const size = input(view, 'Max size*');
  assert.is(size.value, '5242880');
  assert.match(view.text(), /5 MB/);
  focus(size);
  type(size, '1.5 mb');
  assert.equal([size.value, options()['maxSize']], ['1.5 mb', 1572864]);
  focus(view.find('button'));
  assert.equal([size.value, options()['maxSize']], ['1572864', 1572864]);
  type(size, '');
  assert.is(options()['maxSize'], null);
  await refuse('options.maxSize', 'Cannot be blank.');
  assert.is(size.getAttribute('aria-invalid'), 'true');
  assert.throws(() => view.byLabel('Max select*'));
  await becomeMultiple();
  assert.is(input(view, 'Max select*').value, '99');
  type(input(view, 'Max select*'), '5');
  assert.is(options()['maxSelect'], 5);
});

test.run();
