import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import { UsedByList } from '../../../ui/records/related/UsedByList';
import type { UsedByRow } from '../../../ui/records/related/usedByWords';
import { click, mount } from '../../support/render';

const row = (name: string, count: UsedByRow['count']) =>
  ({
    key: `${name}.order`,
    collection: { id: name, name, type: 'base', schema: [] },
    fieldName: 'order',
    filter: 'order = "R"',
    count,
    hasFailed: count === 'unknown',
    effects: null,
  }) as unknown as UsedByRow;

test('a slow count says so, a failed one can be counted again, and the counts end with the list', () => {
  const acts: string[] = [];
  const used = {
    state: proxy({
      rows: [row('shipments', 'slow'), row('lines', 'unknown'), row('batches', 0)],
      total: { count: 0, isWhole: false, isCounting: true },
      uncounted: 12,
    }),
    open: () => () => acts.push('closed'),
    countMore: () => acts.push('more'),
    retry: (key: string) => acts.push(key),
  };
  const view = mount(<UsedByList used={used as never} />);
  assert.equal(
    view.findAll('li').map(({ textContent }) => textContent),
    ['shipments.ordercounting...', 'lines.order?Retry', 'batches.order0'],
  );
  assert.is(view.find('[role="status"]').textContent, 'counting...');
  click(view.find('[aria-label="Retry lines.order"]'));
  click(view.byText('Count 12 more'));
  view.unmount();
  assert.equal(acts, ['lines.order', 'more', 'closed']);
});

test.run();
