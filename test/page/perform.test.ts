import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as confirm from '../../ui/page/confirm';
import { perform } from '../../ui/page/perform';
import * as toasts from '../../ui/page/toasts';

mock.method(console, 'error', () => {});
test.after.each(toasts.closeAll);

const said = () => toasts.state.items.map(({ kind, message }) => `${kind}: ${message}`);
const act = { what: 'delete a', verb: 'delete', done: 'Deleted a.' };
const ask = { text: 'Delete a?', isDangerous: true };
const fails = () => Promise.reject(new Error('refused'));

test('it runs at once, and says that it is done; after false it says nothing', async () => {
  let runs = 0;
  const ended = perform({ ...act, run: async () => (runs += 1) });
  assert.is(runs, 1);
  assert.equal([await ended, said()], [true, ['success: Deleted a.']]);
  toasts.closeAll();
  assert.equal([await perform({ ...act, run: async () => false }), said()], [false, []]);
});

test('a failure is reported, or given to its own report', async () => {
  assert.is(await perform({ ...act, run: fails }), false);
  assert.match(said()[0] ?? '', /^error: Something went wrong/);
  toasts.closeAll();
  const failures: unknown[] = [];
  assert.is(await perform({ ...act, run: fails, failed: (error) => failures.push(error) }), false);
  assert.equal([failures.length, said()], [1, []]);
});

for (const staysOpen of [false, true]) {
  test(`the question ${staysOpen ? 'stays until the end' : 'closes before the run'}; No does nothing`, async () => {
    const open: boolean[] = [];
    const run = async () => open.push(confirm.state.question !== null);
    const refused = perform({ ...act, ask: { ...ask, staysOpen }, run });
    confirm.no();
    assert.is(await refused, false);
    const ended = perform({ ...act, ask: { ...ask, staysOpen }, run });
    void confirm.yes();
    assert.equal([await ended, open, confirm.state.question], [true, [staysOpen], null]);
  });
}

test.run();
