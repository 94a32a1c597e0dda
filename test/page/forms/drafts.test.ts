import '../../support/dom';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { removeDrafts } from '../../../ui/page/forms/draftRemoval';
import { type Draft, dropOffer, openDraft } from '../../../ui/page/forms/drafts';
import { findHeldNames, hold } from '../../../ui/page/otherTabs';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { settle } from '../../backend/connect';
import { resetDom } from '../../support/dom';
import { admin, adminToken } from '../../support/samples';

const base = 'record_draft_posts_abcdefghijklmno';
const now = Date.parse('2026-11-21T00:00:00Z');
const mine = { token: adminToken(), admin };
const other = { token: adminToken(), admin: { ...admin, id: 'zzzzzzzzzzzzzzz' } };
const open: Draft[] = [];

test.before.each(() => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'], now });
  // A busy machine writes slowly, and the pause after a write depends on that.
  mock.method(performance, 'now', () => 0);
  session.begin(mine);
});
test.after.each(() => {
  for (const draft of open.splice(0)) draft.close();
  // Close the toasts before the timers are restored: a timer of one test must not be cleared in the next.
  toasts.closeAll();
  session.end();
  mock.timers.reset();
  mock.restoreAll();
  resetDom();
});

const keys = () => Object.keys({ ...localStorage }).filter((key) => key.startsWith('record_draft_'));
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')?.values ?? null;
/** Returns the stored texts by key, without the id of the form. */
const texts = () =>
  keys()
    .map((key) => stored(key)?.text)
    .sort();

/** Opens a form and waits long enough for the other tabs' answers. */
async function form(key = base) {
  const draft = openDraft(key);
  open.push(draft);
  mock.timers.tick(80);
  await settle();
  return { ...draft, offered: (await draft.offers).map(({ values }) => values['text']) };
}

/** Opens another tab that holds these names during the test. */
function otherTab(...names: string[]) {
  const channel = new BroadcastChannel('lowline');
  channel.onmessage = ({ data }) => {
    if (data.kind === 'who holds') channel.postMessage({ kind: 'holds', from: 'other', names });
  };
  return () => channel.close();
}

/** Opens a form in real time, so that answers of other tabs arrive. */
async function formBeside(key = base) {
  mock.timers.reset();
  const draft = openDraft(key);
  open.push(draft);
  return { ...draft, offered: (await draft.offers).map(({ values }) => values['text']) };
}

test('the first edit is stored at once, under the key of the built-in dashboard', async () => {
  const draft = await form();
  assert.equal(keys(), []);
  draft.write({ text: 'a' });
  assert.equal(keys(), [base]);
  assert.equal(JSON.parse(localStorage.getItem(base) ?? ''), {
    adminId: admin.id,
    savedAt: now + 80,
    values: { text: 'a' },
  });
});

test('a draft that another tab removes is written again, unless this form dropped it', async () => {
  const removedElsewhere = () => {
    localStorage.removeItem(base);
    window.dispatchEvent(new StorageEvent('storage', { key: base }));
  };
  const draft = await form();
  draft.write({ text: 'typed' });
  removedElsewhere();
  assert.equal(stored(base), { text: 'typed' });
  draft.drop();
  removedElsewhere();
  assert.equal(keys(), []);
  draft.write({ text: 'left' });
  draft.close();
  removedElsewhere();
  assert.equal(keys(), []);
});

test('continuous typing is stored every 300 ms', async () => {
  const draft = await form();
  const kept: string[] = [];
  for (let at = 0; at <= 20; at += 1) {
    draft.write({ text: String(at) });
    const text = stored(base).text;
    if (kept.at(-1) !== text) kept.push(text);
    mock.timers.tick(50);
  }
  assert.equal(kept, ['0', '5', '11', '17']);
  mock.timers.tick(300);
  assert.is(stored(base).text, '20');
});

