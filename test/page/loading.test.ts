import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { proxy } from 'valtio/vanilla';
import { ApiError } from '../../ui/backend/ApiError';
import { createLoading, type LoadingState } from '../../ui/page/loading';
import * as toasts from '../../ui/page/toasts';

interface Read {
  signal: AbortSignal;
  answer(value: string): void;
  fail(error: unknown): void;
}

const errorOf = (status: number, kind: ApiError['kind'] = 'refused') =>
  new ApiError({ kind, url: '', status, message: `It is ${kind}.` });
const told = () => toasts.state.items.map(({ message }) => message);

/** Reads wait until the test resolves them. */
function setUp() {
  const reads: Read[] = [];
  const shown: string[] = [];
  const state = proxy<LoadingState>({ status: 'loading', loadError: null });
  const loading = createLoading(
    state,
    (signal) =>
      new Promise<string>((answer, fail) => {
        reads.push({ signal, answer, fail });
      }),
    (value) => shown.push(value),
  );
  const read = (index: number): Read => {
    const found = reads[index];
    if (!found) throw new Error(`There is no read ${index}.`);
    return found;
  };
  return { state, loading, shown, read };
}

test.before.each(toasts.closeAll);

test('the loaded value is shown, and stays until a newer one arrives', async () => {
  const { state, loading, shown, read } = setUp();
  const first = loading.load();
  assert.equal([state.status, shown], ['loading', []]);
  read(0).answer('one');
  await first;
  assert.equal([state.status, state.loadError, shown], ['ready', null, ['one']]);
  const second = loading.load();
  assert.is(state.status, 'ready');
  read(1).answer('two');
  await second;
  assert.equal(shown, ['one', 'two']);
});

test('a failure is kept until the next attempt, without a toast', async () => {
  const { state, loading, shown, read } = setUp();
  const first = loading.load();
  read(0).fail(errorOf(400));
  await first;
  assert.equal([state.status, state.loadError?.status, told()], ['failed', 400, []]);
  const second = loading.load();
  assert.equal([state.status, state.loadError], ['loading', null]);
  read(1).answer('one');
  await second;
  assert.equal([state.status, shown], ['ready', ['one']]);
});

test('the end of the session shows a toast, because the screen may close', async () => {
  const { state, loading, read } = setUp();
  for (const [at, status] of [401, 403].entries()) {
    toasts.closeAll();
    const load = loading.load();
    read(at).fail(errorOf(status));
    await load;
    assert.equal([state.status, told()], ['failed', ['It is refused.']]);
  }
});

test('a bug of this page is reported, and the load can be repeated', async () => {
  const { state, loading, read } = setUp();
  const logged = mock.method(console, 'error', () => {});
  const first = loading.load();
  read(0).fail(new TypeError('x is not a function'));
  await first;
  logged.mock.restore();
  assert.equal([state.status, state.loadError], ['failed', null]);
  assert.equal(told(), ['Something went wrong on this page. Reload it and try again.']);
});

for (const [what, end] of [
  ['answers', (one: Read) => one.answer('old')],
  ['fails', (one: Read) => one.fail(errorOf(400))],
] as const) {
  test(`a read that ${what} after its cancellation changes nothing`, async () => {
    const { state, loading, shown, read } = setUp();
    const older = loading.load();
    const newer = loading.load();
    assert.ok(read(0).signal.aborted);
    end(read(0));
    await older;
    assert.equal([state.status, shown, told()], ['loading', [], []]);
    loading.cancel();
    assert.ok(read(1).signal.aborted);
    end(read(1));
    await newer;
    assert.equal([state.status, shown, told()], ['loading', [], []]);
  });
}

test('a read that the end of the session cancels is not reported, and can be repeated', async () => {
  const { state, loading, read } = setUp();
  const first = loading.load();
  read(0).fail(errorOf(0, 'aborted'));
  await first;
  assert.equal([state.status, state.loadError, told()], ['failed', null, []]);
  const second = loading.load();
  assert.is(state.status, 'loading');
  read(1).fail(errorOf(400));
  await second;
});

test.run();
