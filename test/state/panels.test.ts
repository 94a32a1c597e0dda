import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerPanel, closeAll, onCloseRequest, openPanel, state } from '../../ui/state/panels';

const names = () => state.open.map(({ name }) => name);
const last = () => state.open.at(-1)?.id ?? 0;
const preview = { collectionId: 'c', recordId: 'r' };

test.after.each(() => closeAll());

test('a panel is in the list until it has an answer', async () => {
  const takes = { collectionId: 'c', recordId: null };
  const opened = openPanel('recordEditor', takes);
  assert.equal(names(), ['recordEditor']);
  assert.equal(state.open[0]?.takes, takes);
  const answer = { kind: 'deleted', recordId: 'r' } as const;
  answerPanel(last(), answer);
  assert.equal(await opened, answer);
  assert.equal(names(), []);
});

test('each panel gets its own answer, in any order', async () => {
  const picker = openPanel('recordPicker', { collectionId: 'c', selected: [], max: null });
  const pickerId = last();
  const editor = openPanel('recordEditor', { collectionId: 'c', recordId: 'r' });
  const editorId = last();
  assert.is.not(pickerId, editorId);
  answerPanel(pickerId, ['a']);
  assert.equal(names(), ['recordEditor']);
  answerPanel(editorId, null);
  assert.equal([await picker, await editor], [['a'], null]);
});

test('a second answer changes nothing', async () => {
  const opened = openPanel('recordPreview', preview);
  const id = last();
  const other = openPanel('recordPreview', preview);
  answerPanel(id, null);
  answerPanel(id, null);
  assert.is(await opened, null);
  assert.equal(names(), ['recordPreview']);
  closeAll();
  assert.is(await other, null);
});

test('asks all panels to close, the topmost first, and passes whether to discard', async () => {
  const told: string[] = [];
  const panels = ['first', 'second'].map((name) => {
    const opened = openPanel('recordPreview', preview);
    const id = last();
    onCloseRequest(id, ({ discards }) => {
      told.push(`${name} ${discards}`);
      answerPanel(id, null);
    });
    return opened;
  });
  closeAll({ discards: true });
  assert.equal(told, ['second true', 'first true']);
  assert.equal(await Promise.all(panels), [null, null]);
  assert.equal(names(), []);
});

test('a panel that is still loading is closed, too, and never appears', async () => {
  const opened = openPanel('recordEditor', { collectionId: 'c', recordId: 'r' });
  closeAll();
  assert.equal(names(), []);
  assert.is(await opened, null);
});

test('a panel that has removed its handler is not called, and closes', () => {
  let told = 0;
  void openPanel('recordPreview', preview);
  const stop = onCloseRequest(last(), () => {
    told += 1;
  });
  stop();
  closeAll();
  assert.is(told, 0);
  assert.equal(names(), []);
});

test.run();
