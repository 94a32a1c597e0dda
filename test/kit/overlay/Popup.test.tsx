import { mock } from 'node:test';
import { createRef, type ReactNode, type RefObject, useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as overlayStack from '../../../ui/kit/overlay/overlayStack';
import { Panel } from '../../../ui/kit/overlay/Panel';
import { Popup } from '../../../ui/kit/overlay/Popup';
import type { OverlayHandle, OverlayProps } from '../../../ui/kit/overlay/useOverlay';
import { act, click, focus, mount, press } from '../../support/render';

const transitionMs = 150;

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => {
  mount(null).unmount();
  mock.timers.reset();
});

/** Lets promises end, and then the time pass. */
async function pass(ms = 0): Promise<void> {
  await act(async () => {});
  act(() => mock.timers.tick(ms));
}

interface StageProps extends Partial<OverlayProps> {
  onClosed?: () => void;
  kind?: 'panel' | 'popup';
  children?: ReactNode;
}

/** A page with a button that opens an overlay. */
function Stage({ onClosed, kind = 'popup', children, ...overlay }: StageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const Overlay = kind === 'panel' ? Panel : Popup;
  return (
    <main id="content" tabIndex={-1}>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Overlay
          title="Rename"
          {...overlay}
          onClose={() => {
            setIsOpen(false);
            onClosed?.();
          }}
        >
          {children ?? <input aria-label="Name" />}
        </Overlay>
      )}
    </main>
  );
}

const dialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')];
const topDialog = () => dialogs().at(-1) as HTMLElement;
const focused = () => document.activeElement as HTMLElement;

function open(stage: ReactNode) {
  const view = mount(stage);
  const opener = view.byText('Open');
  click(opener);
  return { view, opener };
}

test('is a modal dialog named by its title, beside the page and above it', () => {
  const { view } = open(<Stage />);
  const dialog = topDialog();
  assert.is(dialog.getAttribute('aria-modal'), 'true');
  assert.is(document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent, 'Rename');
  assert.not.ok(view.root.contains(dialog));
  assert.is(document.body.classList.contains('overlay-active'), true);
  assert.is((dialog.closest('[data-overlay]') as HTMLElement).style.zIndex, '1001');
});

test('moves the focus to the element that wants it or else to Close, and makes the page inert', () => {
  const { view } = open(<Stage />);
  assert.is(focused().getAttribute('aria-label'), 'Close');
  assert.is(view.root.inert, true);
  open(
    <Stage>
      <input aria-label="First" />
      <input aria-label="Wanted" data-autofocus />
    </Stage>,
  );
  assert.is(focused().getAttribute('aria-label'), 'Wanted');
});

test('Escape closes it after its transition, and returns the focus at once', async () => {
  let closed = 0;
  const { view, opener } = open(<Stage onClosed={() => closed++} />);
  press(focused(), 'Escape');
  assert.ok(focused() === opener, 'the focus does not wait for the transition');
  assert.equal([view.root.inert, overlayStack.topElement(), closed], [false, null, 0]);
  await pass(transitionMs);
  assert.equal([closed, dialogs().length], [1, 0]);
  assert.is(document.body.classList.contains('overlay-active'), false);
});

test('returns the focus even if an input inside took it', () => {
  const { opener } = open(
    <Stage>
      {/* biome-ignore lint/a11y/noAutofocus: what is tested */}
      <input aria-label="Name" autoFocus />
    </Stage>,
  );
  assert.is(focused().getAttribute('aria-label'), 'Name');
  press(focused(), 'Escape');
  assert.ok(focused() === opener);
});

test('Escape closes only the topmost, which returns the focus to the one below', async () => {
  const { view } = open(
    <Stage kind="panel">
      <Stage />
    </Stage>,
  );
  const inner = topDialog().querySelector('button:not([aria-label])') as HTMLElement;
  click(inner);
  assert.is(dialogs().length, 2);
  const [lower, upper] = dialogs() as [HTMLElement, HTMLElement];
  const hosts = dialogs().map((dialog) => dialog.closest('[data-overlay]') as HTMLElement);
  assert.equal(
    hosts.map((host) => [host.style.zIndex, host.inert]),
    [
      ['1001', true],
      ['1002', false],
    ],
  );
  assert.ok(focused() === upper.querySelector('[aria-label="Close"]'));
  press(upper, 'Escape');
  await pass(transitionMs);
  assert.ok(dialogs().length === 1 && dialogs()[0] === lower, 'the lower one is still open');
  assert.ok(focused() === inner);
  assert.is(view.root.inert, true, 'the page stays inert');
});

