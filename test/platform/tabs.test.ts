import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heldElsewhere, hold, isHeldHere, tabId } from '../../ui/platform/tabs';

interface Message {
  kind: string;
  from?: string;
  names?: string[];
}

/** Another tab of the same browser, which answers as it is told to. */
function otherTab(answer: (message: Message) => Message | null) {
  const heard: Message[] = [];
  const channel = new BroadcastChannel('lowline');
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    heard.push(data);
    const reply = answer(data);
    if (reply) channel.postMessage(reply);
  };
  return { heard, post: (message: Message) => channel.postMessage(message), close: () => channel.close() };
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
const holding =
  (...names: string[]) =>
  ({ kind }: Message) =>
    kind === 'who holds' ? { kind: 'holds', from: 'other', names } : null;

test('a tab that is alone finds nothing held elsewhere, not even what it holds itself', async () => {
  const release = hold('draft');
  assert.equal([...(await heldElsewhere())], []);
  release();
});

test('every other tab says what it holds', async () => {
  const tabs = [otherTab(holding('a', 'b')), otherTab(holding('b', 'c')), otherTab(() => null)];
  assert.equal([...(await heldElsewhere())].sort(), ['a', 'b', 'c']);
  for (const tab of tabs) tab.close();
});

test('a tab that answers nothing is not waited for', async () => {
  const silent = otherTab(() => null);
  const started = performance.now();
  await heldElsewhere();
  assert.ok(performance.now() - started < 400);
  silent.close();
});

test('this tab tells the others what it holds now', async () => {
  const other = otherTab(() => null);
  const [one, again, two] = [hold('one'), hold('one'), hold('two')];
  const said = async () => {
    other.heard.length = 0;
    other.post({ kind: 'who holds' });
    await wait(40);
    return other.heard;
  };
  assert.equal(await said(), [{ kind: 'holds', from: tabId, names: ['one', 'two'] }]);
  one();
  assert.is(isHeldHere('one'), true, 'another form holds it still');
  one();
  assert.is(isHeldHere('one'), true, 'one form gives it back once');
  again();
  two();
  assert.is(isHeldHere('one'), false);
  assert.equal(await said(), [{ kind: 'holds', from: tabId, names: [] }]);
  other.close();
});

test('an answer that comes late is not taken for one to a later question', async () => {
  const other = otherTab(() => null);
  await heldElsewhere();
  other.post({ kind: 'holds', from: 'other', names: ['late'] });
  await wait(40);
  assert.equal([...(await heldElsewhere())], []);
  other.close();
});

test.run();