test('a form without content at the time of writing removes its draft', async () => {
  const draft = await form();
  let text: string | null = 'a';
  const content = () => (text === null ? null : { text });
  draft.write(content);
  assert.equal(texts(), ['a']);
  text = null;
  draft.write(content);
  assert.equal(texts(), ['a'], 'the rest of 300 ms');
  mock.timers.tick(300);
  assert.equal(keys(), []);
  text = 'b';
  mock.timers.tick(300);
  draft.write(content);
  assert.equal(texts(), ['b']);
});

test('the last edit is stored when the page or the form closes', async () => {
  const draft = await form();
  draft.write({ text: 'a' });
  draft.write({ text: 'ab' });
  window.dispatchEvent(new Event('pagehide'));
  assert.is(stored(base).text, 'ab');
  draft.write({ text: 'abc' });
  draft.close();
  assert.is(stored(base).text, 'abc');
  draft.write({ text: 'too late' });
  mock.timers.tick(1000);
  window.dispatchEvent(new Event('pagehide'));
  assert.is(stored(base).text, 'abc');
});

test('a draft that was not restored is not overwritten; the newest is offered first', async () => {
  const first = await form();
  first.write({ text: 'a' });
  first.close();
  const second = await form();
  second.write({ text: 'b' });
  assert.equal(texts(), ['a', 'b']);
  second.close();
  const third = await form();
  assert.equal(third.offered, ['b', 'a']);
  third.write({ text: 'c' });
  assert.equal(texts(), ['a', 'b', 'c']);
});

test('a restored or refused offer is removed, and its key is free again', async () => {
  (await form()).write({ text: 'a' });
  for (const draft of open.splice(0)) draft.close();
  const second = await form();
  const [offer] = await second.offers;
  if (offer) dropOffer(offer);
  second.write({ text: 'b' });
  assert.equal(keys(), [base]);
  assert.is(stored(base).text, 'b');
});

test('two forms in one tab keep two drafts, and neither is offered to the other', async () => {
  const [first, second] = [await form(), await form()];
  first.write({ text: 'a' });
  second.write({ text: 'b' });
  first.write({ text: 'a2' });
  second.write({ text: 'b2' });
  mock.timers.tick(300);
  assert.equal(texts(), ['a2', 'b2']);
  assert.equal((await form()).offered, []);
  first.drop();
  assert.equal(texts(), ['b2']);
});

test('the draft of another open tab is neither offered nor overwritten', async () => {
  const [first, second] = [await form(), await form()];
  first.write({ text: 'a' });
  second.write({ text: 'b' });
  const own = keys().find((key) => key !== base) ?? '';
  for (const draft of open.splice(0)) draft.close();
  const close = otherTab(base, own);
  const third = await formBeside();
  assert.equal(third.offered, []);
  third.write({ text: 'c' });
  assert.equal(texts(), ['a', 'b', 'c']);
  close();
});

test('a key that another open tab holds is not used, even if it is empty', async () => {
  const close = otherTab(base);
  (await formBeside()).write({ text: 'a' });
  assert.equal([keys().length, keys().includes(base)], [1, false]);
  close();
});

test('an edit before the other tabs answer does not use their keys', () => {
  const draft = openDraft(base);
  open.push(draft);
  draft.write({ text: 'a' });
  assert.equal(texts(), ['a']);
  assert.is.not(keys()[0], base);
});

test('when two tabs open at once, the later one uses another key', async () => {
  const draft = await form();
  const theirs = JSON.stringify({ adminId: admin.id, savedAt: now, values: { text: 'theirs' } });
  localStorage.setItem(base, theirs);
  draft.write({ text: 'mine' });
  assert.equal(texts(), ['mine', 'theirs']);
  draft.drop();
  assert.is(localStorage.getItem(base), theirs);
});

