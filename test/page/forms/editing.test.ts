// The promises of every form of stored data. A new form gets an entry in `kinds`.

import '../../support/dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCollectionEditor } from '../../../ui/collections/editor/collectionEditor';
import * as collections from '../../../ui/page/collections';
import * as confirm from '../../../ui/page/confirm';
import type { StoredDraft } from '../../../ui/page/forms/drafts';
import type { EditingState, SaveOptions } from '../../../ui/page/forms/editing';
import * as unsaved from '../../../ui/page/forms/unsaved';
import * as app from '../../../ui/page/pageTitle';
import * as environment from '../../../ui/page/session/environment';
import * as environmentName from '../../../ui/page/session/environmentName';
import * as session from '../../../ui/page/session/session';
import * as writeLock from '../../../ui/page/session/writeLock';
import * as toasts from '../../../ui/page/toasts';
import { createRecordEditor } from '../../../ui/records/editor/recordEditor';
import { createAdminForm } from '../../../ui/settings/admins/adminForm';
import { createApplicationForm } from '../../../ui/settings/applicationForm';
import { createProviderForm } from '../../../ui/settings/auth-providers/providerForm';
import { createMailForm } from '../../../ui/settings/mail/mailForm';
import { createTokensForm } from '../../../ui/settings/tokensForm';
import { connect, settle } from '../../backend/connect';
import { merged, read, wholeSettings, write } from '../../settings/settingsScene';
import { type Call, failure, fakeBackend, networkError } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { eventually } from '../../support/eventually';
import { admin, adminToken, listOf, post, postsCollection } from '../../support/samples';

interface Form {
  state: EditingState<object, object>;
  open(): Promise<void>;
  close(): void;
  save(options?: SaveOptions): Promise<unknown>;
  mayClose(): boolean | Promise<boolean>;
  resolveConflicts(choices: Readonly<Record<string, 'mine' | 'theirs'>>): void;
  cancelConflicts(): void;
  discard?(): void;
  duplicate?(): Promise<boolean>;
  restoreDraft?(offer: StoredDraft): Promise<boolean>;
  discardDraft?(offer: StoredDraft): void;
  get(path: string): unknown;
  set(path: string, value: string): void;
}

/** The old value, mine, and theirs, of the setting at the path. */
type Values = readonly [path: string, old: string, mine: string, theirs: string];

interface Kind {
  readonly what: string;
  readonly route: string;
  readonly held: object;
  readonly one: Values;
  readonly other: Values;
  /** These values do not pass the check. */
  readonly wrong: readonly [path: string, value: string][];
  readonly goneText?: string;
  make(): Form;
}

function settingsKind(
  what: string,
  make: () => {
    load(): Promise<void>;
    valueAt(path: never): unknown;
    set(path: never, value: unknown): void;
  },
  values: Pick<Kind, 'one' | 'other' | 'wrong'>,
): Kind {
  const route = '/api/settings';
  const held = merged(wholeSettings(), {
    googleAuth: { enabled: true, clientId: 'old', clientSecret: 'kept' },
  }) as object;
  const made = () => {
    const form = make();
    const get = (path: string) => form.valueAt(path as never);
    const set = (path: string, value: string) => form.set(path as never, value);
    return { ...form, open: form.load, get, set } as unknown as Form;
  };
  return { what, route, held, make: made, ...values };
}