test('ignores an Escape that an element inside has prevented, or that belongs to an input method', async () => {
  open(<Stage />);
  const input = topDialog().querySelector('input') as HTMLElement;
  input.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
  press(input, 'Escape');
  press(input, 'Escape', { isComposing: true } as object);
  await pass(transitionMs);
  assert.is(dialogs().length, 1);
});

test('canClose keeps it open, even if it resolves later, and is never called twice at once', async () => {
  const answers: ((may: boolean) => void)[] = [];
  const canClose = () => new Promise<boolean>((answer) => answers.push(answer));
  open(<Stage canClose={canClose} />);
  press(focused(), 'Escape');
  press(focused(), 'Escape');
  await pass();
  assert.is(answers.length, 1);
  answers[0]?.(false);
  await pass(transitionMs);
  assert.is(dialogs().length, 1);
  press(focused(), 'Escape');
  answers[1]?.(true);
  await pass(transitionMs);
  assert.is(dialogs().length, 0);
});

test('Escape, backdrop and Close do nothing while it is busy, but its own code can close it', async () => {
  const handle: RefObject<OverlayHandle | null> = createRef();
  const { view } = open(<Stage isBusy handle={handle} />);
  press(focused(), 'Escape');
  click(topDialog().parentElement as HTMLElement);
  assert.is(view.byLabel<HTMLButtonElement>('Close').disabled, true);
  act(() => handle.current?.close());
  await pass(transitionMs);
  assert.is(dialogs().length, 1);
  act(() => handle.current?.close({ isDone: true }));
  await pass(transitionMs);
  assert.is(dialogs().length, 0);
});

test('closes on a click on the backdrop, but not on a drag that ends there or a second click', async () => {
  open(<Stage />);
  const backdrop = topDialog().parentElement as HTMLElement;
  act(() => {
    topDialog().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    backdrop.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    backdrop.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    backdrop.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  });
  await pass(transitionMs);
  assert.is(dialogs().length, 1);
  click(backdrop);
  await pass(transitionMs);
  assert.is(dialogs().length, 0);
});

test('does not submit the surrounding form when a form inside submits', () => {
  const heard: string[] = [];
  const view = mount(
    <form onSubmit={() => heard.push('outer')}>
      <Popup title="Inner" onClose={() => {}} onSubmit={() => heard.push('inner')}>
        <input aria-label="Name" />
      </Popup>
    </form>,
  );
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  act(() => void view.find('[role="dialog"] form').dispatchEvent(submit));
  assert.equal(heard, ['inner']);
});

test('keeps messages active while the page is inert, and a focus that moved to them', async () => {
  const { view } = open(<Stage />);
  const messages = document.body.appendChild(document.createElement('button'));
  messages.dataset['alwaysLive'] = '';
  click(view.byLabel('Close'));
  click(view.byText('Open'));
  assert.is(messages.inert, false);
  focus(messages);
  click(view.byLabel('Close'));
  focus(messages);
  await pass(transitionMs);
  assert.ok(focused() === messages);
  messages.remove();
});

test('marks the scroll position on the body 100 ms after opening', async () => {
  const { view } = open(<Stage />);
  const body = view.byLabel('Name').parentElement as HTMLElement;
  assert.not.ok(body.hasAttribute('data-top-reached'));
  await pass(100);
  assert.ok(body.hasAttribute('data-top-reached') && body.hasAttribute('data-bottom-reached'));
  assert.not.ok(body.hasAttribute('data-scrollable'));
  Object.defineProperty(body, 'scrollHeight', { value: 900 });
  Object.defineProperty(body, 'clientHeight', { value: 300 });
  body.scrollTop = 100;
  act(() => {
    window.dispatchEvent(new Event('resize'));
  });
  assert.ok(body.hasAttribute('data-scrollable'));
  assert.not.ok(body.hasAttribute('data-top-reached') || body.hasAttribute('data-bottom-reached'));
});

test.run();
