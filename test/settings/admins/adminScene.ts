// A fake server with some admins; the first is signed in.
//
//   const { backend, server } = startScene();
//   mount(<AdminPanel adminId={other.id} onStored={...} onClose={...} />);
//   assert.equal(callsOf(backend), [`GET admins/${other.id}`]);

import * as confirm from '../../../ui/page/confirm';
import * as session from '../../../ui/page/session/session';
import * as toasts from '../../../ui/page/toasts';
import { connect } from '../../backend/connect';
import { type Call, type FakeBackend, failure, fakeBackend } from '../../support/backend';
import { resetDom } from '../../support/dom';
import { adminToken, admin as own } from '../../support/samples';

export const routes = {
  list: 'GET /api/admins',
  get: 'GET /api/admins/:id',
  create: 'POST /api/admins',
  update: 'PATCH /api/admins/:id',
  remove: 'DELETE /api/admins/:id',
  signIn: 'POST /api/admins/auth-with-password',
} as const;

export type StoredAdmin = typeof own;

export { own };
export const other: StoredAdmin = { ...own, id: 'q3fjw8n2kd7xotm', email: 'other@example.com', avatar: 5 };
/** The token of a sign-in, which differs from the first. */
export const laterToken = adminToken(4102444801);

export interface Server {
  /** The present content; a test changes it as another person does. */
  admins: StoredAdmin[];
}

const newId = 'new000000000001';

export function startScene(admins: readonly StoredAdmin[] = [own, other]) {
  resetDom();
  const server: Server = { admins: admins.map((one) => ({ ...one })) };
  const find = (id: string | undefined) => server.admins.find((one) => one.id === id);
  const withoutPassword = ({ password, passwordConfirm, ...rest }: Record<string, unknown>) => rest;
  const backend = fakeBackend({
    [routes.list]: ({ query }: Call) => {
      const perPage = Number(query['perPage']);
      const start = (Number(query['page']) - 1) * perPage;
      return {
        page: Number(query['page']),
        perPage,
        totalItems: server.admins.length,
        items: server.admins.slice(start, start + perPage),
      };
    },
    [routes.get]: ({ params }: Call) => find(params['id']) ?? failure(404, ''),
    [routes.create]: ({ body }: Call) => {
      const made = { ...own, ...withoutPassword(body as Record<string, unknown>), id: newId } as StoredAdmin;
      server.admins.push(made);
      return made;
    },
    [routes.update]: ({ params, body }: Call) => {
      const found = find(params['id']);
      return found
        ? Object.assign(found, withoutPassword(body as Record<string, unknown>))
        : failure(404, '');
    },
    [routes.remove]: ({ params }: Call) => {
      server.admins = server.admins.filter(({ id }) => id !== params['id']);
      return null;
    },
    [routes.signIn]: () => ({ token: laterToken, admin: find(own.id) }),
    'GET /api/health': {},
  });
  session.begin({ token: adminToken(), admin: own });
  const page = connect(backend);
  Object.defineProperty(page, 'token', { get: session.token });
  return { backend, server };
}

/** Pass this to `test.after.each`. */
export function closeScene(): void {
  confirm.no();
  toasts.closeAll();
  session.end();
  resetDom();
}

/** Returns method, path and body of the calls since the last time, in order. */
export function callsOf(backend: FakeBackend): string[] {
  return backend.calls
    .splice(0)
    .map(({ method, path, body }) =>
      [method, path.replace('/api/', ''), body && JSON.stringify(body)].filter(Boolean).join(' '),
    );
}

export const told = () => toasts.state.items.map(({ message }) => message);
