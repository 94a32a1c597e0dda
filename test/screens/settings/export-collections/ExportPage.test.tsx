import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Collection } from '../../../../ui/model/collection';
import { ExportPage } from '../../../../ui/screens/settings/export-collections/ExportPage';
import * as collections from '../../../../ui/state/collections';
import { type FakeBackend, networkError } from '../../../support/backend';
import { act, click, mount, press as pressKey, tick, type View } from '../../../support/render';
import { postsCollection } from '../../../support/samples';
import { closeScene, routes, type Server, startScene, stored, told } from '../import-collections/importScene';
import { button, input, open, press, rest } from '../pages';

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

test('everything is chosen at first, read anew and shown by four blanks', async () => {
  const view = await open(<ExportPage />);
  assert.is(backend.callsTo(routes.list).length, 1);
  assert.equal(shown(view), ['post_stats', 'posts', 'users']);
  assert.equal([isAll(view), total(view)], [true, '3 of 3 selected']);
  assert.match(preview(view).textContent ?? '', /^\[\n {4}\{\n {8}"id": /);
  assert.equal([isOff('Copy'), isOff('Download as JSON')], [false, false]);
});

test('the text follows what is chosen: some, none, all', async () => {
  const view = await open(<ExportPage />);
  click(input(view, 'users'));
  assert.equal(
    [shown(view), isAll(view), total(view)],
    [['post_stats', 'posts'], 'partial', '2 of 3 selected'],
  );
  click(input(view, 'users'));
  assert.equal([shown(view).length, isAll(view)], [3, true]);
  click(input(view, 'Select all'));
  assert.equal([shown(view), isAll(view), total(view)], [[], false, '0 of 3 selected']);
  assert.equal([isOff('Copy'), isOff('Download as JSON')], [true, true]);
  assert.equal(
    stored.map(({ name }) => input(view, name).checked),
    [false, false, false],
  );
  click(input(view, 'posts'));
  assert.equal([shown(view), isAll(view)], [['posts'], 'partial']);
  assert.equal([isOff('Copy'), isOff('Download as JSON')], [false, false]);
  click(input(view, 'Select all'));
  assert.equal([shown(view).length, isAll(view)], [3, true]);
});

test('a collection that is new is chosen, too, and one that was left out stays so', async () => {
  const view = await open(<ExportPage />);
  click(input(view, 'users'));
  server.collections.push({ ...postsCollection, id: 'new000000000001', name: 'news' });
  await act(() => collections.load());
  await rest();
  assert.equal([shown(view), total(view)], [['news', 'post_stats', 'posts'], '3 of 4 selected']);
});

test('names, patterns and rules with tags are text, and make no element', async () => {
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

test('Copy takes the text that is shown, and says so', async () => {
  const copied: string[] = [];
  letCopy(async (text) => void copied.push(text));
  const view = await open(<ExportPage />);
  click(input(view, 'users'));
  press('Copy');
  await rest();
  assert.equal(copied, [preview(view).textContent]);
  assert.equal(told(), ['info: The configuration was copied to your clipboard!']);
});

test('a copy that the browser refuses is told', async () => {
  letCopy(() => Promise.reject(new Error('refused')));
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
  await open(<ExportPage />);
  press('Copy');
  await rest();
  assert.equal(told(), ['error: The browser did not let it be copied. Select the text and copy it by hand.']);
});

test('the file holds what is chosen, by two blanks', async () => {
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
  // The link is in no document, so nobody else hears its click.
  HTMLAnchorElement.prototype.click = function () {
    this.addEventListener('click', hear, { once: true });
    clickLink.call(this);
  };
  try {
    const view = await open(<ExportPage />);
    click(input(view, 'post_stats'));
    // The address lives for a minute, for which no test waits.
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

test('Ctrl+A in the text selects the text alone, and other keys are left to the browser', async () => {
  const view = await open(<ExportPage />);
  assert.is(preview(view).tabIndex, 0);
  assert.ok(pressKey(preview(view), 'a'));
  assert.ok(pressKey(preview(view), 'a', { ctrlKey: true, shiftKey: true }));
  for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
    window.getSelection()?.removeAllRanges();
    assert.not(pressKey(preview(view), 'a', modifiers));
    assert.is(window.getSelection()?.toString(), preview(view).textContent);
  }
});

test('collections that cannot be loaded are told of, and Retry loads them', async () => {
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

test('what is shown stays when a later load fails', async () => {
  await collections.load();
  backend.answerOnce(routes.list, networkError);
  const view = await open(<ExportPage />);
  assert.is(shown(view).length, 3);
  assert.is(told().length, 1);
});

test('while they load nothing is said to be missing, and without any that is said', async () => {
  server.collections = [];
  const release = backend.hold(routes.list);
  const view = await open(<ExportPage />);
  assert.not.match(view.text(), /There are no collections/);
  assert.is(view.findAll('[role="progressbar"]').length, 1);
  release();
  await rest();
  assert.match(view.text(), /There are no collections to export\./);
  assert.equal([isOff('Copy'), isOff('Download as JSON'), view.findAll('pre').length], [true, true, 0]);
});

test.run();
