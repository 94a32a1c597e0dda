import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as dialect from '../../../ui/backend/dialect';
import { AuthOptionsTab } from '../../../ui/collections/editor/AuthOptionsTab';
import { createCollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import { act, click, mount, tick, type as typeInto, type View } from '../../support/render';

async function open(options: Record<string, unknown> = {}) {
  const editor = createCollectionEditor(null);
  await editor.open();
  editor.edit('schema', ({ setType }) => setType('auth'));
  for (const [name, value] of Object.entries(options))
    editor.edit(`options.${name}`, ({ setOption }) => setOption(name, value));
  const view = mount(<AuthOptionsTab editor={editor} />);
  const fail = async (paths: Record<string, string>) => {
    const errors = Object.entries(paths).map(([path, message]) => [path, { code: 'x', message }] as const);
    act(() => {
      editor.state.errors = Object.fromEntries(errors);
    });
    await tick();
  };
  return { editor, view, fail, option: (name: string) => editor.state.form.options[name] };
}

const heads = (view: View) => view.findAll('h4 > button');
const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
function head(view: View, title: string): HTMLElement {
  const found = heads(view).find((one) => textOf(one).startsWith(title));
  assert.ok(found, title);
  return found;
}

test.after.each(async () => {
  mount(null).unmount();
  localStorage.clear();
  dialect.learn(22);
  await tick();
});

test('a password length stays as it was typed until it is valid', async () => {
  const { view, editor, option } = await open();
  editor.edit('name', ({ rename }) => rename('members'));
  const input = view.byLabel<HTMLInputElement>('Minimum password length*');
  assert.is(input.value, '8');
  for (const [typed, value] of [
    ['08', 8],
    ['', ''],
    ['8.5', '8.5'],
    ['4', 4],
  ]) {
    typeInto(input, String(typed));
    await tick();
    assert.equal([option('minPasswordLength'), input.value], [value, typed]);
  }
  assert.is(await editor.save(), null);
  await tick();
  assert.match(view.text(), /Must be a number from 5 to 72\./);
  assert.is(input.getAttribute('aria-invalid'), 'true');
});

test('a link opens the OAuth2 providers in another tab', async () => {
  const { view, editor } = await open();
  click(head(view, 'OAuth2'));
  const link = view.byText('Manage OAuth2 providers').closest('a');
  assert.equal([link?.getAttribute('href'), link?.target], ['#/settings/auth-providers', '_blank']);
  act(() => editor.edit('options', ({ setOption }) => setOption('allowOAuth2Auth', false)));
  await tick();
  assert.is(view.findAll('section a').length, 0);
});

for (const [title, option] of [
  ['Username/Password', 'allowUsernameAuth'],
  ['Email/Password', 'allowEmailAuth'],
  ['OAuth2', 'allowOAuth2Auth'],
] as const) {
  test(`${title} is switched by ${option}`, async () => {
    const { view, option: value } = await open();
    click(head(view, title));
    const lists = view.findAll('section section input[type="text"]').length;
    assert.is(lists > 0, option === 'allowEmailAuth', 'the lists of domains');
    click(view.byLabel('Enable'));
    await tick();
    assert.is(view.findAll('section section input').length, 1);
    assert.is(value(option), false);
    assert.is(textOf(head(view, title)), `${title}Disabled`);
  });
}

test('on a newer server without a field username, its sign-in can only be disabled', async () => {
  dialect.learn(dialect.firstNewer);
  const names = (view: View) => heads(view).map((one) => textOf(one).replace(/(En|Dis)abled$/, ''));
  const { view } = await open();
  assert.equal(names(view), ['Email/Password', 'OAuth2']);
  const { view: wrong, option } = await open({ allowUsernameAuth: true });
  click(head(wrong, 'Username/Password'));
  click(wrong.byLabel('Enable'));
  await tick();
  assert.equal([option('allowUsernameAuth'), names(wrong)[0]], [false, 'Username/Password']);
});

test('a method with errors opens with a mark and names the wrong entry; an edit removes the errors', async () => {
  const { view, editor, fail } = await open({ onlyEmailDomains: ['a.com', 'b'] });
  await fail({ 'options.onlyEmailDomains.1': 'Must be a valid domain.' });
  assert.match(textOf(head(view, 'Email/Password')), /Has errors/);
  assert.not.match(textOf(head(view, 'Username/Password')), /Has errors/);
  const input = view.byLabel<HTMLInputElement>('Only domains');
  assert.is(input.getAttribute('aria-invalid'), 'true');
  assert.match(view.text(), /b: Must be a valid domain\./);
  click(head(view, 'Email/Password'));
  assert.is(view.findAll('section section').length, 0);
  click(head(view, 'Email/Password'));
  typeInto(view.byLabel('Only domains'), 'a.com, b.org');
  await tick();
  assert.equal(editor.state.errors, {});
  assert.not.match(textOf(head(view, 'Email/Password')), /Has errors/);
});

for (const [label, name] of [
  ['Always require email', 'requireEmail'],
  ['Forbid authentication for unverified users', 'onlyVerified'],
] as const) {
  test(`${label} is a switch with an explanation`, async () => {
    const { view, option } = await open();
    click(view.byLabel(label));
    await tick();
    assert.is(option(name), true);
    assert.ok(view.byLabel<HTMLInputElement>(label).checked);
    const tip = view.byLabel(`About ${label}`);
    const text = tip.dataset['tooltip'] ?? '';
    assert.ok(text);
    assert.not.ok(view.text().includes(text));
    click(tip);
    assert.ok(view.text().includes(text), 'a press shows it, too');
  });
}

test.run();
