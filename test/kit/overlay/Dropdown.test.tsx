import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ContextMenu } from '../../../ui/kit/overlay/ContextMenu';
import { Dropdown, DropdownItem, DropdownSeparator } from '../../../ui/kit/overlay/Dropdown';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { act, click, eventually, focus, mount, press, tick } from '../../support/render';

const chosen: string[] = [];
test.before.each(() => {
  chosen.length = 0;
});
test.after.each(() => {
  mount(null).unmount();
  mock.timers.reset();
});

function Menu() {
  return (
    <Dropdown
      label="More"
      trigger={(props) => (
        <button type="button" {...props}>
          More
        </button>
      )}
    >
      <DropdownItem onSelect={() => chosen.push('Duplicate')}>Duplicate</DropdownItem>
      <DropdownItem href="#/docs" onSelect={() => chosen.push('Docs')}>
        Docs
      </DropdownItem>
      <DropdownItem isDisabled onSelect={() => chosen.push('Disabled')}>
        Disabled
      </DropdownItem>
      <DropdownItem isChecked keepsOpen onSelect={() => chosen.push('title')}>
        title
      </DropdownItem>
      <DropdownSeparator />
      <DropdownItem kind="danger" onSelect={() => chosen.push('Delete')}>
        Delete
      </DropdownItem>
    </Dropdown>
  );
}

const menu = () => document.querySelector<HTMLElement>('[role="menu"]');
const focused = () => document.activeElement as HTMLElement;

function openByKey(key = 'ArrowDown') {
  const view = mount(<Menu />);
  const trigger = view.byText('More');
  focus(trigger);
  press(trigger, key);
  return { view, trigger };
}

test('arrow keys and a click by key open it at an end, a pointer opens it without choosing an item', () => {
  const { trigger, view } = openByKey();
  assert.is(focused().textContent, 'Duplicate');
  assert.is(trigger.getAttribute('aria-expanded'), 'true');
  assert.is(trigger.getAttribute('aria-controls'), menu()?.id ?? '');
  assert.is(menu()?.getAttribute('aria-label'), 'More');
  press(focused(), 'Escape');
  // A browser turns Enter and Space into a click.
  act(() => trigger.click());
  assert.is(focused().textContent, 'Duplicate');
  press(focused(), 'Escape');
  act(() => {
    view.byText('More').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  });
  assert.ok(focused() === menu());
  openByKey('ArrowUp');
  assert.is(focused().textContent, 'Delete');
});

test('arrows cycle and skip disabled items; Home and End move to the ends', () => {
  openByKey();
  const walk = (key: string) => {
    press(focused(), key);
    return focused().textContent;
  };
  assert.equal(['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map(walk), [
    ...['Docs', 'title', 'Delete', 'Duplicate', 'Delete', 'Duplicate', 'Delete'],
  ]);
});

test('characters find an item; the same character moves on to the next', () => {
  mock.timers.enable({ apis: ['Date'], now: 1000 });
  openByKey();
  press(focused(), 'D', { shiftKey: true });
  assert.is(focused().textContent, 'Docs');
  press(focused(), 'd');
  assert.is(focused().textContent, 'Delete');
  mock.timers.setTime(1501);
  press(focused(), 'd');
  press(focused(), 'o');
  assert.is(focused().textContent, 'Docs', 'after a pause the word begins again');
});

test('Escape closes it, returns the focus and does not reach the panel around it', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let closed = 0;
  const view = mount(
    <Panel title="Edit" onClose={() => closed++}>
      <Menu />
    </Panel>,
  );
  const trigger = view.byText('More');
  focus(trigger);
  press(trigger, 'ArrowDown');
  assert.ok(view.find('[role="dialog"]').contains(menu()), 'it is alive with the panel');
  press(focused(), 'Escape');
  assert.is(menu(), null);
  assert.ok(focused() === trigger);
  act(() => mock.timers.tick(150));
  assert.is(closed, 0);
  press(trigger, 'Escape');
  act(() => mock.timers.tick(150));
  assert.is(closed, 1, 'the next one is the panel’s');
});

test('returns the focus at once on a choice by key, and closes 150 ms later', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { trigger } = openByKey();
  act(() => focused().click());
  assert.equal(chosen, ['Duplicate']);
  assert.ok(focused() === trigger);
  assert.ok(menu(), 'it is still seen');
  act(() => mock.timers.tick(150));
  assert.is(menu(), null);
});

test('closes at once on a choice by pointer; Space follows a link, too', () => {
  const { view } = openByKey();
  press(focused(), 'ArrowDown');
  assert.is(press(focused(), ' '), false, 'nothing scrolls');
  act(() => {
    view.byText('Delete').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  });
  assert.equal([chosen, menu()], [['Docs', 'Delete'], null]);
});

test('stays open on a switch; a disabled item does nothing', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { view } = openByKey();
  click(view.byText('title').closest('button') as Element);
  click(view.byText('Disabled').closest('button') as Element);
  act(() => mock.timers.tick(150));
  assert.equal(chosen, ['title']);
  assert.ok(menu());
  assert.is(view.byText('title').closest('button')?.getAttribute('role'), 'menuitemcheckbox');
});

test('closes on a press outside, on a lost focus and on Tab, which moves on from the button', () => {
  openByKey();
  act(() => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  });
  assert.is(menu(), null);
  openByKey();
  const other = document.body.appendChild(document.createElement('button'));
  focus(other);
  assert.is(menu(), null);
  assert.ok(focused() === other, 'and the focus stays where it went');
  other.remove();
  const { trigger } = openByKey();
  assert.is(press(focused(), 'Tab'), true, 'the browser moves on');
  assert.is(menu(), null);
  assert.ok(focused() === trigger);
});

test('a menu without a button is open from the start, and returns the focus to its owner', async () => {
  const menuOf = (owner: HTMLElement, key: number) => (
    <ContextMenu key={key} owner={owner} at={{ x: 10, y: 20 }} label="Row">
      <DropdownItem onSelect={() => chosen.push('Open')}>Open</DropdownItem>
      <DropdownItem>Exclude</DropdownItem>
    </ContextMenu>
  );
  const owner = document.body.appendChild(document.createElement('button'));
  const view = mount(menuOf(owner, 1));
  await tick();
  assert.is(focused().textContent, 'Open');
  press(focused(), 'Escape');
  assert.equal([menu(), focused()], [null, owner]);
  view.rerender(menuOf(owner, 2));
  await tick();
  act(() => void owner.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  assert.is(menu(), null, 'a press on its owner is elsewhere, too');
  view.rerender(menuOf(owner, 3));
  await tick();
  click(focused());
  await eventually(() => [chosen, menu() === null], [['Open'], true]);
  owner.remove();
});

test.run();
