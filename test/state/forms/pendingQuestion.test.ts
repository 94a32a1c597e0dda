import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createPendingQuestion } from '../../../ui/state/forms/pendingQuestion';

function scene() {
  const shown: (string | null)[] = [];
  const question = createPendingQuestion<string, number>((asked) => shown.push(asked));
  return { question, shown };
}

test('a question is shown until it has an answer', async () => {
  const { question, shown } = scene();
  const answer = question.ask('Which?');
  assert.equal(shown, [null, 'Which?']);
  question.answer(2);
  assert.is(await answer, 2);
  assert.equal(shown.slice(2), [null]);
});

test('cancelling answers with null, and without a question nothing happens', async () => {
  const { question, shown } = scene();
  question.answer(1);
  const answer = question.ask('Which?');
  question.cancel();
  question.answer(3);
  assert.is(await answer, null);
  assert.is(shown.at(-1), null);
});

test('a newer question cancels the older one, and may follow an answer directly', async () => {
  const { question } = scene();
  const [first, second] = [question.ask('One?'), question.ask('Two?')];
  question.answer(2);
  const third = question.ask('Three?');
  question.answer(3);
  assert.equal(await Promise.all([first, second, third]), [null, 2, 3]);
});

test.run();
