import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseHtml } from '../../../ui/base/trustedHtml';
import { readHtml } from '../../../ui/kit/rich-text/htmlReader';
import { createQuill } from '../../../ui/kit/rich-text/quillEditor';

const newQuill = () => createQuill(document.createElement('div'));
const opsOf = (html: string) => readHtml(parseHtml(html)).ops as never;

test('a text that replaces another leaves nothing of it', () => {
  const quill = newQuill();
  quill.setContents(opsOf('<ul><li>a</li><li>b</li></ul>'), 'silent');
  quill.setContents(opsOf('<h2>two</h2>'), 'silent');
  assert.equal(quill.getContents().ops, [{ insert: 'two' }, { insert: '\n', attributes: { header: 2 } }]);
});

test('pictures that fail to load become boxes, without a search of the document', async () => {
  const quill = newQuill();
  quill.setContents(opsOf('<p><img src="data:image/png;base64,AAAA"></p>'.repeat(20)), 'silent');
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
