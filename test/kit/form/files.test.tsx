import Upload from 'lucide-react/icons/upload';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FileButton } from '../../../ui/kit/form/FileButton';
import { acceptsFile, FileDrop, type FileDropProps } from '../../../ui/kit/form/FileDrop';
import { act, click, mount } from '../../support/render';

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
let taken: string[][] = [];
test.before.each(() => {
  taken = [];
});

function mountButton(isBusy = false) {
  const view = mount(
    <FileButton
      icon={Upload}
      text="Upload"
      label="File to upload"
      accept=".zip"
      isBusy={isBusy}
      onFile={({ name }) => taken.push([name])}
    />,
  );
  const input = view.find<HTMLInputElement>('input[type="file"]');
  const opened: string[] = [];
  input.click = () => opened.push('dialog');
  const choose = (...files: File[]) =>
    act(() => {
      Object.defineProperty(input, 'files', { value: files, configurable: true });
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
  click(view.find('button'));
  return { input, opened, choose };
}

test('a button opens the dialog of a named, hidden input, and takes the same file twice', () => {
  const { input, opened, choose } = mountButton();
  assert.equal([opened.length, input.accept, input.hidden], [1, '.zip', true]);
  assert.is(input.getAttribute('aria-label'), 'File to upload');
  choose(file('a.zip'));
  assert.is(input.value, '');
  choose(file('a.zip'));
  choose();
  assert.equal(taken, [['a.zip'], ['a.zip']]);
  assert.equal(mountButton(true).opened, [], 'a busy one opens nothing');
});

interface Dragged {
  types: string[];
  files: File[];
  items?: unknown[];
  dropEffect: string;
}

const dragOf = (...files: File[]): Dragged => ({ types: ['Files'], files, dropEffect: 'copy' });

function fire(type: string, dataTransfer: Dragged, relatedTarget: Element | null = null): boolean {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer, relatedTarget });
  act(() => void document.querySelector('#inside')?.dispatchEvent(event));
  return event.defaultPrevented;
}

function mountDrop(props: Partial<FileDropProps> = {}) {
  const take = (...lists: readonly File[][]) =>
    taken.push(...lists.map((some) => some.map(({ name }) => name)));
  return mount(
    <FileDrop freePlaces={2} onFiles={take} {...props}>
      <p id="inside">files</p>
    </FileDrop>,
  );
}

const isLit = () => (document.querySelector('#inside')?.parentElement?.className ?? '').split(' ').length > 1;

test('a place is highlighted while files, but no text, are dragged over it or its children', () => {
  mountDrop();
  const text: Dragged = { types: ['text/plain'], files: [], dropEffect: 'copy' };
  assert.equal([fire('dragover', text), isLit(), fire('drop', text)], [false, false, false]);
  assert.equal([fire('dragover', dragOf()), isLit()], [true, true]);
  fire('dragleave', dragOf(), document.querySelector('#inside'));
  assert.is(isLit(), true);
  fire('dragleave', dragOf(), document.body);
  assert.is(isLit(), false);
});

test('takes accepted files up to the limit, and reports the others; a folder is ignored', () => {
  mountDrop({ accept: 'image/*' });
  fire('dragover', dragOf());
  fire('drop', dragOf(file('a.png'), file('b.pdf', 'application/pdf'), file('c.png'), file('d.png')));
  assert.equal(taken.splice(0), [
    ['a.png', 'c.png'],
    ['b.pdf', 'd.png'],
  ]);
  assert.is(isLit(), false);
  const item = (name: string, isDirectory: boolean) => ({
    kind: 'file',
    getAsFile: () => file(name),
    webkitGetAsEntry: () => ({ isDirectory }),
  });
  fire('drop', { ...dragOf(), items: [item('holiday', true), item('a.png', false)] });
  assert.equal(taken, [['a.png'], []]);
});

for (const [why, props] of [
  ['disabled', { isDisabled: true }],
  ['full', { freePlaces: 0 }],
] as const) {
  test(`when ${why} it takes nothing, and the browser does not open the file either`, () => {
    mountDrop(props);
    const drag = dragOf(file('a.png'));
    assert.equal([fire('dragover', drag), drag.dropEffect, isLit()], [true, 'none', false]);
    assert.equal([fire('drop', drag), taken], [true, []]);
  });
}

for (const [accept, name, type, isAccepted] of [
  [undefined, 'a.exe', 'application/x-exe', true],
  [' , ', 'a.exe', 'application/x-exe', true],
  ['image/png', 'a.PNG', 'IMAGE/PNG', true],
  ['image/png', 'a.jpg', 'image/jpeg', false],
  ['image/png, image/jpeg', 'a.jpg', 'image/jpeg', true],
  ['image/*', 'a.svg', 'image/svg+xml', true],
  ['image/*', 'a.mp3', 'audio/mpeg', false],
  ['image/*', 'a.heic', '', true],
  ['*/*', 'a.mp3', 'audio/mpeg', true],
  ['.json', 'all.JSON', 'application/json', true],
  ['.json', 'all.txt', '', false],
] as const) {
  test(`"${accept}" ${isAccepted ? 'takes' : 'refuses'} ${name} (${type || 'unknown'})`, () => {
    assert.is(acceptsFile(accept, { name, type }), isAccepted);
  });
}

test.run();
