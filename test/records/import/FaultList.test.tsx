import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FaultList } from '../../../ui/records/import/FaultList';
import { mount } from '../../support/render';
import { postsCollection } from '../../support/samples';

interface Fault {
  message?: string;
  rows?: number[];
  texts?: string[];
  fixed?: number;
}

function headOf({ message = 'Must be a number.', rows = [3], texts = [], fixed = 0 }: Fault): string {
  const group = { field: 'total', message, rows, texts: new Map(texts.map((text) => [text, rows])), fixed };
  const view = mount(
    <FaultList collection={postsCollection} groups={[group]} level={2}>
      {() => null}
    </FaultList>,
  );
  return view.find('button').textContent ?? '';
}

test('a line names the rows and the wrong cells', () => {
  assert.is(headOf({ texts: ['3x'] }), 'totalMust be a number, not "3x".Row 31 row');
  assert.is(
    headOf({ message: 'Invalid value.', rows: [3, 4], texts: ['Lost', 'Gone'] }),
    'totalInvalid value: "Lost", "Gone".Rows 3-42 rows',
  );
});

test('a line cuts long cells and counts the others', () => {
  assert.is(
    headOf({ rows: [1, 2, 3, 9], texts: ['x'.repeat(50), 'n/a', '-', '?'] }),
    `totalMust be a number, not "${'x'.repeat(40)}...", "n/a" and 2 more.Rows 1-3, 94 rows`,
  );
});

test('a line without cells has only its reason', () => {
  assert.is(
    headOf({ message: 'Missing required value.', rows: [7] }),
    'totalMissing required value.Row 71 row',
  );
  assert.is(headOf({ rows: [], texts: ['3x'], fixed: 2 }), 'totalMust be a number, not "3x".2 rows fixed');
});

test.run();
