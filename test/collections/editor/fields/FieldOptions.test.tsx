import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { act, click, tick, type, type View } from '../../../support/render';
import { closeFields, openField, openStoredField } from './openField';

test.after.each(closeFields);

const input = (view: View, label: string) => view.byLabel<HTMLInputElement>(label);
const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' | ');
const tipOf = (view: View, label: string) => view.byLabel(`About ${label}`).dataset['tooltip'];
const switches = (view: View) =>
  view.findAll<HTMLInputElement>('[role="switch"]').map((one) => one.closest('label')?.textContent);

test('text: lengths are numbers or null if empty, and the pattern is a text', async () => {
  const { view, options } = await openField('text');
  type(input(view, 'Min length'), '3');
  type(input(view, 'Max length'), '20');
  type(input(view, 'Regex pattern'), '^\\w+$');
  assert.equal(options(), { min: 3, max: 20, pattern: '^\\w+$' });
  type(input(view, 'Min length'), '');
  assert.is(options()['min'], null);
  assert.is(input(view, 'Max length').value, '20');
});

test('number: a value set from outside, such as a draft, replaces the typed text', async () => {
  const { view, field } = await openField('number');
  type(input(view, 'Max'), '1.50');
  act(() => {
    field().options['max'] = 7;
  });
  assert.is(input(view, 'Max').value, '7');
});

test('email: only one of the two domain lists can be set', async () => {
  const { view, options } = await openField('email');
  type(input(view, 'Except domains'), 'a.com, b.org');
  await tick();
  assert.equal(options(), { exceptDomains: ['a.com', 'b.org'], onlyDomains: null });
  assert.is(input(view, 'Only domains').disabled, true);
  assert.is(describedBy(input(view, 'Only domains')), 'Empty "Except domains" to set it.');
  type(input(view, 'Except domains'), '');
  await tick();
  type(input(view, 'Only domains'), 'c.net');
  await tick();
  assert.equal(options(), { exceptDomains: [], onlyDomains: ['c.net'] });
  assert.is(input(view, 'Except domains').disabled, true);
  assert.is(input(view, 'Only domains').disabled, false);
});

test('select: commas separate the choices, and all typed characters stay', async () => {
  const { view, options } = await openField('select');
  const choices = input(view, 'Choices*');
  const typed = 'one, two\\, three,  , four ';
  for (let end = 1; end <= typed.length; end += 1) {
    type(choices, typed.slice(0, end));
    await tick();
    assert.is(choices.value, typed.slice(0, end));
  }
  assert.equal(options()['values'], ['one', 'two, three', 'four']);
  assert.is(choices.placeholder, 'Choices: eg. optionA, optionB');
});

test('select: only a multiple select has a maximum, and its first digit does not make it single', async () => {
  const { view, options, becomeMultiple } = await openField('select');
  assert.throws(() => view.byLabel('Max select*'));
  await becomeMultiple();
  const most = input(view, 'Max select*');
  assert.is(most.value, '2');
  type(most, '1');
  await tick();
  assert.ok(most.isConnected);
  assert.is(options()['maxSelect'], '1');
  type(most, '12');
  assert.is(options()['maxSelect'], 12);
});

test('json: the size can be set, and a note explains how the server parses texts', async () => {
  const { view, options } = await openField('json');
  assert.is(input(view, 'Max size*').value, '2000000');
  type(input(view, 'Max size*'), '500');
  assert.is(options()['maxSize'], 500);
  assert.is(view.find('summary').textContent, 'String value normalizations');
});

const toggles: Record<string, { required: string; zero: string; more?: string; option?: string }> = {
  text: { required: 'Nonempty', zero: '""' },
  editor: { required: 'Nonempty', zero: '""', more: 'Strip urls domain', option: 'convertUrls' },
  number: { required: 'Nonzero', zero: '0', more: 'No decimals', option: 'noDecimal' },
  bool: { required: 'Nonfalsey', zero: 'false' },
  email: { required: 'Nonempty', zero: '""' },
  url: { required: 'Nonempty', zero: '""' },
  date: { required: 'Nonempty', zero: '""' },
  select: { required: 'Nonempty', zero: '""' },
  json: { required: 'Nonempty', zero: 'null, "", [], {}' },
  file: { required: 'Nonempty', zero: '""', more: 'Protected', option: 'protected' },
  relation: { required: 'Nonempty', zero: '""' },
};

for (const [kind, { required, zero, more, option = '' }] of Object.entries(toggles)) {
  test(`${kind}: the switches are shown, and ${required} has a tooltip`, async () => {
    const { view, field, options } = await openField(kind);
    assert.equal(switches(view), [required, 'Presentable', ...(more ? [more] : [])]);
    assert.is(tipOf(view, required), `Requires the field value NOT to be ${zero}.`);
    click(input(view, required));
    click(input(view, 'Presentable'));
    if (more) click(input(view, more));
    await tick();
    assert.is(options()[option], more && true);
    assert.is(field().required, true);
    assert.is(field().presentable, true);
    assert.is(input(view, required).checked, true);
  });
}

test('a system field can be duplicated, and has no options that the server refuses', async () => {
  const { view } = await openStoredField('title', { isSystem: true });
  assert.ok(view.byLabel('Duplicate'));
  assert.throws(() => view.byLabel('Remove'));
  assert.is(view.findAll('input').length, 0);
  assert.match(view.text(), /System fields cannot be changed\./);
});

test('an option is marked as changed while it differs from the stored one', async () => {
  const { view } = await openStoredField('title');
  const isMarked = (label: string) =>
    (view.byLabel(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .some((id) => document.getElementById(id)?.textContent === 'Changed');
  const min = view.byLabel<HTMLInputElement>('Min length');
  const { value } = min;
  assert.is(isMarked('Min length'), false);
  type(min, '7');
  click(view.byLabel('Presentable'));
  await tick();
  assert.equal(
    [isMarked('Min length'), isMarked('Max length'), isMarked('Presentable')],
    [true, false, true],
  );
  type(min, value);
  await tick();
  assert.is(isMarked('Min length'), false);
});

test.run();
