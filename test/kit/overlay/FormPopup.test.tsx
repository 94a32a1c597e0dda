import { mock } from 'node:test';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { useSnapshot } from 'valtio';
import { FormPopup } from '../../../ui/kit/overlay/FormPopup';
import { createForm } from '../../../ui/page/forms/form';
// The timer of the other `eventually` is mocked.
import { eventually } from '../../support/eventually';
import { act, click, mount, press, type } from '../../support/render';

test.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
test.after.each(() => {
  mount(null).unmount();
  mock.timers.reset();
});

const dialog = () => document.querySelector('[role="dialog"]');

interface Scene {
  /** Does the person let the typed values go? */
  letsGo?: boolean;
  /** Does the check pass? */
  isGood?: boolean;
}

function open({ letsGo = true, isGood = true }: Scene = {}) {
  const done: string[] = [];
  const watched = new Set<() => boolean>();
  const watch = (hasChanges: () => boolean) => {
    watched.add(hasChanges);
    return () => void watched.delete(hasChanges);
  };
  const mayLose = async (loss: string) => {
    done.push(`asked: ${loss}`);
    return letsGo;
  };
  const form = createForm({
    initial: { name: 'old' },
    check: () => (isGood ? {} : { name: { code: '', message: 'No.' } }),
    save: async ({ name }) => void done.push(`saved: ${name}`),
  });
  function Stage() {
    const [isOpen, setIsOpen] = useState(true);
    const { errors } = useSnapshot(form.state);
    const { name } = useSnapshot(form.state.values, { sync: true });
    if (!isOpen) return null;
    return (
      <FormPopup
        form={form}
        watch={watch}
        mayLose={mayLose}
        title="Rename"
        submitLabel="Save"
        renderStart={(close) => (
          <button type="button" onClick={close}>
            Remove
          </button>
        )}
        onClose={() => {
          done.push('closed');
          setIsOpen(false);
        }}
      >
        <input
          aria-label="Name"
          aria-invalid={'name' in errors}
          value={name}
          onChange={({ target }) => form.set('name', target.value)}
        />
      </FormPopup>
    );
  }
  const view = mount(<Stage />);
  const find = (selector: string) => dialog()?.querySelector(selector) as HTMLElement;
  const button = (text: string) =>
    [...(dialog()?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === text,
    ) as HTMLButtonElement;
  const input = () => find('input');
  const settle = async () => {
    // The submit, and then the transition.
    await act(async () => {});
    act(() => mock.timers.tick(150));
  };
  return { view, done, watched, input, button, settle };
}

test('asks before typed values are lost, and stays when they may not be', async () => {
  const { done, watched, input, button, settle } = open({ letsGo: false });
  type(input(), 'new');
  assert.equal(
    [...watched].map((hasChanges) => hasChanges()),
    [true],
  );
  press(input(), 'Escape');
  await settle();
  click(button('Cancel'));
  await settle();
  assert.equal(done, ['asked: close the popup', 'asked: close the popup']);
  assert.is((input() as HTMLInputElement).value, 'new');
});

test('closes after a submit without a question, and is watched no longer', async () => {
  const { done, watched, input, button, settle } = open();
  type(input(), 'new');
  click(button('Save'));
  await settle();
  assert.equal(done, ['saved: new', 'closed']);
  assert.is(watched.size, 0);
});

test('a refused submit keeps the popup, and moves the focus to the wrong input', async () => {
  const { done, input, button, settle } = open({ isGood: false });
  type(input(), 'new');
  button('Save').focus();
  click(button('Save'));
  await settle();
  assert.equal(done, []);
  await eventually(() => document.activeElement === input(), true);
});

for (const [what, act] of [
  ['Escape while nothing is typed', ({ input }) => press(input(), 'Escape')],
  [
    'the button at the start',
    ({ input, button }) => {
      type(input(), 'new');
      click(button('Remove'));
    },
  ],
] as [string, (popup: ReturnType<typeof open>) => void][]) {
  test(`${what} closes it without a question`, async () => {
    const popup = open();
    act(popup);
    await popup.settle();
    assert.equal(popup.done, ['closed']);
  });
}

test.run();
