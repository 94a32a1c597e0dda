import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ExportPage } from '../../ui/collections/ExportPage';
import type { Collection } from '../../ui/model/collection';
import * as collections from '../../ui/page/collections';
import { button, input, open, press } from '../settings/pages';
import { type FakeBackend, networkError } from '../support/backend';
import { act, click, mount, press as pressKey, rest, tick, type View } from '../support/render';
import { postsCollection } from '../support/samples';
import { closeScene, routes, type Server, startScene, told } from './import/importScene';

let backend: FakeBackend;
let server: Server;

const preview = (view: View) => view.byLabel('Configuration');
const shown = (view: View): string[] =>
  JSON.parse(preview(view).textContent ?? '').map(({ name }: Collection) => name);
const isAll = (view: View) => {
  const { checked, indeterminate } = input(view, 'Select all');
  return indeterminate ? 'partial' : checked;
};
const isOff = (text: string) => button(text)?.disabled;
const total = (view: View) => view.find('footer [role="status"]').textContent;

function letCopy(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

test.before.each(() => {
  ({ backend, server } = startScene());
});
test.after.each(async () => {
  mount(null).unmount();
  closeScene();
  await tick();
});

test('at first all collections are checked, loaded again and printed with an indent of four', async () => {
  const view = await open(<ExportPage />);
  assert.is(backend.callsTo(routes.list).length, 1);
  assert.equal(shown(view), ['post_stats', 'posts', 'users']);
  assert.equal([isAll(view), total(view)], [true, '3 of 3 selected']);
  assert.match(preview(view).textContent ?? '', /^\[\n {4}\{\n {8}"id": /);
  assert.equal([isOff('Copy'), isOff('Download as JSON')], [false, false]);
});

test('the text follows the checked collections: some, none, all', async () => {
  const view = await open(<ExportPage />);
  const now = () => [shown(view), isAll(view), total(view), isOff('Copy'), isOff('Download as JSON')];
  click(input(view, 'users'));
  assert.equal(now(), [['post_stats', 'posts'], 'partial', '2 of 3 selected', false, false]);
  click(input(view, 'users'));
  click(input(view, 'Select all'));
  assert.equal(now(), [[], false, '0 of 3 selected', true, true]);
  click(input(view, 'posts'));
  click(input(view, 'Select all'));
  assert.equal(now(), [['post_stats', 'posts', 'users'], true, '3 of 3 selected', false, false]);
});

test('a new collection is checked, and an unchecked one stays unchecked', async () => {
  const view = await open(<ExportPage />);
  click(input(view, 'users'));
  server.collections.push({ ...postsCollection, id: 'new000000000001', name: 'news' });
  await act(() => collections.load());
  await rest();
  assert.equal([shown(view), total(view)], [['news', 'post_stats', 'posts'], '3 of 4 selected']);
});

test('names, patterns and rules with tags are printed as text, not as elements', async () => {
  const tag = '</pre><img src="x" onerror="alert(1)"><b class="hostile">';
  const [title] = postsCollection.schema;
  server.collections = [
    {
      ...postsCollection,
      name: tag,
      listRule: tag,
      indexes: [tag],
      schema: [{ ...title, name: tag, options: { pattern: tag } }],
    } as Collection,
  ];
  const view = await open(<ExportPage />);
  const [exported] = JSON.parse(preview(view).textContent ?? '');
  assert.equal(
    [exported.name, exported.listRule, exported.indexes[0], exported.schema[0].options.pattern],
    [tag, tag, tag, tag],
  );
  assert.is(preview(view).childElementCount, 0);
  assert.equal([view.findAll('img').length, view.findAll('.hostile').length], [0, 0]);
  assert.is(input(view, tag).checked, true);
});

test('Copy copies the shown text, and reports it', async () => {
  const copied: string[] = [];
  letCopy(async (text) => void copied.push(text));
  const view = await open(<ExportPage />);
  click(input(view, 'users'));
  press('Copy');
  await rest();
  assert.equal(copied, [preview(view).textContent]);
  assert.equal(told(), ['info: The configuration was copied to your clipboard!']);
});

test('the file contains the checked collections with an indent of two', async () => {
  const given: Blob[] = [];
  const names: string[] = [];
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    given.push(blob as Blob);
    return 'blob:here';
  };
  const hear = (event: Event) => {
    names.push((event.target as HTMLAnchorElement).download);
    event.preventDefault();
  };
  const { click: clickLink } = HTMLAnchorElement.prototype;
  // The link is in no document, so its click reaches no other listener.
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener('click', hear, { once: true });
    clickLink.call(this);
  };
  try {
    const view = await open(<ExportPage />);
    click(input(view, 'post_stats'));
    // The URL is valid for a minute, so the test mocks the time.
    mock.timers.enable({ apis: ['setTimeout'] });
    press('Download as JSON');
    mock.timers.reset();
    assert.equal(names, ['pb_schema.json']);
    const text = (await given[0]?.text()) ?? '';
    assert.match(text, /^\[\n {2}\{\n {4}"id": /);
    assert.equal(JSON.parse(text), JSON.parse(preview(view).textContent ?? ''));
  } finally {
    Object.assign(HTMLAnchorElement.prototype, { click: clickLink });
    Object.assign(URL, { createObjectURL });
  }
});

test('Ctrl+A selects only the text, and other keys keep their meaning', async () => {
  const view = await open(<ExportPage />);
  assert.ok(pressKey(preview(view), 'a'));
  assert.ok(pressKey(preview(view), 'a', { ctrlKey: true, shiftKey: true }));
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    window.getSelection()?.removeAllRanges();
    assert.not(pressKey(preview(view), 'a', modifiers));
    assert.is(window.getSelection()?.toString(), preview(view).textContent);
  }
});

test('collections that fail to load are reported, and Retry loads them', async () => {
  backend.answerOnce(routes.list, networkError);
  const view = await open(<ExportPage />);
  assert.match(
    view.find('[role="alert"]').textContent ?? '',
    /^The collections could not be loaded\.The server cannot be reached/,
  );
  assert.equal([isOff('Copy'), isOff('Download as JSON'), view.findAll('pre').length], [true, true, 0]);
  assert.equal([view.findAll('footer [role="status"]').length, told()], [0, []]);
  press('Retry');
  await rest();
  assert.equal([shown(view).length, view.findAll('[role="alert"]').length], [3, 0]);
});

test.run();
