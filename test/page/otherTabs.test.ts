import '../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findHeldNames, hold, isHeldHere, tabId } from '../../ui/page/otherTabs';
import { eventually } from '../support/eventually';

interface Message {
  kind: string;
  from?: string;
  names?: string[];
}

/** Opens another tab of the same browser with the given answers. */
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

const holding =
  (...names: string[]) =>
  ({ kind }: Message) =>
    kind === 'who holds' ? { kind: 'holds', from: 'other', names } : null;

test('a single tab finds no held names elsewhere, not even its own', async () => {
  const release = hold('draft');
  assert.equal([...(await findHeldNames())], []);
  release();
});

test('every other tab reports the names that it holds', async () => {
  const tabs = [otherTab(holding('a', 'b')), otherTab(holding('b', 'c')), otherTab(() => null)];
  assert.equal([...(await findHeldNames())].sort(), ['a', 'b', 'c']);
  for (const tab of tabs) tab.close();
});

test('this tab reports its held names to the others', async () => {
  const other = otherTab(() => null);
  const [one, again, two] = [hold('one'), hold('one'), hold('two')];
  const says = (...names: string[]) => {
    other.heard.length = 0;
    other.post({ kind: 'who holds' });
    return eventually(() => other.heard, [{ kind: 'holds', from: tabId, names }]);
  };
  await says('one', 'two');
  one();
  assert.is(isHeldHere('one'), true, 'another form holds it still');
  one();
  assert.is(isHeldHere('one'), true, 'one form gives it back once');
  again();
  two();
  assert.is(isHeldHere('one'), false);
  await says();
  other.close();
});

test('a late answer does not count for a later question', async () => {
  const other = otherTab(() => null);
  await findHeldNames();
  // It opens after this tab, so this tab receives the answer before it.
  const witness = otherTab(() => null);
  other.post({ kind: 'holds', from: 'other', names: ['late'] });
  await eventually(() => witness.heard.length, 1);
  assert.equal([...(await findHeldNames())], []);
  other.close();
  witness.close();
});

test.run();
