import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { listenForKeys } from '../../ui/page/commandKeys';
import { all, type Command, register } from '../../ui/page/commands';
import { neighbourCommands, saveCommand } from '../../ui/page/forms/formCommands';
import * as preferences from '../../ui/page/preferences';
import * as toasts from '../../ui/page/toasts';

let runs: string[] = [];
let removals: (() => void)[] = [];

function add(id: string, more: Partial<Command>): void {
  removals.push(register({ id, title: id, group: 'everywhere', run: () => runs.push(id), ...more }));
}

/** Returns false if the default was prevented. */
function press(target: Element, key: string, init: KeyboardEventInit = {}): boolean {
  return target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
  );
}

const find = (selector: string) => document.querySelector(selector) as HTMLElement;

test.before.each(() => {
  runs = [];
  document.body.innerHTML =
    '<main id="content"><button></button><input><textarea></textarea><select></select><input type="checkbox"><div contenteditable="true"></div></main><div id="panel"><input></div>';
  removals = [listenForKeys()];
  preferences.setSingleKeys(true);
});
test.after.each(() => {
  for (const remove of removals) remove();
  assert.equal(all(), []);
});

test('a command is heard by its key until it is removed', () => {
  add('goTo', { keys: 'Mod+K' });
  assert.not(press(find('button'), 'k', { ctrlKey: true }));
  assert.ok(press(find('button'), 'k'));
  assert.equal(runs, ['goTo']);
  removals.pop()?.();
  assert.ok(press(find('button'), 'k', { ctrlKey: true }));
  assert.equal(runs, ['goTo']);
});

test('inputs keep the keys that are typed, but for those of commands for inputs; a checkbox takes no text', () => {
  add('help', { keys: '?' });
  add('undo', { keys: 'Mod+Z' });
  add('save', { keys: 'Mod+S', isHeardInInputs: true });
  for (const selector of ['main > input', 'textarea', 'select', '[contenteditable]']) {
    runs = [];
    assert.ok(press(find(selector), '?'));
    assert.ok(press(find(selector), 'z', { ctrlKey: true }));
    assert.not(press(find(selector), 's', { ctrlKey: true }));
    assert.equal(runs, ['save'], selector);
  }
  assert.not(press(find('[type="checkbox"]'), '?'));
  assert.equal(runs, ['save', 'help']);
});

test('a prevented event, an input method and held keys run nothing', () => {
  add('save', { keys: 'Mod+S', isHeardInInputs: true });
  add('next', { keys: 'Alt+ArrowDown', repeats: true });
  find('button').addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  press(find('button'), 's', { ctrlKey: true });
  assert.ok(press(find('main > input'), 's', { ctrlKey: true, isComposing: true }));
  assert.not(press(find('button'), 's', { ctrlKey: true, repeat: true }), 'the browser saves no page');
  assert.equal(runs, []);
  press(find('button'), 'ArrowDown', { altKey: true, repeat: true });
  assert.equal(runs, ['next']);
});

test('a command of the page is not heard below a panel; one of the panel is', () => {
  add('page', { group: 'page', keys: 'Mod+S', isHeardInInputs: true });
  add('panel', { group: 'panel', keys: 'Mod+S', isHeardInInputs: true, at: () => find('#panel input') });
  add('search', { group: 'page', keys: '/' });
  find('#panel').inert = true;
  press(find('button'), 's', { ctrlKey: true });
  find('#panel').inert = false;
  find('main').inert = true;
  press(find('#panel input'), 's', { ctrlKey: true });
  assert.ok(press(find('#panel'), '/'));
  assert.equal(runs, ['page', 'panel']);
  find('#panel').inert = true;
  assert.not(press(document.body, 's', { ctrlKey: true }), 'the browser does not save the page');
  assert.equal(runs, ['page', 'panel']);
});

test('what is not available, has a reason, or is a single key that is turned off, does not run', () => {
  add('undo', { keys: 'Mod+Z', isAvailable: () => false });
  add('new', { keys: 'Mod+J', reason: 'A view.' });
  add('help', { keys: '?' });
  add('goTo', { keys: 'Mod+K' });
  preferences.setSingleKeys(false);
  assert.ok(press(find('button'), 'z', { ctrlKey: true }));
  press(find('button'), 'j', { ctrlKey: true });
  assert.ok(press(find('button'), '?'));
  press(find('button'), 'k', { ctrlKey: true });
  assert.equal(runs, ['goTo']);
});

test('a form saves, and neighbours open, from an input of their panel', () => {
  const at = () => find('#panel input');
  const save = (isSaving: boolean) => register(saveCommand(at, isSaving, () => runs.push('saved')));
  const stopSaving = save(true);
  press(at(), 's', { ctrlKey: true });
  assert.equal([runs, toasts.state.items.map(({ message }) => message)], [[], ['Still saving.']]);
  stopSaving();
  removals.push(save(false));
  const neighbours = { noun: 'log', previous: null, next: 'b', at, onOpen: (id: string) => runs.push(id) };
  removals.push(register(...neighbourCommands(neighbours)));
  press(at(), 's', { ctrlKey: true });
  press(at(), 'ArrowUp', { altKey: true });
  press(at(), 'ArrowDown', { altKey: true });
  assert.equal(runs, ['saved', 'b']);
});

test.run();
