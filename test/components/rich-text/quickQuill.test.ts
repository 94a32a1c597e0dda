import '../../support/dom';
import Scroll from 'quill/blots/scroll.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readHtml } from '../../../ui/components/rich-text/htmlReader';
import { createQuill, type QuillEditor } from '../../../ui/components/rich-text/quillEditor';
import { parseHtml } from '../../../ui/platform/trustedHtml';
import { fromTinyMce, lossy } from '../../support/richFixtures';

const newQuill = () => createQuill(document.createElement('div'));
const opsOf = (html: string) => readHtml(parseHtml(html)).ops as never;
const many = (count: number, part: string) => part.repeat(count);

/** Counts the blots that are visited during the work. */
function stepsOf(quill: QuillEditor, work: () => void): number {
  const list = Object.getPrototypeOf(quill.scroll.children);
  const { iterator } = list;
  let steps = 0;
  list.iterator = function (...taken: unknown[]) {
    const next = iterator.apply(this, taken);
    return () => {
      steps += 1;
      return next();
    };
  };
  work();
  list.iterator = iterator;
  return steps;
}

const texts: Record<string, (count: number) => string> = {
  'list items': (count) => `<ul>${many(count, '<li>a</li>')}</ul>`,
  'lists between paragraphs': (count) => many(count, '<p>a</p><ol><li>b</li></ol>'),
  paragraphs: (count) => many(count, '<p style="text-align: center;">a <em>b</em></p>'),
  'pieces of one paragraph': (count) => `<p>${many(count, '<strong>a</strong> b ')}</p>`,
  pictures: (count) => many(count, '<p><img src="data:image/png;base64,AAAA"></p>'),
  'pictures in one paragraph': (count) => `<p>${many(count, '<img src="data:image/png;base64,AAAA">')}</p>`,
  'line breaks': (count) => `<p>${many(count, 'a<br>')}</p>`,
  'lines of code': (count) => `<pre>${many(count, 'a\n')}</pre>`,
  'dividing lines': (count) => many(count, '<p>a</p><hr>'),
};

for (const [name, htmlOf] of Object.entries(texts)) {
  test(`four times as many ${name} take about four times the steps`, () => {
    const stepsFor = (count: number) => {
      const quill = newQuill();
      return stepsOf(quill, () => quill.setContents(opsOf(htmlOf(count)), 'silent'));
    };
    const ratio = stepsFor(160) / stepsFor(40);
    assert.ok(ratio < 5, `${ratio.toFixed(1)} times`);
  });
}

test('inserting at once gives the same document as plain Quill', () => {
  const htmls = [
    ...Object.values(fromTinyMce),
    ...lossy.map(([html]) => html),
    ...Object.values(texts).map((htmlOf) => htmlOf(3)),
  ];
  const contentsOf = (html: string, prepare: (quill: QuillEditor) => void) => {
    const quill = newQuill();
    prepare(quill);
    quill.setContents(opsOf(html), 'silent');
    return { ops: quill.getContents().ops, html: quill.root.innerHTML };
  };
  for (const html of htmls) {
    const quick = contentsOf(html, () => {});
    const usual = contentsOf(html, ({ scroll }) => {
      scroll.insertContents = Scroll.prototype.insertContents;
    });
    assert.equal(quick, usual, html);
  }
});

test('a text that replaces another leaves nothing of it', () => {
  const quill = newQuill();
  quill.setContents(opsOf(texts['list items']?.(3) ?? ''), 'silent');
  quill.setContents(opsOf('<h2>two</h2>'), 'silent');
  assert.equal(quill.getContents().ops, [{ insert: 'two' }, { insert: '\n', attributes: { header: 2 } }]);
});

test('pictures that fail to load become boxes, without a search of the document', async () => {
  const quill = newQuill();
  quill.setContents(opsOf(texts['pictures']?.(20) ?? ''), 'silent');
  // Quill's observer of mutations is called before the next turn.
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  await settled();
  let passes = 0;
  const { optimize } = quill.scroll;
  quill.scroll.optimize = (...taken: []) => {
    passes += 1;
    optimize.apply(quill.scroll, taken);
  };
  const before = quill.getContents().ops;
  for (const picture of quill.root.querySelectorAll('img')) picture.dispatchEvent(new Event('error'));
  await settled();
  assert.is(quill.root.querySelectorAll('[data-box]').length, 20);
  assert.is(passes, 0);
  assert.equal(quill.getContents().ops, before);
});

test.run();