test('a tab whose draft another tab replaced writes to another key', async () => {
  const draft = await form();
  draft.write({ text: 'mine' });
  const theirs = JSON.stringify({ adminId: admin.id, savedAt: now, values: { text: 'theirs' } });
  localStorage.setItem(base, theirs);
  draft.write({ text: 'mine 2' });
  mock.timers.tick(300);
  assert.equal(texts(), ['mine 2', 'theirs']);
  draft.drop();
  assert.equal(texts(), ['theirs']);
});

test('a saved form removes its draft, also after its close, and stores later edits', async () => {
  const draft = await form();
  draft.write({ text: 'a' });
  draft.write({ text: 'ab' });
  draft.drop();
  mock.timers.tick(1000);
  assert.equal(keys(), []);
  draft.write({ text: 'abc' });
  mock.timers.tick(300);
  assert.is(stored(base).text, 'abc');
  draft.close();
  draft.drop();
  assert.equal(keys(), []);
});

test('a draft is offered to its author, even if the session ended meanwhile', async () => {
  const draft = await form();
  draft.write({ text: 'a' });
  session.end();
  draft.write({ text: 'ab' });
  draft.close();
  assert.equal((await form()).offered, []);
  session.begin(other);
  assert.equal((await form()).offered, []);
  session.begin(mine);
  assert.equal((await form()).offered, ['ab']);
});

for (const [what, text] of [
  ['the record that the dashboard before this one kept', '{"id":"x","title":"Typed","password":"geheim"}'],
  ['no JSON', '{"adminId"'],
  ['no time', `{"adminId":"${admin.id}","values":{}}`],
] as const) {
  test(`${what} is not offered, and not overwritten`, async () => {
    localStorage.setItem(base, text);
    const draft = await form();
    assert.equal(draft.offered, []);
    draft.write({ text: 'a' });
    assert.is(localStorage.getItem(base), text);
    assert.is(keys().length, 2);
  });
}

test('the draft of a new record is not confused with that of a record whose id starts alike', async () => {
  const newRecord = 'record_draft_posts_';
  const record = 'record_draft_posts__bcdefghijklmno';
  for (const key of [newRecord, record, base]) (await form(key)).write({ text: key });
  for (const draft of open.splice(0)) draft.close();
  assert.equal((await form(newRecord)).offered, [newRecord]);
  assert.equal((await form(record)).offered, [record]);
});

test('a full storage is reported once, and the form still works', async () => {
  const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage') ?? {};
  const full = new Proxy(localStorage, {
    get: (target, name) => {
      if (name === 'setItem') throw new DOMException('full', 'QuotaExceededError');
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  Object.defineProperty(globalThis, 'localStorage', { value: full, configurable: true });
  try {
    const draft = await form();
    for (const text of ['a', 'b', 'c']) {
      draft.write({ text });
      mock.timers.tick(300);
    }
    (await form()).write({ text: 'other form' });
    assert.equal(
      toasts.state.items.map(({ message }) => message),
      ['This browser cannot keep a draft.'],
    );
    assert.is(toasts.state.items[0]?.round, 0);
    draft.close();
  } finally {
    Object.defineProperty(globalThis, 'localStorage', storage);
  }
  const draft = await form();
  draft.write({ text: 'there is room again' });
  assert.is(stored(base).text, 'there is room again');
});

test('a sign-out removes the drafts of its admin, except those that other tabs are writing', async () => {
  mock.timers.reset();
  const theirs = 'collection_draft_posts';
  const others = 'record_draft_others_';
  for (const key of [base, theirs, 'record_draft_posts_', 'lowlineTheme'])
    localStorage.setItem(key, JSON.stringify({ adminId: admin.id }));
  localStorage.setItem('record_draft_broken_', 'no JSON');
  localStorage.setItem(others, JSON.stringify({ adminId: 'another' }));
  const release = hold(base);
  const close = otherTab(theirs);
  await removeDrafts(admin.id, findHeldNames);
  release();
  close();
  assert.equal(
    Object.keys({ ...localStorage })
      .filter((key) => key !== 'pb_admin_auth')
      .sort(),
    [theirs, 'lowlineTheme', others],
  );
});

test.run();