const stays = 'What you have typed stays here until you close it.';
const kinds: readonly Kind[] = [
  {
    what: 'a record',
    route: '/api/collections/:collection/records/:id',
    held: post,
    one: ['title', post.title, 'Mine', 'Theirs'],
    other: ['source', post.source, 'https://mine.example', 'https://theirs.example'],
    wrong: [['title', '']],
    goneText: `This record no longer exists. ${stays}`,
    make() {
      const editor = createRecordEditor({ collectionId: postsCollection.id, recordId: post.id });
      return { ...editor, get: (path) => editor.state.form.values[path] };
    },
  },
  {
    what: 'a collection',
    route: '/api/collections/:collection',
    held: postsCollection,
    one: ['listRule', '', 'id = "mine"', 'id = "theirs"'],
    other: ['viewRule', '', 'title = "mine"', 'title = "theirs"'],
    wrong: [['name', '']],
    goneText: `This collection no longer exists. ${stays}`,
    make() {
      const editor = createCollectionEditor(postsCollection.id);
      return {
        ...editor,
        get: (path) => editor.state.form.rules[path as 'listRule'],
        set: (path, value) =>
          editor.edit(path as 'listRule', ({ rename, setRule }) =>
            path === 'name' ? rename(value) : setRule(path as 'listRule', value),
          ),
      };
    },
  },
  {
    what: 'an admin',
    route: '/api/admins/:id',
    held: { ...admin, id: 'q3fjw8n2kd7xotm', email: 'old@example.com', avatar: 5 },
    one: ['email', 'old@example.com', 'mine@example.com', 'theirs@example.com'],
    other: ['avatar', '5', '6', '7'],
    wrong: [['email', '']],
    goneText: 'This admin no longer exists. Your changes stay here until you close the panel.',
    make() {
      const form = createAdminForm('q3fjw8n2kd7xotm');
      const typed = (path: string, value: string) => (path === 'avatar' ? Number(value) : value);
      return {
        ...form,
        open: form.load,
        get: (path) => String(form.state.form[path as 'email']),
        set: (path, value) => form.set(path as 'email', typed(path, value) as string),
      };
    },
  },
  settingsKind('settings', createApplicationForm, {
    one: ['meta.appName', 'Acme', 'Mine', 'Theirs'],
    other: ['meta.appUrl', 'http://localhost:8090', 'https://mine.example', 'https://theirs.example'],
    wrong: [['meta.appName', '']],
  }),
  settingsKind('a provider', () => createProviderForm('google', () => {}).settings, {
    one: ['googleAuth.clientId', 'old', 'mine', 'theirs'],
    other: ['googleAuth.authUrl', '', 'https://mine.example', 'https://theirs.example'],
    wrong: [['googleAuth.clientId', '']],
  }),
  settingsKind('mail settings', createMailForm, {
    one: ['meta.senderName', 'Support', 'Mine', 'Theirs'],
    other: ['meta.senderAddress', 'support@example.com', 'mine@example.com', 'theirs@example.com'],
    wrong: [['meta.senderAddress', 'nobody']],
  }),
  settingsKind('tokens', createTokensForm, {
    one: ['adminFileToken.duration', '120', '130', '140'],
    other: ['recordFileToken.duration', '120', '130', '140'],
    wrong: [['adminFileToken.duration', '0']],
  }),
];

const blank = { code: 'validation_required', message: 'Cannot be blank.' };
const refusal = (status: number, data: object = {}) => failure(status, `Refused with ${status}.`, data);
const told = () => toasts.state.items.map(({ message }) => message);
const isDraft = (key: string) => /^(record|collection)_draft_/.test(key);
const drafts = () => Object.keys({ ...localStorage }).filter(isDraft);
const nested = (path: string, value: unknown) => {
  const made = {};
  write(made, path, value);
  return made;
};
const atLeastAsNumber = (held: unknown, value: string) => (typeof held === 'number' ? Number(value) : value);

/** Starts a server that stores one entity, and a form of it. */
function startScene(kind: Kind) {
  const server = { held: structuredClone(kind.held) };
  const routes = { read: `GET ${kind.route}`, send: `PATCH ${kind.route}` };
  const backend = fakeBackend({
    'GET /api/collections/:collection': postsCollection,
    'GET /api/collections': listOf([postsCollection], 200),
    'POST /api/admins/auth-refresh': () => ({ token: adminToken(), admin }),
    [routes.read]: () => server.held,
    [routes.send]({ body }: Call) {
      server.held = merged(server.held, body) as object;
      return server.held;
    },
  });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  const start = () => {
    const form = kind.make();
    opened.push(form.close);
    return form;
  };
  return {
    kind,
    server,
    backend,
    routes,
    form: start(),
    start,
    /** Changes the entity as another person does. */
    change([path]: Values, value: string): void {
      server.held = merged(
        server.held,
        nested(path, atLeastAsNumber(read(server.held, path), value)),
      ) as object;
    },
    /** Returns the requests for the entity since the last call. */
    calls(): string[] {
      const [reads, sends] = [backend.callsTo(routes.read), backend.callsTo(routes.send)];
      return backend.calls.splice(0).flatMap((call) => {
        if (sends.includes(call)) return `send ${JSON.stringify(call.body)}`;
        return reads.includes(call) ? 'read' : [];
      });
    },
    sent(...values: [Values, string][]): string {
      const bodies = values.map(([[path], value]) =>
        nested(path, atLeastAsNumber(read(kind.held, path), value)),
      );
      return `send ${JSON.stringify(bodies.reduce((all, body) => withBody(all, body), {}))}`;
    },
  };
}

