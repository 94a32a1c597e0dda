import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as collections from '../../../ui/page/collections';
import * as panels from '../../../ui/page/panels';
import { FilePreviewPopup } from '../../../ui/records/files/FilePreviewPopup';
import { type FakeBackend, failure } from '../../support/backend';
import { act, click, eventually, mount, press, rest, tick, type View } from '../../support/render';
import { adminToken, listOf, post, postsCollection } from '../../support/samples';
import { endPage, startPage } from '../pickers/pickerBackend';

const tokenRoute = 'POST /api/files/token';
const addressOf = (name: string) =>
  `http://localhost:8090/api/files/${postsCollection.id}/${post.id}/${name}`;

let backend: FakeBackend;
let answers: unknown[];
let heads: string[];
let head: () => Response;
let opened: unknown[][];

async function open(name: string, files: object = { pictures: [name] }): Promise<View> {
  const takes = { collectionId: postsCollection.id, record: { id: post.id, ...files }, name };
  void panels.openPanel('filePreview', takes).then((answer) => answers.push(answer));
  const id = panels.state.open.at(-1)?.id ?? 0;
  const view = mount(<FilePreviewPopup id={id} takes={takes} />);
  await rest();
  return view;
}

async function protectFiles(): Promise<void> {
  const [field] = postsCollection.schema.filter(({ name }) => name === 'pictures');
  const schema = [{ ...field, options: { ...field?.options, protected: true } }];
  backend.answer('GET /api/collections', listOf([{ ...postsCollection, schema }], 200));
  await collections.load();
}

function withPdfViewer(hasViewer: boolean): void {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: hasViewer, configurable: true });
}

test.before.each(async () => {
  backend = await startPage();
  answers = [];
  heads = [];
  opened = [];
  head = () => new Response(null, { headers: { 'Content-Length': '86221' } });
  withPdfViewer(true);
  backend.serveFiles(async (address, init) => {
    heads.push(`${init?.method} ${address}`);
    return head();
  });
  mock.method(window, 'open', (...args: unknown[]) => void opened.push(args));
});
test.after.each(async () => {
  mount(null).unmount();
  endPage();
  await tick();
});

const views: [name: string, hasPdfViewer: boolean, selector: string | null][] = [
  ['a.png', true, 'img'],
  ['a.mp4', true, 'video[controls]'],
  ['a.pdf', true, 'iframe'],
  ['a.pdf', false, null],
  ['a.docx', true, null],
  ['pdf', true, null],
];
for (const [name, hasPdfViewer, selector] of views) {
  test(`${name} ${hasPdfViewer ? '' : 'without a PDF viewer '}is shown in ${selector}`, async () => {
    withPdfViewer(hasPdfViewer);
    const view = await open(name);
    assert.is(view.findAll('[data-overlay] :is(img, audio, video, iframe)').length, selector ? 1 : 0);
    assert.is(view.findAll('object, embed').length, 0);
    if (!selector) {
      assert.match(view.find('[data-overlay]').textContent ?? '', /, 84\.2 KB/);
      assert.equal(heads, [`HEAD ${addressOf(name)}`]);
      return;
    }
    assert.is(view.find<HTMLImageElement>(selector).src, addressOf(name));
    assert.is(backend.callsTo(tokenRoute).length, 0, 'a public file needs no token');
    if (name !== 'a.mp4') assert.ok(view.find(selector).hasAttribute('referrerpolicy'), 'the log knows it');
    if (selector === 'iframe') return;
    act(() => view.find(selector).dispatchEvent(new Event('error')));
    await rest();
    assert.is(view.find('[role="alert"]').textContent, 'Cannot preview the file.');
    assert.is(view.findAll(selector).length, 0);
  });
}

const failures: [name: string, head: () => Response][] = [
  ['a.pdf', () => new Response(null, { status: 404 })],
  [
    'a.zip',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
];
for (const [name, answer] of failures) {
  test(`${name} that cannot be read shows a message, not the response of the server`, async () => {
    head = answer;
    const view = await open(name);
    assert.is(view.find('[role="alert"]').textContent, 'Cannot preview the file.');
    assert.is(view.findAll('iframe').length, 0);
  });
}

test('Download requests the file as an attachment', async () => {
  const clicked: string[] = [];
  mock.method(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    clicked.push(`${this.download} ${this.href}`);
  });
  const view = await open('a.zip');
  click(view.byText('Download'));
  await rest();
  assert.equal(clicked, [`a.zip ${addressOf('a.zip')}?download=1`]);
});

