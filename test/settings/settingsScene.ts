// A fake server that stores all settings and merges changes as the real one does.
//
//   const { backend, server } = startScene();
//   const settings = createApplicationForm();
//   await settings.load();
//   server.change({ meta: { appName: 'Theirs' } });     // as another admin would
//   await settings.save();
//   assert.equal(callsOf(backend), ['GET', 'GET', 'PATCH {"meta":{"hideControls":true}}']);

import { authProviders } from '../../ui/model/authProviders';
import * as confirm from '../../ui/page/confirm';
import * as app from '../../ui/page/pageTitle';
import * as session from '../../ui/page/session/session';
import * as toasts from '../../ui/page/toasts';
import { connect, settle } from '../backend/connect';
import { type Call, type FakeBackend, fakeBackend } from '../support/backend';
import { resetDom } from '../support/dom';
import { admin, adminToken, settings as sample } from '../support/samples';

export const routes = {
  read: 'GET /api/settings',
  write: 'PATCH /api/settings',
  testMail: 'POST /api/settings/test/email',
  testS3: 'POST /api/settings/test/s3',
  appleSecret: 'POST /api/settings/apple/generate-client-secret',
} as const;

/** The server sends this in place of a stored secret. */
export const mask = '******';
export const storedSecret = 'kept by the server alone';

export const storedS3 = {
  enabled: true,
  endpoint: 'https://s3.example.com',
  bucket: 'files',
  region: 'eu',
  accessKey: 'key',
  secret: storedSecret,
};

type Group = { [key: string]: unknown };
export type Leaf = [path: string, value: unknown];

const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the settings of a fresh server of this line with all 25 providers. Their secrets are not masked.
 */
export function wholeSettings(): Group {
  const { googleAuth, oidcAuth, ...others } = structuredClone(sample);
  const settings = {
    ...others,
    ...Object.fromEntries(authProviders.map((name) => [`${name}Auth`, { ...googleAuth }])),
  };
  for (const [path, value] of leavesOf(settings)) if (value === mask) write(settings, path, storedSecret);
  return settings;
}

/** Lists all single values by their dotted paths. */
export function leavesOf(settings: object, prefix = ''): Leaf[] {
  return Object.entries(settings).flatMap(([key, value]): Leaf[] =>
    isGroup(value) ? leavesOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  );
}

export function read(settings: unknown, path: string): unknown {
  return path.split('.').reduce((group, key) => (isGroup(group) ? group[key] : undefined), settings);
}

export function write(settings: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let group = settings as Group;
  for (const key of keys) {
    group[key] ??= {};
    group = group[key] as Group;
  }
  group[last] = value;
}

/** Merges a PATCH as the server does. It keeps missing values and those sent as null, except `pkce`. */
export function merged(held: unknown, sent: unknown, key = ''): unknown {
  if (sent === undefined || (sent === null && key !== 'pkce')) return held;
  if (!isGroup(held) || !isGroup(sent)) return sent;
  return Object.fromEntries(
    Object.entries(held).map(([name, value]) => [name, merged(value, sent[name], name)]),
  );
}

const isSecret = (path: string) => /(^|\.)(secret|clientSecret|password)$/.test(path);
export const secretPaths = leavesOf(wholeSettings())
  .map(([path]) => path)
  .filter(isSecret);

/** Returns the settings as the server sends them. */
export function masked(settings: Group): Group {
  const shown = structuredClone(settings);
  for (const [path, value] of leavesOf(shown)) if (isSecret(path) && value !== '') write(shown, path, mask);
  return shown;
}

export interface Server {
  /** The stored settings, including secrets. */
  held: Group;
  /** Changes them as another admin does. */
  change(changes: object): void;
}

export function startScene(changes: object = {}) {
  resetDom();
  app.forget();
  const server: Server = {
    held: merged(wholeSettings(), changes) as Group,
    change(given) {
      server.held = merged(server.held, given) as Group;
    },
  };
  const shown = ({ query }: Call) => {
    const wanted = query['fields']?.split(',');
    const entries = Object.entries(masked(server.held));
    return Object.fromEntries(entries.filter(([group]) => !wanted || wanted.includes(group)));
  };
  const backend = fakeBackend({
    [routes.read]: shown,
    [routes.write]: (call: Call) => {
      server.change(call.body as object);
      return shown(call);
    },
    [routes.testMail]: null,
    [routes.testS3]: null,
    [routes.appleSecret]: { secret: 'made.of.a.key' },
    'GET /api/health': {},
  });
  session.begin({ token: adminToken(), admin });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  return { backend, server };
}

/** Pass this to `test.after.each`. */
export function closeScene(): void {
  confirm.no();
  toasts.closeAll();
  session.end();
  app.forget();
  resetDom();
}

/** Returns method, path below the settings, and body of the calls since the last time, in order. */
export function callsOf(backend: FakeBackend): string[] {
  return backend.calls
    .splice(0)
    .map(({ method, path, body }) =>
      [method, path.replace(/^\/api\/settings\/?/, ''), body && JSON.stringify(body)]
        .filter(Boolean)
        .join(' '),
    );
}

export const told = () => toasts.state.items.map(({ message }) => message);

/** Answers the open question, and returns its text. */
export async function answer(isYes: boolean): Promise<string> {
  await settle();
  const text = confirm.state.question?.text ?? 'no question';
  if (isYes) await confirm.yes();
  else confirm.no();
  return text;
}
