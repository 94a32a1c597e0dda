import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CopyButton } from '../../../ui/components/basics/CopyButton';
import { act, click, mount, quiet, tick } from '../../support/render';

const copied: string[] = [];
const clipboard = { writeText: async (text: string) => void copied.push(text) };

test.before.each(() => {
  copied.length = 0;
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
});

test.after.each(() => mock.timers.reset());

const pass = (ms: number) => act(() => mock.timers.tick(ms));
const drawing = () => document.querySelector('button svg')?.getAttribute('class') ?? '';

test('copies the text on a click, shows a check mark for half a second and announces it', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const view = mount(<CopyButton text="7fq2m0x9kd4ahv1" />);
  assert.match(drawing(), 'lucide-copy');
  click(view.byLabel('Copy'));
  await act(async () => {});
  pass(50);
  assert.equal(copied, ['7fq2m0x9kd4ahv1']);
  assert.match(drawing(), 'lucide-check');
  assert.is(view.find('[role="status"]').textContent, 'Copied');
  pass(449);
  assert.match(drawing(), 'lucide-check');
  pass(1);
  assert.match(drawing(), 'lucide-copy');
});

test('shows no button for an empty text', () => {
  const view = mount(<CopyButton text="" />);
  assert.is(view.root.childElementCount, 0);
});

test('stops the click from reaching the elements around the button', async () => {
  let heard = 0;
  const view = mount(
    // biome-ignore lint/a11y: stands for a row of a table
    <div onClick={() => heard++}>
      <CopyButton text="abc" label="Copy id" />
    </div>,
  );
  click(view.byLabel('Copy id'));
  await tick();
  assert.equal([heard, copied], [0, ['abc']]);
});

test('shows no check mark when the browser refuses', async () => {
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: () => Promise.reject(new Error('refused')) },
    configurable: true,
  });
  const view = mount(<CopyButton text="abc" />);
  click(view.byLabel('Copy'));
  await quiet();
  assert.match(drawing(), 'lucide-copy');
});

test.run();
