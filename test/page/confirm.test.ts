import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as confirm from '../../ui/page/confirm';

/** Returns a promise that the test resolves. */
function open() {
  let done = () => {};
  let fail = (_: Error) => {};
  const promise = new Promise<void>((resolve, reject) => {
    done = resolve;
    fail = reject;
  });
  return { promise, done, fail };
}

test.after.each(() => confirm.no());

test('sentences that become known are added until the answer', async () => {
  const told: ((sentences: string) => void)[] = [];
  let stops = 0;
  const ask = () =>
    confirm.ask('Delete it?', {
      more(tell) {
        told.push(tell);
        return () => {
          stops += 1;
        };
      },
    });
  const answer = ask();
  assert.is(confirm.state.question?.more, undefined, 'no place is reserved');
  told[0]?.('4 reviews lose the link.');
  assert.is(confirm.state.question?.more, '4 reviews lose the link.');
  confirm.no();
  assert.equal([await answer, stops], [false, 1]);
  const next = ask();
  told[0]?.('Too late.');
  assert.is(confirm.state.question?.more, undefined);
  confirm.no();
  await next;
});

test('a newer question answers the older one with No', async () => {
  const first = confirm.ask('First?', { isDangerous: true });
  const second = confirm.ask('Second?');
  assert.is(await first, false);
  assert.equal([confirm.state.question?.text, confirm.state.question?.isDangerous], ['Second?', false]);
  await confirm.yes();
  assert.is(await second, true);
  confirm.no();
  await confirm.yes();
  assert.is(confirm.state.question, null, 'Yes and No without a question do nothing');
});

test('the popup is busy while onYes runs, and neither a button nor another question closes it', async () => {
  const work = open();
  let [runs, stops] = [0, 0];
  const answer = confirm.ask('Delete it?', {
    onYes: () => {
      runs += 1;
      return work.promise;
    },
    more: () => () => {
      stops += 1;
    },
  });
  const yes = confirm.yes();
  assert.equal([confirm.state.question?.isBusy, stops], [true, 1]);
  confirm.no();
  void confirm.yes();
  assert.is(await confirm.ask('Another?'), false);
  assert.is(confirm.state.question?.text, 'Delete it?');
  work.done();
  await yes;
  assert.is(await answer, true);
  assert.is(runs, 1);
  assert.is(confirm.state.question, null);
});

test('the popup also closes when onYes fails', async () => {
  const work = open();
  const answer = confirm.ask('Delete it?', { onYes: () => work.promise });
  const yes = confirm.yes();
  work.fail(new Error('failed'));
  assert.is(await yes.catch((error: Error) => error.message), 'failed');
  assert.is(confirm.state.question, null);
  assert.is(await answer, true);
});

test.run();
