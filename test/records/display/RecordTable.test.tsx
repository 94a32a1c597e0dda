import type { ComponentProps } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TableColumn } from '../../../ui/kit/table/TableRow';
import type { Collection } from '../../../ui/model/collection';
import type { ListedRecord } from '../../../ui/model/record';
import { RecordTable } from '../../../ui/records/display/RecordTable';
import { columnsOf } from '../../../ui/records/display/recordColumns';
import { resetDom } from '../../support/dom';
import { mount, type View } from '../../support/render';
import { noFiles, post, postsCollection } from '../../support/samples';

const posts = postsCollection as Collection;
const rows = [post, { ...post, id: 'other', title: 'Another' }] as unknown as ListedRecord[];

/** Draws the table as a screen does that can only show records. */
function draw(props: Partial<ComponentProps<typeof RecordTable>> = {}): View {
  return mount(
    <RecordTable
      collection={posts}
      columns={columnsOf(posts)}
      rows={rows}
      context={{ collection: posts, collectionById: () => undefined, files: noFiles }}
      {...props}
    />,
  );
}

const heads = (view: View) => view.findAll('thead [role="columnheader"]').map((one) => one.textContent);
const names = posts.schema.map(({ name }) => name);

test.before.each(resetDom);
test.after.each(() => mount(null).unmount());

test('a further column stands behind the pinned ones, and as many as fit stay in view', () => {
  const columns = columnsOf(posts);
  const pinned = columns.map((column, at) => (at === 1 || at === 2 ? { ...column, isPinned: true } : column));
  const extra: TableColumn<ListedRecord>[] = [
    { key: 'today', head: 'today', width: 96, cell: ({ id }) => (id === 'other' ? 'Gone' : 'Same') },
  ];
  const view = draw({ columns: pinned, extra, pinnedCount: 1 });
  assert.equal(heads(view).slice(0, 4), ['id', names[0], names[1], 'today']);
  const isHeld = (one: Element) => one.classList.contains('Table_sticky');
  assert.equal(view.findAll('thead th').map(isHeld).slice(0, 4), [true, true, false, false]);
  const [first, second] = view.findAll('tbody [role="row"]');
  assert.is(second?.children[3]?.textContent, 'Gone');
  assert.equal(
    [...(first?.children ?? [])].slice(0, 3).map((cell) => cell.getAttribute('role')),
    ['cell', 'cell', 'cell'],
  );
  view.unmount();
  const grid = draw({ columns: pinned, pinnedCount: 2, stops: 'cells' });
  const [row] = grid.findAll('tbody [role="row"]');
  assert.equal(
    [...(row?.children ?? [])].slice(0, 3).map((cell) => cell.getAttribute('role')),
    ['rowheader', 'gridcell', 'gridcell'],
    'a pinned column names no row',
  );
});

test.run();
