import { act } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import type { AnyRecord } from '../../../ui/model/record';
import { FileThumb, recordTooltip } from '../../../ui/records/display/RecordLabel';
import { resetDom } from '../../support/dom';
import { mount } from '../../support/render';
import { postsCollection } from '../../support/samples';

test.before.each(resetDom);

test('shows a record as JSON', () => {
  const record = { id: 'r1', tags: ['a'], meta: { n: 1 } } as AnyRecord;
  assert.is(recordTooltip(record), JSON.stringify(record, null, 2));
});

test('cuts long texts at any depth, and then the whole', () => {
  const text = 'x'.repeat(151);
  const short = `${'x'.repeat(150)}...`;
  assert.equal(JSON.parse(recordTooltip({ id: 'r1', a: text, b: { c: [text] } } as AnyRecord)), {
    id: 'r1',
    a: short,
    b: { c: [short] },
  });
  const long = recordTooltip({ id: 'r1', many: Array(20).fill(text) } as AnyRecord);
  assert.is(long.length, 803);
  assert.ok(long.endsWith('...'));
});

for (const isProtected of [false, true]) {
  const kind = isProtected ? 'a protected' : 'an open';
  test(`${kind} picture that fails to load requests ${isProtected ? 'another' : 'no'} token`, () => {
    const pictures = { id: 'f1', name: 'pictures', type: 'file', options: { protected: isProtected } };
    let asked = 0;
    const files = {
      state: proxy({ fileToken: '' }),
      thumbAddress: () => '/a.png',
      renewToken: async () => {
        asked += 1;
      },
    };
    const view = mount(
      <FileThumb
        record={{ id: 'r1', pictures: ['a.png'] } as AnyRecord}
        name="a.png"
        collection={{ ...postsCollection, schema: [{ ...pictures, required: false }] }}
        files={files}
      />,
    );
    act(() => void view.find('img').dispatchEvent(new Event('error')));
    assert.is(asked, isProtected ? 1 : 0);
  });
}

test.run();
