import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { acceptsFile, FileDrop, type FileDropProps } from '../../../ui/components/form/FileDrop';
import { act, mount } from '../../support/render';

const file = (name: string, type = 'image/png') => new File(['x'], name, { type });
const taken: string[][] = [];
test.before.each(() => {
  taken.length = 0;
});

interface Dragged {
  types: string[];
  files: File[];
  items?: unknown[];
  dropEffect: string;
}
const dragOf = (...files: File[]): Dragged => ({ types: ['Files'], files, dropEffect: 'copy' });

function fire(type: string, dataTransfer: Dragged, relatedTarget: Element | null = null): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { dataTransfer, relatedTarget });
  act(() => {
    document.querySelector('#inside')?.dispatchEvent(event);
  });
  return event;
}

function mountDrop(props: Partial<FileDropProps> = {}) {
  return mount(
    <FileDrop
      freePlaces={2}
      onFiles={(files, leftOut) =>
        taken.push(...[files, leftOut].map((some) => some.map(({ name }) => name)))
      }
      {...props}
    >
      <p id="inside">files</p>
    </FileDrop>,
  );
}

const isLit = () => (document.querySelector('#inside')?.parentElement?.className ?? '').split(' ').length > 1;

test('is highlighted while files are dragged over it or its children, and no longer', () => {
  mountDrop();
  assert.is(isLit(), false);
  assert.is(fire('dragover', dragOf()).defaultPrevented, true);
  assert.is(isLit(), true);
  fire('dragleave', dragOf(), document.querySelector('#inside'));
  assert.is(isLit(), true);
  fire('dragleave', dragOf(), document.body);
  assert.is(isLit(), false);
});

test('ignores dragged text', () => {
  mountDrop();
  const text: Dragged = { types: ['text/plain'], files: [], dropEffect: 'copy' };
  assert.is(fire('dragover', text).defaultPrevented, false);
  assert.is(isLit(), false);
  assert.is(fire('drop', text).defaultPrevented, false);
});

test('takes accepted files up to the limit, and reports the others', () => {
  mountDrop({ accept: 'image/*' });
  fire('dragover', dragOf());
  fire('drop', dragOf(file('a.png'), file('b.pdf', 'application/pdf'), file('c.png'), file('d.png')));
  assert.equal(taken, [
    ['a.png', 'c.png'],
    ['b.pdf', 'd.png'],
  ]);
  assert.is(isLit(), false);
});

for (const [why, props] of [
  ['disabled', { isDisabled: true }],
  ['full', { freePlaces: 0 }],
] as const) {
  test(`when ${why} it takes nothing, and the browser does not open the file either`, () => {
    mountDrop(props);
    const drag = dragOf(file('a.png'));
    assert.is(fire('dragover', drag).defaultPrevented, true);
    assert.equal([drag.dropEffect, isLit()], ['none', false]);
    assert.is(fire('drop', drag).defaultPrevented, true);
    assert.equal(taken, []);
  });
}

test('ignores a folder', () => {
  mountDrop();
  const item = (name: string, isDirectory: boolean) => ({
    kind: 'file',
    getAsFile: () => file(name),
    webkitGetAsEntry: () => ({ isDirectory }),
  });
  fire('drop', { ...dragOf(), items: [item('holiday', true), item('a.png', false)] });
  assert.equal(taken, [['a.png'], []]);
});

for (const [accept, name, type, isAccepted] of [
  [undefined, 'a.exe', 'application/x-exe', true],
  ['', 'a.exe', 'application/x-exe', true],
  [' , ', 'a.exe', 'application/x-exe', true],
  ['image/png', 'a.png', 'image/png', true],
  ['image/png', 'a.PNG', 'IMAGE/PNG', true],
  ['image/png', 'a.jpg', 'image/jpeg', false],
  ['image/png, image/jpeg', 'a.jpg', 'image/jpeg', true],
  ['image/*', 'a.svg', 'image/svg+xml', true],
  ['image/*', 'a.mp3', 'audio/mpeg', false],
  ['image/*', 'a.heic', '', true],
  ['*/*', 'a.mp3', 'audio/mpeg', true],
  ['.json', 'all.JSON', 'application/json', true],
  ['.json', 'all.txt', 'text/plain', false],
  ['.json', 'all.txt', '', false],
] as const) {
  test(`"${accept}" ${isAccepted ? 'takes' : 'refuses'} ${name} (${type || 'unknown'})`, () => {
    assert.is(acceptsFile(accept, { name, type }), isAccepted);
  });
}

test.run();