function withBody(all: object, body: object): object {
  const made: Record<string, unknown> = { ...all };
  for (const [key, value] of Object.entries(body)) {
    const known = made[key];
    made[key] = typeof known === 'object' && known !== null ? withBody(known, value) : value;
  }
  return made;
}

async function openScene(kind: Kind) {
  if (kind.what === 'a record') {
    startScene(kind);
    await collections.load();
  }
  const scene = startScene(kind);
  await scene.form.open();
  scene.calls();
  return scene;
}

const opened: Array<() => void> = [];

async function answer(isYes: boolean): Promise<string> {
  await settle();
  const text = confirm.state.question?.text ?? 'no question';
  if (isYes) await confirm.yes();
  else confirm.no();
  return text;
}

function lockWrites(): void {
  environment.open();
  environmentName.save({ name: 'Production', colour: 'red', locks: true, appName: '' });
}

test.before.each(() => session.begin({ token: adminToken(), admin }));
test.after.each(() => {
  writeLock.lockHere();
  environmentName.drop();
  for (const close of opened.splice(0)) close();
  confirm.no();
  toasts.closeAll();
  session.end();
  collections.forget();
  app.forget();
  resetDom();
});

for (const kind of kinds) {
  const { what, one, other, wrong, goneText } = kind;
  const [[path, old, mine, theirs], [otherPath, oldOther, myOther, theirOther]] = [one, other];
  const it = (says: string, run: () => Promise<void>) => test(`${what}: ${says}`, run);
  const type = (form: Form, value = mine) => form.set(path, value);
  const hasDrafts = what === 'a record' || what === 'a collection';
  const open = () => openScene(kind);

  it('the form has the stored values after the load, and a failed load can be repeated', async () => {
    const { form, backend, routes, calls } = await open();
    assert.equal([form.get(path), form.get(otherPath), form.state.isChanged], [old, oldOther, false]);
    for (const status of [500, 404]) {
      form.close();
      backend.answerOnce(routes.read, refusal(status));
      await form.open();
      assert.equal([form.state.status, form.state.loadError?.status], ['failed', status]);
      type(form);
      calls();
      assert.not(await form.save());
      assert.equal(calls(), []);
      await form.open();
      assert.equal([form.state.status, form.state.loadError, form.get(path)], ['ready', null, old]);
    }
  });

  it('the newer of two loads counts, and a form that is closed during its load does not change', async () => {
    const { form, backend, routes, change } = await open();
    const release = backend.hold(routes.read);
    const older = form.open();
    change(one, theirs);
    const newer = form.open();
    release();
    await Promise.all([older, newer]);
    assert.equal([form.get(path), told()], [theirs, []]);
    const releaseLast = backend.hold(routes.read);
    const last = form.open();
    form.close();
    change(one, mine);
    releaseLast();
    await last;
    assert.equal([form.get(path), told(), unsaved.hasAny()], [theirs, [], false]);
  });

  it('an edit is unsaved until it is reverted, and keeps the objects', async () => {
    const { form } = await open();
    const shown = form.state.form;
    for (const [value, isChanged] of [[mine, true] as const, [old, false] as const]) {
      type(form, value);
      const changed = Object.keys(form.state.changed).length;
      assert.equal(
        [form.state.isChanged, changed, unsaved.hasAny()],
        [isChanged, isChanged ? 1 : 0, isChanged],
      );
    }
    assert.is(form.state.form, shown);
    type(form);
    form.close();
    assert.is(unsaved.hasAny(), false);
  });

  it('a save with faults asks the server nothing, and is counted; an edit removes its error', async () => {
    const { form, calls } = await open();
    assert.equal([Boolean(await form.save()), calls()], [false, []], 'nothing is to be saved');
    for (const [at, value] of wrong) form.set(at, value);
    let focused = 0;
    const onFaults = () => {
      focused += 1;
    };
    for (const refusals of [1, 2]) {
      assert.not(await form.save({ onFaults }));
      assert.equal([form.state.refusals, calls()], [refusals, []]);
    }
    if (what !== 'a collection') await eventually(() => focused, 2);
    assert.equal(Object.keys(form.state.errors), [wrong[0]?.[0]]);
    for (const [at, value] of wrong) form.set(at, value);
    assert.equal(form.state.errors, {});
  });

  for (const [changed, sentMine, after] of [
    [[], true, oldOther],
    [[other, theirOther], true, theirOther],
    [[one, mine], false, oldOther],
  ] as const) {
    it(`a save reads again and sends only my changes${changed.length ? `, beside ${changed[1]}` : ''}`, async () => {
      const { form, change, calls, sent } = await open();
      type(form);
      if (changed.length > 0) change(...(changed as [Values, string]));
      assert.ok(await form.save());
      assert.equal(calls(), ['read', ...(sentMine ? [sent([one, mine])] : [])]);
      assert.equal([form.get(path), form.get(otherPath)], [mine, after]);
      assert.equal([form.state.isChanged, form.state.isSaving, drafts()], [false, false, []]);
    });
  }

  /** Both sides have changed one value, and mine also the other one. The question is open. */
  async function openConflict() {
    const scene = await open();
    type(scene.form);
    scene.form.set(otherPath, myOther);
    scene.change(one, theirs);
    const saving = scene.form.save();
    await settle();
    const { conflicts, isSaving } = scene.form.state;
    assert.equal(
      conflicts?.map(({ name }) => name),
      [path],
    );
    assert.equal([isSaving, scene.calls()], [false, ['read']]);
    return { ...scene, saving };
  }

  for (const choice of ['mine', 'theirs', undefined] as const) {
    it(`in a conflict the answer "${choice}" is sent after another reading`, async () => {
      const { form, saving, calls, sent } = await openConflict();
      assert.not(await form.save(), 'one save at a time');
      form.resolveConflicts(choice ? { [path]: choice } : {});
      assert.ok(await saving);
      const values: [Values, string][] = [[other, myOther]];
      if (choice !== 'theirs') values.unshift([one, mine]);
      assert.equal([calls(), form.state.conflicts], [['read', sent(...values)], null]);
    });
  }

  for (const giveUp of ['cancelConflicts', 'close'] as const) {
    it(`in a conflict, ${giveUp} sends nothing and keeps the typed values`, async () => {
      const { form, saving, calls } = await openConflict();
      form[giveUp]();
      assert.not(await saving);
      assert.equal([form.get(path), form.get(otherPath), calls()], [mine, myOther, []]);
      assert.equal([form.state.isChanged, form.state.isSaving], [true, false]);
      if (hasDrafts) await eventually(() => drafts().length, 1);
    });
  }

  it('others may save again during a question: the next one is about that, and declining keeps the rest', async () => {
    const { form, saving, change, calls } = await openConflict();
    change(other, theirOther);
    form.resolveConflicts({ [path]: 'theirs' });
    await settle();
    assert.equal(
      form.state.conflicts?.map(({ name }) => name),
      [otherPath],
    );
    form.cancelConflicts();
    assert.not(await saving);
    assert.equal([form.get(otherPath), form.state.isChanged, calls()], [myOther, true, ['read']]);
  });

  for (const call of ['read', 'send'] as const) {
    for (const [says, given, toast, errors] of [
      ['silence', networkError, /cannot be reached|No answer/, {}],
      ['a refusal', refusal(400), /^Refused with 400\.$/, {}],
      ['errors of fields', refusal(400, nested(path, blank)), /^Refused with 400\.$/, { [path]: blank }],
      ['a deletion by others', refusal(404), goneText ?? /^Refused with 404\.$/, {}],
    ] as const) {
      it(`${says} to the ${call} of a save keeps the typed values, and the save can be repeated`, async () => {
        const { form, backend, routes, change, server } = await open();
        type(form);
        change(other, theirOther);
        backend.answer(routes[call], given);
        assert.not(await form.save());
        assert.equal([form.get(path), form.state.isChanged, form.state.isSaving], [mine, true, false]);
        assert.equal(form.state.errors, errors);
        const messages = told();
        assert.is(messages.length, 1, messages.join());
        if (typeof toast === 'string') assert.is(messages[0], toast);
        else assert.match(messages[0] ?? '', toast);
        assert.is(drafts().length, hasDrafts ? 1 : 0);
        const route = routes[call];
        backend.answer(
          route,
          call === 'read'
            ? () => server.held
            : ({ body }: Call) => {
                server.held = merged(server.held, body) as object;
                return server.held;
              },
        );
        assert.ok(await form.save());
        assert.equal([form.get(path), form.get(otherPath)], [mine, theirOther]);
        assert.equal([form.state.isChanged, form.state.errors, drafts()], [false, {}, []]);
      });
    }
  }

  it('a double click saves once', async () => {
    const { form, backend, routes, calls, sent } = await open();
    type(form);
    const release = backend.hold(routes.send);
    const saving = form.save();
    assert.equal([form.state.isSaving, Boolean(await form.save()), form.mayClose()], [true, false, false]);
    form.discard?.();
    release();
    assert.equal([Boolean(await saving), calls()], [true, ['read', sent([one, mine])]]);
    assert.equal([form.get(path), form.state.isChanged, drafts()], [mine, false, []]);
  });

  it('a form that is closed during its save is stored, and leaves no draft', async () => {
    const { form, backend, routes, server } = await open();
    type(form);
    const release = backend.hold(routes.send);
    const saving = form.save();
    form.close();
    release();
    assert.ok(await saving);
    assert.equal([String(read(server.held, path)), drafts(), unsaved.hasAny()], [mine, [], false]);
  });

  it('closing asks about unsaved changes; Yes drops the draft, No keeps it', async () => {
    const { form } = await open();
    assert.is(form.mayClose(), true);
    type(form);
    for (const isYes of [false, true]) {
      const closing = form.mayClose();
      assert.is(await answer(isYes), 'You have unsaved changes. Do you really want to close the panel?');
      assert.equal([await closing, drafts().length], [isYes, hasDrafts && !isYes ? 1 : 0]);
    }
  });

  for (const isUnlocked of [false, true]) {
    it(`a save asks to unlock before it reads; ${isUnlocked ? 'then it goes on once' : 'who stays locked loses nothing'}`, async () => {
      const { form, change, calls, sent } = await open();
      type(form);
      lockWrites();
      const saving = form.save();
      await settle();
      assert.match(writeLock.state.question?.what ?? '', /^save /);
      assert.equal(
        [form.state.isSaving, Boolean(await form.save())],
        [false, false],
        'a second save does nothing',
      );
      assert.equal(calls(), []);
      change(other, theirOther);
      if (isUnlocked) writeLock.unlock();
      else writeLock.stayLocked();
      assert.is(Boolean(await saving), isUnlocked);
      assert.equal(calls(), isUnlocked ? ['read', sent([one, mine])] : []);
      const { isChanged, isSaving, errors, refusals } = form.state;
      assert.equal([form.get(path), isChanged, isSaving], [mine, !isUnlocked, false]);
      assert.equal([errors, refusals, writeLock.state.runs], [{}, 0, 0]);
    });
  }

  it('a lock that falls during the question about conflicts asks again, and reads again', async () => {
    const { form, saving, calls, sent, change } = await openConflict();
    lockWrites();
    form.resolveConflicts({});
    await settle();
    assert.ok(writeLock.state.question);
    assert.equal(calls(), []);
    change(other, myOther);
    writeLock.unlock();
    assert.ok(await saving);
    assert.equal(calls(), ['read', sent([one, mine])], 'others may have saved meanwhile');
  });

  if (!hasDrafts) continue;

  it('a discard restores the stored values and drops the draft', async () => {
    const { form } = await open();
    type(form);
    form.discard?.();
    assert.equal([form.get(path), form.state.isChanged, drafts()], [old, false, []]);
  });

  it('a duplicate is new and unsaved, asks before it discards, and has no offers', async () => {
    const { form } = await open();
    type(form);
    for (const isYes of [false, true]) {
      const copying = form.duplicate?.();
      assert.is(await answer(isYes), 'You have unsaved changes. Do you really want to discard them?');
      assert.equal([await copying, form.state.isNew], [isYes, isYes]);
    }
    assert.equal([form.state.stored, form.state.isChanged, form.get(path)], [null, true, old]);
    assert.equal([Object.keys(form.state.changed), form.state.offers], [[], []]);
    assert.is(await form.duplicate?.(), false, 'nothing is stored of it');
  });

  /** Types something, closes and reopens the form; meanwhile others change the entity. */
  async function reopenDraft(changed?: Values, value = '') {
    const first = await open();
    type(first.form);
    first.form.close();
    if (changed) first.change(changed, value);
    const form = first.start();
    await form.open();
    await eventually(() => form.state.offers.length, 1);
    const [offer] = form.state.offers;
    if (!offer) throw new Error('No draft was offered.');
    return { ...first, form, offer };
  }

  it('a draft is offered until the first edit, restores nothing by itself, and stays in storage', async () => {
    const { form } = await reopenDraft();
    assert.is(form.state.isChanged, false);
    form.set(otherPath, myOther);
    assert.equal([form.state.offers.length, drafts().length], [0, 2]);
  });

  it('a restored draft is unsaved; a declined one is removed', async () => {
    const { form, offer } = await reopenDraft(other, theirOther);
    await form.restoreDraft?.(offer);
    assert.equal([form.get(path), form.get(otherPath), form.state.offers.length], [mine, theirOther, 0]);
    assert.equal([form.state.isChanged, drafts().length], [true, 1]);
    assert.ok(await form.save());
    assert.equal(drafts(), []);
    form.close();
    const later = await reopenDraft();
    later.form.discardDraft?.(later.offer);
    assert.equal([later.form.state.offers.length, drafts()], [0, []]);
  });

  for (const choice of ['mine', 'theirs', null] as const) {
    it(`a draft that is older than changes of others is restored with the answer "${choice}"`, async () => {
      const { form, offer } = await reopenDraft(one, theirs);
      const restoring = form.restoreDraft?.(offer);
      await settle();
      assert.is(form.state.conflicts?.length, 1);
      if (choice) form.resolveConflicts({ [path]: choice });
      else form.cancelConflicts();
      await restoring;
      assert.equal(
        [form.get(path), drafts().length, form.state.offers.length],
        [choice === 'mine' ? mine : theirs, choice === 'theirs' ? 0 : 1, choice ? 0 : 1],
      );
    });
  }
}

