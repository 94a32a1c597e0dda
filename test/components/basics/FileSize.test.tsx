import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FileSize } from '../../../ui/components/basics/FileSize';
import { mount } from '../../support/render';

for (const [bytes, text, tooltip] of [
  [0, '0 B', null],
  [1023, '1023 B', null],
  [1024, '1 KB', '1,024 bytes'],
  [5_242_880, '5 MB', '5,242,880 bytes'],
  [5_000_000, '4.77 MB', '5,000,000 bytes'],
] as const) {
  test(`shows ${bytes} bytes as ${text}, and the exact number in the tooltip`, () => {
    const size = mount(<FileSize bytes={bytes} className="size" />).find('.size');
    assert.equal([size.textContent, size.getAttribute('data-tooltip')], [text, tooltip]);
  });
}

test.run();
