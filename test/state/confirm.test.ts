import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as confirm from '../../ui/state/confirm';

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

test('a question is shown until it has an answer', async () => {
  const answer = confirm.ask('Delete it?\nIt is gone for good.', { isDangerous: true });
  assert.equal(confirm.state.question, {
    text: 'Delete it?\nIt is gone for good.',
    isDangerous: true,
    writes: false,
    isBusy: false,
  });
  await confirm.yes();
  assert.is(await answer, true);
  assert.is(confirm.state.question, null);
});

test('No resolves to false, and does not affect the next question', async () => {
  const first = confirm.ask('First?');
  confirm.no();
  assert.is(await first, false);
  const second = confirm.ask('Second?');
  assert.is(confirm.state.question?.isDangerous, false);
  await confirm.yes();
  assert.is(await second, true);
});

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

test('nothing is added while the answer is carried out', async () => {
  const work = open();
  let stops = 0;
  const more = () => () => {
    stops += 1;
  };
  void confirm.ask('Delete it?', { more, onYes: () => work.promise });
  const answering = confirm.yes();
  assert.is(stops, 1);
  work.done();
  await answering;
});

test('a newer question answers the older one with No', async () => {
  const first = confirm.ask('First?');
  const second = confirm.ask('Second?');
  assert.is(await first, false);
  assert.is(confirm.state.question?.text, 'Second?');
  await confirm.yes();
  assert.is(await second, true);
});

test('the popup is busy while onYes runs, and neither a button nor another question closes it', async () => {
  const work = open();
  let runs = 0;
  const answer = confirm.ask('Delete it?', {
    onYes: () => {
      runs += 1;
      return work.promise;
    },
  });
  const yes = confirm.yes();
  assert.is(confirm.state.question?.isBusy, true);
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

test('Yes and No without a question do nothing', async () => {
  confirm.no();
  await confirm.yes();
  assert.is(confirm.state.question, null);
});

test.run();
