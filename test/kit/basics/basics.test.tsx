import { mock } from 'node:test';
import X from 'lucide-react/icons/x';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { localDateTime } from '../../../ui/base/dates';
import { Button } from '../../../ui/kit/basics/Button';
import { CodeBlock } from '../../../ui/kit/basics/CodeBlock';
import { CopyButton } from '../../../ui/kit/basics/CopyButton';
import { FileSize } from '../../../ui/kit/basics/FileSize';
import { IconButton } from '../../../ui/kit/basics/IconButton';
import { TimeAgo } from '../../../ui/kit/basics/TimeAgo';
import { act, click, focus, mount } from '../../support/render';

test.after.each(() => mock.timers.reset());

test('a busy button ignores clicks, submits nothing and keeps the focus', () => {
  let [clicks, submits] = [0, 0];
  const form = (isBusy: boolean) => (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submits++;
      }}
    >
      <Button type="submit" isBusy={isBusy} onClick={() => clicks++}>
        Save
      </Button>
    </form>
  );
  const view = mount(form(false));
  const button = view.find<HTMLButtonElement>('button');
  focus(button);
  view.rerender(form(true));
  click(button);
  assert.equal([clicks, submits, button.getAttribute('aria-busy')], [0, 0, 'true']);
  assert.ok(document.activeElement === button);
  view.rerender(form(false));
  click(button);
  assert.equal([clicks, submits, button.getAttribute('aria-busy')], [1, 1, null]);
});

test('a button submits only with type="submit", and is a real link if it has an address', () => {
  const view = mount(
    <Button icon={X}>
      New<span className="onlyWide"> record</span>
    </Button>,
  );
  const button = view.find('button');
  assert.equal([button.getAttribute('type'), button.children[1]?.textContent], ['button', 'New record']);
  view.rerender(<Button href="#/settings">Settings</Button>);
  assert.equal([view.find('a').getAttribute('href'), view.findAll('button').length], ['#/settings', 0]);
});

test("the label of an icon button is its name and its tooltip, unless the tooltip is ''", () => {
  const view = mount(<IconButton icon={X} label="Close" />);
  assert.is(view.byLabel('Close').dataset['tooltip'], 'Close');
  view.rerender(<IconButton icon={X} label="Close" tooltip="" />);
  assert.is(view.byLabel('Close').dataset['tooltip'], undefined);
});

test('a code block colours its parts, keeps its text, has a name and is focusable', () => {
  const code = '{\n  "<b>": "\\"x\\" & <i>",\n  "n": -1.5,\n  "no": null\n}';
  const view = mount(<CodeBlock code={code} language="json" label="data.details" />);
  const box = view.find('pre');
  assert.is(box.textContent, code);
  assert.equal(
    [...box.querySelectorAll('span')].map(({ textContent }) => textContent),
    ['"<b>"', '"\\"x\\" & <i>"', '"n"', '-1.5', '"no"', 'null'],
  );
  assert.is(box.querySelectorAll('b, i').length, 0);
  assert.equal(
    [box.tabIndex, box.getAttribute('role'), box.getAttribute('aria-label')],
    [0, 'group', 'data.details'],
  );
  const long = JSON.stringify(Array.from({ length: 50_000 }, (_, at) => `"${at}`));
  view.rerender(<CodeBlock code={long} language="json" label="data.details" />);
  assert.is(view.find('pre').textContent, long);
  assert.is(view.findAll('pre span').length, 0, 'very long code is one text');
});

const copied: string[] = [];
function setClipboard(writeText: (text: string) => Promise<void>) {
  copied.length = 0;
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}
const drawing = () => document.querySelector('button svg')?.getAttribute('class') ?? '';

test('a copy button shows a check mark for half a second, announces it and keeps the click', async () => {
  setClipboard(async (text) => void copied.push(text));
  mock.timers.enable({ apis: ['setTimeout'] });
  const pass = (ms: number) => act(() => mock.timers.tick(ms));
  let heard = 0;
  const view = mount(
    // biome-ignore lint/a11y: stands for a row of a table
    <div onClick={() => heard++}>
      <CopyButton text="7fq2m0x9kd4ahv1" />
    </div>,
  );
  click(view.byLabel('Copy'));
  await act(async () => {});
  pass(50);
  assert.equal([copied, heard], [['7fq2m0x9kd4ahv1'], 0]);
  assert.is(view.find('[role="status"]').textContent, 'Copied');
  pass(449);
  assert.match(drawing(), 'lucide-check');
  pass(1);
  assert.match(drawing(), 'lucide-copy');
  assert.is(mount(<CopyButton text="" />).root.childElementCount, 0, 'nothing to copy');
});

for (const [bytes, text, tooltip] of [
  [0, '0 B', null],
  [999, '999 B', null],
  [1024, '1 KB', '1,024 bytes'],
  [5_242_880, '5 MB', '5,242,880 bytes'],
  [5_000_000, '5 MB', '5,000,000 bytes'],
  [1_043_241, '1 MB', '1,043,241 bytes'],
  [204_833, '200 KB', '204,833 bytes'],
] as const) {
  test(`shows ${bytes} bytes as ${text}, and the exact number in the tooltip`, () => {
    const size = mount(<FileSize bytes={bytes} className="size" />).find('.size');
    assert.equal([size.textContent, size.getAttribute('data-tooltip')], [text, tooltip]);
  });
}

test('shows how long ago it was, updates it, and shows the moment in its tooltip', () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.UTC(2026, 10, 22, 12, 0) });
  const view = mount(<TimeAgo date="2026-11-22 11:20:05.123Z" />);
  const shown = view.find('time');
  assert.is(shown.textContent, '39 minutes ago');
  assert.is(shown.getAttribute('datetime'), '2026-11-22T11:20:05.123Z');
  const [utc, local] = (shown.getAttribute('data-tooltip') ?? '').split('\n');
  assert.is(utc, '2026-11-22 11:20:05 UTC');
  assert.ok(local?.startsWith(`${localDateTime('2026-11-22 11:20:05Z').slice(0, 19)} `), local);
  act(() => mock.timers.tick(3 * 60_000));
  assert.is(shown.textContent, '42 minutes ago');
  view.rerender(<TimeAgo date="yesterday" />);
  assert.is(view.root.textContent, 'N/A');
  view.unmount();
});

test.run();
