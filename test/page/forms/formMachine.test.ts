import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../ui/backend/ApiError';
import { type Choices, createThreeWayMerge } from '../../../ui/base/threeWayMerge';
import type { FieldErrors } from '../../../ui/model/fieldErrors';
import * as confirm from '../../../ui/page/confirm';
import { createEditing } from '../../../ui/page/forms/formMachine';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as session from '../../../ui/page/session/session';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as toasts from '../../../ui/page/toasts';
import { connect, settle } from '../../backend/connect';
import { fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { admin, adminToken } from '../../support/samples';

interface Page {
  title: string;
  note: string;
}

interface StoredPage extends Page {
  id: string;
}

type Options = Parameters<typeof createEditing<Page, StoredPage>>[0];

const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const stored: StoredPage = { id: 'one', title: 'Old', note: 'Old note' };
const goneText = 'It no longer exists.';
const refusal = (status: number, fields: FieldErrors = {}) =>
  new ApiError({ kind: 'refused', url: '', status, message: `Refused with ${status}.`, fields });
const silence = new ApiError({ kind: 'unreachable', url: '', status: 0, message: 'No answer.' });

const toForm = (page: StoredPage | null): Page => ({ title: page?.title ?? '', note: page?.note ?? '' });
const keys = ['title', 'note'] as const;

function mergePages(
  { base, theirs, mine }: { base: StoredPage; theirs: StoredPage; mine: Page },
  choices: Choices,
) {
  const merge = createThreeWayMerge(choices);
  const value = (key: (typeof keys)[number]) =>
    merge.value({
      name: key,
      label: key,
      print: String,
      base: base[key],
      mine: mine[key],
      theirs: theirs[key],
    });
  return { form: { title: value('title'), note: value('note') }, conflicts: merge.conflicts };
}

/** Starts a server with one page, and an editing of it. The next request of its kind throws `fail`. */
function startScene(given: Partial<Options> = {}) {
  const calls: string[] = [];
  const held: { page: StoredPage | null } = { page: { ...stored } };
  const fail: { read?: Error; send?: Error } = {};
  const gates: Array<Promise<void>> = [];

  async function call<Result>(kind: 'read' | 'send', said: string, carryOut: () => Result): Promise<Result> {
    calls.push(said);
    await gates.shift();
    const { [kind]: error } = fail;
    delete fail[kind];
    if (error) throw error;
    return carryOut();
  }

  const editing = createEditing<Page, StoredPage>({
    initial: toForm(null),
    read: () =>
      call('read', 'read', () => {
        if (!held.page) throw refusal(404);
        return { ...held.page };
      }),
    toForm,
    changedPaths: (form, baseline) => keys.filter((key) => form[key] !== baseline[key]),
    merge: mergePages,
    check: ({ form: { title } }): FieldErrors => (title === '' ? { title: blank } : {}),
    send: ({ form, stored: before }) => {
      const changes = Object.fromEntries(
        keys.filter((key) => form[key] !== before?.[key]).map((key) => [key, form[key]]),
      );
      return call('send', `send ${JSON.stringify(changes)}`, () => {
        held.page = { ...(held.page ?? stored), ...changes };
        return { stored: { ...held.page }, sent: form };
      });
    },
    goneText,
    draft: {
      key: () => 'record_draft_page',
      content: ({ form }) => ({ ...form }),
      restore: (values, { stored: theirs }, choices) =>
        mergePages({ base: stored, theirs: theirs ?? stored, mine: values as unknown as Page }, choices),
    },
    ...given,
  });
  opened.push(editing.close);

  return {
    editing,
    held,
    fail,
    /** Returns the requests since the last call. */
    calls: () => calls.splice(0),
    /** Delays the next request until the returned function runs. */
    hold(): () => void {
      let release = () => {};
      gates.push(
        new Promise((resolve) => {
          release = resolve;
        }),
      );
      return release;
    },
    type(changes: Partial<Page>): void {
      for (const [key, text] of Object.entries(changes)) {
        editing.edit(key, (form) => Object.assign(form, { [key]: text }));
      }
    },
  };
}

type Scene = ReturnType<typeof startScene>;

async function openScene(given: Partial<Options> = {}) {
  const scene = startScene(given);
  await scene.editing.open();
  scene.calls();
  return scene;
}

const opened: Array<() => void> = [];
const told = () => toasts.state.items.map(({ message }) => message);
const drafts = () =>
  Object.keys({ ...localStorage })
    .filter((key) => key.startsWith('record_draft_'))
    .map((key) => JSON.parse(localStorage.getItem(key) ?? 'null').values);

async function answer(isYes: boolean): Promise<string> {
  await settle();
  const text = confirm.state.question?.text ?? 'no question';
  if (isYes) await confirm.yes();
  else confirm.no();
  return text;
}

test.before.each(() => {
  connect(fakeBackend({ 'POST /api/admins/auth-refresh': () => ({ token: adminToken(), admin }) }));
  session.begin({ token: adminToken(), admin });
});
test.after.each(() => {
  for (const close of opened.splice(0)) close();
  confirm.no();
  toasts.closeAll();
  session.end();
  resetDom();
});

test('the form is empty before the load, and then has the stored values; a new one needs no request', async () => {
  const { editing, calls } = startScene();
  assert.equal([editing.state.status, editing.state.stored, editing.now()], ['loading', null, toForm(null)]);
  await editing.open();
  assert.equal([editing.state.status, editing.state.stored], ['ready', stored]);
  assert.equal([editing.now(), editing.state.isChanged, calls()], [toForm(stored), false, ['read']]);
  const fresh = await openScene({ isNew: true });
  fresh.type({ title: 'New' });
  const { isChanged, changed } = fresh.editing.state;
  assert.equal([isChanged, { ...changed }, fresh.calls()], [true, {}, []]);
});

for (const [what, error, kind] of [
  ['a refusal', refusal(500), 'refused'],
  ['a missing page', refusal(404), 'refused'],
] as const) {
  test(`after ${what} the load has failed, a save does nothing, and open() tries again`, async () => {
    const { editing, fail, calls } = startScene();
    fail.read = error;
    await editing.open();
    assert.equal([editing.state.status, editing.state.loadError?.kind, told()], ['failed', kind, []]);
    assert.is(await editing.save(), false);
    assert.equal(calls(), ['read']);
    await editing.open();
    assert.equal([editing.state.status, editing.state.loadError], ['ready', null]);
  });
}

test('the newer of two loads counts, and the older one reports nothing', async () => {
  const { editing, held, hold } = startScene();
  const release = hold();
  const older = editing.open();
  held.page = { ...stored, title: 'Newer' };
  await editing.open();
  assert.is(editing.state.form.title, 'Newer');
  held.page = { ...stored, title: 'Too late' };
  release();
  await older;
  assert.equal([editing.state.form.title, told()], ['Newer', []]);
});

test('a form that is closed during its load does not change', async () => {
  const { editing, hold } = startScene();
  const release = hold();
  const loading = editing.open();
  editing.close();
  release();
  await loading;
  assert.equal([editing.state.status, told(), unsaved.hasAny()], ['loading', [], false]);
});

test('an edit is unsaved until it is reverted, and keeps the objects', async () => {
  const { editing, type } = await openScene();
  const { form } = editing.state;
  for (const [title, isChanged, changed] of [
    ['Typed', true, { title: true }],
    [stored.title, false, {}],
    ['Typed', true, { title: true }],
  ] as const) {
    type({ title });
    const { state } = editing;
    assert.equal([state.isChanged, { ...state.changed }, unsaved.hasAny()], [isChanged, changed, isChanged]);
  }
  assert.is(editing.state.form, form);
  editing.close();
  assert.is(unsaved.hasAny(), false);
});

test('a save with errors of the check sends nothing, and is counted each time; an edit removes its error', async () => {
  const { editing, type, calls } = await openScene({ check: () => ({ title: blank, note: blank }) });
  assert.equal([await editing.save(), calls()], [false, []], 'nothing is to be saved');
  type({ title: '' });
  let focused = 0;
  const onFaults = () => {
    focused += 1;
  };
  for (const refusals of [1, 2]) {
    assert.is(await editing.save({ onFaults }), false);
    assert.equal([editing.state.refusals, calls()], [refusals, []]);
  }
  await new Promise((done) => requestAnimationFrame(done));
  assert.is(focused, 2);
  type({ note: 'Typed' });
  assert.equal(editing.state.errors, { title: blank });
});

for (const [what, theirs, sent, now] of [
  ['the changed keys', {}, 'send {"title":"Mine"}', { title: 'Mine', note: 'Old note' }],
  ['no change of others', { note: 'Theirs' }, 'send {"title":"Mine"}', { title: 'Mine', note: 'Theirs' }],
  ['no equal change', { title: 'Mine' }, 'send {}', { title: 'Mine', note: 'Old note' }],
] as const) {
  test(`a save reads again and sends ${what}`, async () => {
    const { editing, type, held, calls } = await openScene();
    type({ title: 'Mine' });
    held.page = { ...stored, ...theirs };
    assert.is(await editing.save(), true);
    assert.equal([calls(), editing.now()], [['read', sent], now]);
    assert.equal([editing.state.stored?.title, editing.state.isChanged, drafts()], ['Mine', false, []]);
  });
}

/** Both sides have changed the title, and mine also the note. The question is open. */
async function openConflict(given: Partial<Options> = {}) {
  const scene = await openScene(given);
  scene.type({ title: 'Mine', note: 'My note' });
  scene.held.page = { ...stored, title: 'Theirs' };
  const saving = scene.editing.save();
  await settle();
  assert.equal(scene.editing.state.conflicts, [
    { name: 'title', label: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs' },
  ]);
  assert.equal([scene.editing.state.isSaving, scene.calls()], [false, ['read']]);
  return { ...scene, saving };
}

for (const [choices, sent] of [
  [{ title: 'mine' }, '{"title":"Mine","note":"My note"}'],
  [{ title: 'theirs' }, '{"note":"My note"}'],
  [{}, '{"title":"Mine","note":"My note"}'],
] as const) {
  test(`in a conflict the answer ${JSON.stringify(choices)} sends ${sent}`, async () => {
    const { editing, saving, calls } = await openConflict();
    assert.is(await editing.save(), false, 'one save at a time');
    editing.resolveConflicts(choices);
    assert.is(await saving, true);
    assert.equal([calls(), editing.state.conflicts], [['read', `send ${sent}`], null]);
  });
}

for (const [how, giveUp] of [
  ['no answer', (editing: { cancelConflicts(): void }) => editing.cancelConflicts()],
  ['a closed panel', (editing: { close(): void }) => editing.close()],
] as const) {
  test(`in a conflict ${how} sends nothing and keeps the typed values`, async () => {
    const { editing, saving, calls } = await openConflict();
    giveUp(editing);
    assert.is(await saving, false);
    assert.equal([editing.now(), calls()], [{ title: 'Mine', note: 'My note' }, []]);
    assert.equal([editing.state.isChanged, editing.state.isSaving], [true, false]);
    await eventually(drafts, [{ title: 'Mine', note: 'My note' }]);
  });
}

test('cancelling the second question keeps the answer to the first', async () => {
  const { editing, saving, held } = await openConflict();
  held.page = { ...stored, title: 'Theirs', note: 'Their note' };
  editing.resolveConflicts({ title: 'theirs' });
  await settle();
  assert.is(editing.state.conflicts?.[0]?.name, 'note');
  editing.cancelConflicts();
  assert.is(await saving, false);
  assert.equal([editing.now().note, editing.state.isChanged], ['My note', true]);
});

for (const [answers, isStored, asked] of [
  [['again', 'send'], true, ['read', 'read', 'send {"title":"Mine"}']],
  [[null], false, ['read']],
] as const) {
  test(`the answers ${JSON.stringify(answers)} to the last question cause the requests ${asked.join()}`, async () => {
    const left: ('send' | 'again' | null)[] = [...answers];
    const { editing, type, calls } = await openScene({ confirm: async () => left.shift() ?? null });
    type({ title: 'Mine' });
    assert.equal([await editing.save(), calls()], [isStored, asked]);
    assert.equal([editing.state.form.title, editing.state.isChanged], ['Mine', !isStored]);
  });
}

test('a question of an adapter does not count as saving, stops other saves, and may fail', async () => {
  let reply = (_: boolean) => {};
  const question = () =>
    new Promise<boolean>((resolve, reject) => {
      reply = (isAnswered) => (isAnswered ? resolve(true) : reject(silence));
    });
  const { editing, type } = await openScene({ confirm: (): Promise<'send' | null> => confirmed() });
  const confirmed = async () => ((await editing.ask(question)) ? 'send' : null);
  type({ title: 'Mine' });
  for (const isStored of [false, true]) {
    const saving = editing.save();
    await settle();
    assert.equal([editing.state.isSaving, await editing.save()], [false, false]);
    reply(isStored);
    assert.equal([await saving, editing.state.isChanged, told()], [isStored, !isStored, ['No answer.']]);
  }
});

for (const call of ['read', 'send'] as const) {
  for (const [what, error, toast, errors] of [
    ['silence', silence, 'No answer.', {}],
    ['a refusal', refusal(400), 'Refused with 400.', {}],
    ['faults of fields', refusal(400, { title: blank }), 'Refused with 400.', { title: blank }],
    ['a deletion by others', refusal(404), goneText, {}],
  ] as const) {
    test(`${what} to the ${call} of a save keeps the typed values, and the save can be repeated`, async () => {
      const { editing, type, held, fail } = await openScene();
      type({ title: 'Mine' });
      held.page = { ...stored, note: 'Theirs' };
      fail[call] = error;
      assert.is(await editing.save(), false);
      const { note } = call === 'send' ? held.page : stored;
      assert.equal([editing.now().note, { ...editing.state.changed }], [note, { title: true }]);
      assert.equal(
        [editing.now().title, editing.state.isChanged, editing.state.isSaving],
        ['Mine', true, false],
      );
      assert.equal([told(), editing.state.errors, drafts().length], [[toast], errors, 1]);
      assert.is(await editing.save(), true);
      assert.equal([editing.state.isChanged, editing.state.errors, drafts()], [false, {}, []]);
    });
  }
}

test('a double click saves once, and an edit during the request stays and is not stored yet', async () => {
  const { editing, type, hold, calls } = await openScene({
    commit: ({ sent, now, stored: { title, note } }) => ({
      form: { title: now.title === sent.title ? title : now.title, note },
    }),
  });
  type({ title: 'Mine' });
  const read = hold();
  const send = hold();
  const saving = editing.save();
  assert.equal([editing.state.isSaving, await editing.save(), editing.mayClose()], [true, false, false]);
  read();
  await settle();
  type({ title: 'Typed on' });
  send();
  assert.equal([await saving, calls()], [true, ['read', 'send {"title":"Mine"}']]);
  assert.equal([editing.now().title, editing.state.isChanged], ['Typed on', true]);
  await eventually(drafts, [{ title: 'Typed on', note: stored.note }]);
});

test('a form that is closed during its save is stored, and leaves no draft', async () => {
  const saved: string[] = [];
  const { editing, type, hold } = await openScene({ saved: ({ title }) => saved.push(title) });
  type({ title: 'Mine' });
  const release = hold();
  const saving = editing.save();
  editing.close();
  release();
  assert.is(await saving, true);
  assert.equal([saved, drafts(), unsaved.hasAny()], [['Mine'], [], false]);
});

test('a created entity is then an existing one, and its draft moves to its key', async () => {
  let key = 'record_draft_new';
  const wasNew: boolean[] = [];
  const { editing, type, calls } = await openScene({
    isNew: true,
    saved: (_, given) => {
      key = 'record_draft_one';
      wasNew.push(given.wasNew);
    },
    draft: {
      key: () => key,
      content: ({ form }) => ({ ...form }),
      restore: () => ({ form: toForm(null), conflicts: [] }),
    },
  });
  type({ title: 'New' });
  assert.equal(drafts(), [{ title: 'New', note: '' }]);
  assert.is(await editing.save(), true);
  assert.equal([calls(), editing.state.isNew, drafts()], [['send {"title":"New","note":""}'], false, []]);
  type({ title: 'Changed' });
  assert.ok(Object.keys({ ...localStorage }).some((name) => name.startsWith('record_draft_one')));
  assert.is(await editing.save(), true);
  assert.equal([...calls(), wasNew], ['read', 'send {"title":"Changed"}', [true, false]]);
});

test('accepts what an earlier attempt has stored, and sends later edits after it', async () => {
  let isFirst = true;
  const { editing, type, calls } = await openScene({
    isNew: true,
    commit: ({ now }) => ({ form: now }),
    send: async ({ form }) => {
      const answer = { stored: isFirst ? stored : { ...stored, ...form }, sent: form, isEarlier: isFirst };
      isFirst = false;
      return answer;
    },
  });
  type({ title: 'Typed on' });
  assert.is(await editing.save(), true);
  assert.equal([calls(), editing.state.isChanged], [['read'], false]);
});

for (const { what, given, result } of [
  {
    what: 'errors of a successful save are at their paths',
    given: {
      send: async ({ form }) => ({ stored: { ...stored, ...form }, sent: form, errors: { note: blank } }),
    },
    result: [true, ['read'], { note: blank }, false],
  },
  {
    what: 'a request that returns null stops the save without a message',
    given: { send: async () => null },
    result: [false, ['read'], {}, true],
  },
  {
    what: 'a second reading that returns null stops the save without a message',
    given: { readAgain: async () => null },
    result: [false, [], {}, true],
  },
  {
    what: 'without a merge a save does not read again',
    given: { merge: undefined as never },
    result: [true, ['send {"title":"Mine"}'], {}, false],
  },
] satisfies { what: string; given: Partial<Options>; result: unknown[] }[]) {
  test(what, async () => {
    const { editing, type, calls } = await openScene(given);
    type({ title: 'Mine' });
    const isStored = await editing.save();
    assert.equal([isStored, calls(), editing.state.errors, editing.state.isChanged], result);
    assert.equal(told(), []);
  });
}

test('a send that finds a newer version reads, merges and sends again', async () => {
  let isNewer = true;
  const { editing, type, held, calls } = await openScene({
    send: async ({ form }) => {
      if (!isNewer) return { stored: { ...stored, ...form }, sent: form };
      isNewer = false;
      held.page = { ...stored, note: 'Theirs' };
      return 'again';
    },
  });
  type({ title: 'Mine' });
  assert.is(await editing.save(), true);
  assert.equal([calls(), editing.now()], [['read', 'read'], { title: 'Mine', note: 'Theirs' }]);
});

test('closing asks about unsaved changes; Yes drops the draft, No keeps it', async () => {
  const { editing, type } = await openScene();
  assert.is(editing.mayClose(), true);
  type({ title: 'Typed' });
  const declined = editing.mayClose();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to close the panel?');
  assert.equal([await declined, drafts().length], [false, 1]);
  const agreed = editing.mayClose('discard them');
  assert.is(await answer(true), 'You have unsaved changes. Do you really want to discard them?');
  assert.equal([await agreed, drafts()], [true, []]);
});

test('a discard restores the stored values and drops the draft; during a save it waits for the response', async () => {
  const { editing, type, hold } = await openScene();
  type({ title: '' });
  await editing.save();
  editing.discard();
  assert.equal([editing.now(), editing.state.errors, drafts()], [toForm(stored), {}, []]);
  assert.is(editing.state.isChanged, false);
  type({ title: 'Mine' });
  const release = hold();
  const saving = editing.save();
  editing.discard();
  release();
  assert.equal([await saving, editing.now().title, drafts()], [true, 'Mine', []]);
});

test('a duplicate is new and unsaved, asks before it discards, and has no offers', async () => {
  const { editing, type } = await openScene();
  type({ title: 'Typed' });
  const copy = () => editing.duplicate((page) => ({ ...toForm(page), note: '' }));
  const declined = copy();
  assert.is(await answer(false), 'You have unsaved changes. Do you really want to discard them?');
  assert.equal([await declined, editing.state.isNew], [false, false]);
  const agreed = copy();
  await answer(true);
  assert.is(await agreed, true);
  assert.equal([editing.state.isNew, editing.state.stored, editing.state.isChanged], [true, null, true]);
  assert.equal([editing.now(), drafts()], [{ title: 'Old', note: '' }, []]);
  assert.is(await copy(), false, 'nothing is stored of it');
});

/** Types something, closes and reopens the panel; meanwhile others change the page. */
async function reopenDraft(theirs: Partial<Page> = {}, given: Partial<Options> = {}) {
  const { type, editing } = await openScene();
  type({ title: 'Typed' });
  editing.close();
  const scene = startScene(given);
  scene.held.page = { ...stored, ...theirs };
  await scene.editing.open();
  await eventually(() => scene.editing.state.offers.length, 1);
  const [offer] = scene.editing.state.offers;
  if (!offer) throw new Error('No draft was offered.');
  return { ...scene, offer };
}

test('a draft is offered until the first edit, and stays in storage', async () => {
  const { editing, type, offer } = await reopenDraft();
  assert.equal(offer.values, { title: 'Typed', note: stored.note });
  assert.is(editing.state.isChanged, false, 'nothing restores itself');
  type({ note: 'Other' });
  assert.equal([editing.state.offers.length, drafts().length], [0, 2]);
});

test('a restored draft is unsaved; a declined one is removed', async () => {
  const { editing, offer } = await reopenDraft({ note: 'Theirs' });
  await editing.restoreDraft(offer);
  assert.equal([editing.now(), editing.state.offers.length], [{ title: 'Typed', note: 'Theirs' }, 0]);
  assert.equal([editing.state.isChanged, drafts()], [true, [{ title: 'Typed', note: 'Theirs' }]]);
  assert.is(await editing.save(), true);
  assert.equal(drafts(), []);
  editing.close();
  const later = await reopenDraft();
  later.editing.discardDraft(later.offer);
  assert.equal([later.editing.state.offers.length, drafts()], [0, []]);
});

for (const [choices, title, left] of [
  [{ title: 'mine' }, 'Typed', [{ title: 'Typed', note: stored.note }]],
  [{ title: 'theirs' }, 'Theirs', []],
  [null, 'Theirs', [{ title: 'Typed', note: stored.note }]],
] as const) {
  test(`a draft that is older than changes of others is restored with the answer ${JSON.stringify(choices)}`, async () => {
    const { editing, offer } = await reopenDraft({ title: 'Theirs' });
    const restoring = editing.restoreDraft(offer);
    await settle();
    assert.is(editing.state.conflicts?.length, 1);
    if (choices) editing.resolveConflicts(choices);
    else editing.cancelConflicts();
    await restoring;
    assert.equal([editing.now().title, drafts()], [title, left]);
    assert.is(editing.state.offers.length, choices ? 0 : 1);
  });
}

for (const [what, use, expected] of [
  ['is replaced by the stored one', () => {}, 'Stored'],
  ['stays after an edit', (scene: Scene) => scene.type({ title: 'Typed' }), 'Typed'],
  [
    'stays during a question',
    (scene: Scene) => void scene.editing.ask(() => new Promise<null>(() => {})),
    'Known',
  ],
] as const) {
  test(`a known version is shown at once, and ${what}`, async () => {
    const scene = startScene({ known: () => ({ ...stored, title: 'Known' }) });
    scene.held.page = { ...stored, title: 'Stored' };
    const release = scene.hold();
    const opening = scene.editing.open();
    assert.equal([scene.editing.state.status, scene.editing.state.form.title], ['ready', 'Known']);
    use(scene);
    release();
    await opening;
    assert.is(scene.editing.state.form.title, expected);
  });
}

test('an edit of a known version stays if the read fails, and a save merges', async () => {
  const scene = startScene({ known: () => ({ ...stored, title: 'Known' }) });
  scene.fail.read = silence;
  const opening = scene.editing.open();
  scene.type({ note: 'Typed' });
  await opening;
  assert.equal([scene.editing.state.status, told()], ['ready', []]);
  scene.held.page = { ...stored, title: 'Theirs' };
  assert.ok(await scene.editing.save());
  assert.equal(scene.held.page, { ...stored, title: 'Theirs', note: 'Typed' });
});

function lockWrites(): void {
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
}
function endLock(): void {
  writeLock.lockHere();
  environmentName.drop();
}

for (const isUnlocked of [false, true]) {
  test(`a save asks to unlock before it reads; ${isUnlocked ? 'then it goes on once' : 'who stays locked loses nothing'}`, async () => {
    const scene = await openScene({ writes: () => ({ what: 'save a page', verb: 'save' }) });
    const { editing, held } = scene;
    scene.type({ title: 'Typed' });
    lockWrites();
    const saving = editing.save();
    await settle();
    assert.equal({ ...writeLock.state.question }, { what: 'save a page', verb: 'save' });
    assert.equal(
      [editing.state.isSaving, await editing.save()],
      [false, false],
      'a second save does nothing',
    );
    assert.equal(scene.calls(), []);
    held.page = { ...stored, note: 'Theirs' };
    if (isUnlocked) writeLock.unlock();
    else writeLock.stayLocked();
    assert.is(await saving, isUnlocked);
    assert.equal(scene.calls(), isUnlocked ? ['read', 'send {"title":"Typed"}'] : []);
    assert.equal(held.page, { ...stored, title: isUnlocked ? 'Typed' : 'Old', note: 'Theirs' });
    const { form, isChanged, isSaving, errors, refusals } = editing.state;
    assert.equal([form.title, isChanged, isSaving], ['Typed', !isUnlocked, false]);
    assert.equal([errors, refusals, told()], [{}, 0, []]);
    endLock();
  });
}

test('a lock that falls during the question about conflicts asks again, and reads again', async () => {
  const { editing, held, saving, calls } = await openConflict();
  lockWrites();
  editing.resolveConflicts({});
  await settle();
  assert.ok(writeLock.state.question);
  assert.equal(calls(), ['read']);
  held.page = { ...stored, title: 'Theirs' };
  writeLock.unlock();
  assert.is(await saving, true);
  assert.equal(
    calls(),
    ['read', 'send {"title":"Mine","note":"My note"}'],
    'others may have saved meanwhile',
  );
  endLock();
});

test('a call that the lock refused loses nothing and is no failure', async () => {
  const { editing, type, fail } = await openScene();
  type({ title: 'Typed' });
  fail.send = new ApiError({ kind: 'locked', url: '', status: 0, message: 'Locked.' });
  assert.is(await editing.save(), false);
  const { form, isChanged, isSaving } = editing.state;
  assert.equal([form.title, isChanged, isSaving, told()], ['Typed', true, false, []]);
});

test.run();