test('a protected file loads with a token, and its link in a new tab gets a fresh one', async () => {
  await protectFiles();
  const view = await open('a.png');
  const first = adminToken();
  assert.is(view.find<HTMLImageElement>('img').src, `${addressOf('a.png')}?token=${first}`);
  const link = view.byText('Open').closest('a');
  click(link as Element, { ctrlKey: true });
  await rest();
  assert.equal(opened, [], 'the browser handles a click with Ctrl');
  assert.is(link?.href, `${addressOf('a.png')}?token=${first}`);
  // The stored token has expired meanwhile.
  localStorage.removeItem('pb_admin_file_token');
  const second = adminToken(4102444999);
  backend.answer(tokenRoute, { token: second });
  click(link as Element);
  await rest();
  assert.equal(opened, [[`${addressOf('a.png')}?token=${second}`, '_blank', 'noopener']]);
});

test('if only some files are protected, the record tells whether this one is', async () => {
  const [field] = postsCollection.schema.filter(({ name }) => name === 'pictures');
  const locked = { ...field, id: 'locked', name: 'locked', options: { ...field?.options, protected: true } };
  backend.answer('GET /api/collections', listOf([{ ...postsCollection, schema: [field, locked] }], 200));
  await collections.load();
  const files = { pictures: ['open.png'], locked: ['locked.png'] };
  const image = (view: View) => view.find<HTMLImageElement>('img').src;
  assert.is(image(await open('open.png', files)), addressOf('open.png'));
  const view = await open('locked.png', files);
  assert.match(image(view), /\?token=/);
  assert.is(backend.callsTo(tokenRoute).length, 1);
});

test('buttons and arrow keys lead through the files of the record; title, type and size follow', async () => {
  const view = await open('a.png', { pictures: ['a.png', 'b.zip', 'c.pdf'] });
  const shown = () => [view.find('h2').textContent, view.find('[data-overlay] p').textContent];
  assert.equal(shown(), ['a.png', 'PNG image, 84.2 KB']);
  click(view.find('[aria-label="Next file"]'));
  await rest();
  assert.equal(shown(), ['b.zip', 'ZIP file, 84.2 KB']);
  assert.match(view.text(), '2 of 3');
  press(view.find('[role="dialog"]'), 'ArrowRight');
  await rest();
  assert.equal(shown(), ['c.pdf', 'PDF document, 84.2 KB']);
  press(view.find('[role="dialog"]'), 'ArrowRight');
  await rest();
  click(view.find('[aria-label="Previous file"]'));
  await rest();
  assert.is(view.find('iframe').getAttribute('src'), addressOf('c.pdf'));
});

test('a small picture is shown at twice its size', async () => {
  const view = await open('a.png');
  const image = view.find<HTMLImageElement>('img');
  for (const [natural, width] of [
    [64, 128],
    [800, 0],
  ] as const) {
    image.removeAttribute('width');
    for (const key of ['naturalWidth', 'naturalHeight']) {
      Object.defineProperty(image, key, { value: natural, configurable: true });
    }
    act(() => image.dispatchEvent(new Event('load')));
    assert.is(Number(image.getAttribute('width')), width);
  }
});

test('without a token, a protected file shows the reason instead of a preview', async () => {
  await protectFiles();
  backend.answer(tokenRoute, failure(500, 'No tokens today.'));
  const view = await open('a.png');
  assert.is(view.find('[role="alert"]').textContent, 'Cannot preview the file.');
  assert.is(view.findAll('img').length, 0);
});

for (const [way, close] of [
  ['Escape', (view: View) => void press(view.find('[role="dialog"]'), 'Escape')],
] as const) {
  test(`${way} closes the popup`, async () => {
    close(await open('a.png'));
    await eventually(() => answers, [null]);
  });
}

test.run();