// The page knows the collections already when a form of one opens.
const [, known] = kinds as [Kind, Kind];
const [rule, , myRule, theirRule] = known.one;

for (const [does, use, expected] of [
  ['is replaced by the stored one', () => {}, theirRule],
  ['stays after an edit', (form: Form) => form.set(rule, myRule), myRule],
] as const) {
  test(`a known version is shown at once, and ${does}`, async () => {
    const { form, change, backend, routes } = startScene(known);
    await collections.load();
    change(known.one, theirRule);
    const release = backend.hold(routes.read);
    const opening = form.open();
    assert.equal([form.state.status, form.get(rule)], ['ready', '']);
    use(form);
    release();
    await opening;
    assert.is(form.get(rule), expected);
  });
}

test('an edit of a known version stays if the read fails, and a save merges', async () => {
  const { form, change, backend, routes, server } = startScene(known);
  await collections.load();
  backend.answerOnce(routes.read, networkError);
  const opening = form.open();
  form.set(rule, myRule);
  await opening;
  assert.equal([form.state.status, told()], ['ready', []]);
  change(known.other, 'title = "theirs"');
  assert.ok(await form.save());
  assert.equal([read(server.held, rule), read(server.held, 'viewRule')], [myRule, 'title = "theirs"']);
});

test.run();
