import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { answerPanel, closeAll, onCloseRequest, openPanel, state } from '../../ui/page/panels';

const names = () => state.open.map(({ name }) => name);
const last = () => state.open.at(-1)?.id ?? 0;
const preview = { collectionId: 'c', recordId: 'r' };

test.after.each(() => closeAll());

test('a panel is in the list until its answer; each gets its own, in any order, once', async () => {
  const takes = { collectionId: 'c', recordId: null };
  const editor = openPanel('recordEditor', takes);
  const editorId = last();
  assert.equal(state.open[0]?.takes, takes);
  const picker = openPanel('recordPicker', { collectionId: 'c', selected: [], max: null });
  const answer = { kind: 'deleted', recordId: 'r' } as const;
  answerPanel(editorId, answer);
  assert.equal(names(), ['recordPicker']);
  answerPanel(editorId, null);
  assert.equal(names(), ['recordPicker']);
  answerPanel(last(), ['a']);
  assert.equal([await picker, await editor, names()], [['a'], answer, []]);
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
