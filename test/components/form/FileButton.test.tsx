import Upload from 'lucide-react/icons/upload';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FileButton } from '../../../ui/components/form/FileButton';
import { act, click, mount } from '../../support/render';

const file = (name: string) => new File(['x'], name);

function scene(isBusy = false) {
  const chosen: string[] = [];
  mount(
    <FileButton
      icon={Upload}
      text="Upload"
      label="File to upload"
      accept=".zip"
      isBusy={isBusy}
      onFile={({ name }) => chosen.push(name)}
    />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const button = document.querySelector<HTMLButtonElement>('button');
  if (!input || !button) throw new Error('There is no button for a file.');
  const choose = (...files: File[]) =>
    act(() => {
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  return { chosen, input, button, choose };
}

test('opens the file dialog of a named, hidden input', () => {
  const { input, button } = scene();
  let opened = 0;
  input.click = () => {
    opened += 1;
  };
  click(button);
  assert.is(opened, 1);
  assert.equal(
    [input.getAttribute('aria-label'), input.accept, input.hidden],
    ['File to upload', '.zip', true],
  );
});

test('passes the chosen file on, and allows the same one again', () => {
  const { chosen, input, choose } = scene();
  choose(file('a.zip'));
  assert.is(input.value, '');
  choose(file('a.zip'));
  choose();
  assert.equal(chosen, ['a.zip', 'a.zip']);
});

test('allows no other file while it is busy', () => {
  const { input, button } = scene(true);
  let opened = 0;
  input.click = () => {
    opened += 1;
  };
  click(button);
  assert.is(opened, 0);
});

test.run();
