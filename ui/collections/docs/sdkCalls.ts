import type { ApiCall, DocsScene } from './docsContent';
import { type PageKey, pagesOf } from './docsPages';
import { accountOf, placeholders } from './samples';

/** Returns the calls that are equal in both SDKs. */
export function commonCall(key: PageKey, text: (text: string) => string, scene: DocsScene): string | null {
  const { email, identity, password, newEmail } = accountOf(scene.collection);
  const { record, token } = placeholders;
  const newPassword = text(`new ${password}`.slice(0, 72));
  switch (key) {
    case 'delete':
      return `delete(${text(record)})`;
    case 'authWithPassword':
      return `authWithPassword(${text(identity)}, ${text(password)})`;
    case 'authRefresh':
      return 'authRefresh()';
    case 'requestVerification':
      return `requestVerification(${text(email)})`;
    case 'confirmVerification':
      return `confirmVerification(${text(token)})`;
    case 'requestPasswordReset':
      return `requestPasswordReset(${text(email)})`;
    case 'confirmPasswordReset':
      return `confirmPasswordReset(${text(token)}, ${newPassword}, ${newPassword})`;
    case 'requestEmailChange':
      return `requestEmailChange(${text(newEmail)})`;
    case 'confirmEmailChange':
      return `confirmEmailChange(${text(token)}, ${text(password)})`;
    case 'listAuthMethods':
      return 'listAuthMethods()';
    case 'listExternalAuths':
      return `listExternalAuths(${text(record)})`;
    case 'unlinkExternalAuth':
      return `unlinkExternalAuth(${text(record)}, ${text('google')})`;
    default:
      return null;
  }
}

/** The name of the variable for a call's result; absent if there is no result. */
const results: Readonly<Partial<Record<PageKey, string>>> = {
  authWithPassword: 'auth',
  authRefresh: 'auth',
  listAuthMethods: 'methods',
  listExternalAuths: 'links',
};
const signsIn = new Set<PageKey>(['authWithPassword', 'authWithOAuth2', 'authRefresh']);

export const queryValueOf = (call: ApiCall, name: string) => call.query.find(([key]) => key === name)?.[1];

type Print = (text: string) => string;

/** Signs in before a call that needs a token. */
export function signIn({ token }: ApiCall, records: string, scene: DocsScene, text: Print): string[] {
  if (token === 'admin') return [`await pb.admins.authWithPassword('admin@example.com', 'PASSWORD');`];
  return token === 'record' ? [signInOf(records, scene, text)] : [];
}

function signInOf(records: string, { collection }: DocsScene, text: (text: string) => string): string {
  if (!pagesOf(collection).auth.includes('authWithPassword')) return '// Sign in a user first';
  const { identity, password } = accountOf(collection);
  return `await ${records}.authWithPassword(${text(identity)}, ${text(password)});`;
}

/** Calls, and names the result if there is one. */
export function resultOf(keyword: string, key: PageKey, records: string, call: string): string[] {
  const result = results[key];
  return [`${result === undefined ? '' : `${keyword} ${result} = `}await ${records}.${call};`];
}

/** Shows the session after a call that signs in; `prints` are the lines that print it. */
export function sessionCalls(key: PageKey, prints: readonly string[]): string[] {
  if (!signsIn.has(key)) return [];
  return [
    '',
    '// The auth store keeps the session; further calls use it',
    ...prints,
    '',
    '// Sign out',
    'pb.authStore.clear();',
  ];
}

/** `start` begins a function that takes an event, and `prints` are its lines. */
export function realtimeCalls(
  records: string,
  id: string,
  start: string,
  prints: readonly string[],
): string[] {
  const body = [...prints.map((line) => `  ${line}`), '});'];
  return [
    '// Subscribe to all records of the collection',
    `await ${records}.subscribe('*', ${start}`,
    ...body,
    '',
    '// Subscribe to one record',
    `await ${records}.subscribe(${id}, ${start}`,
    ...body,
    '',
    '// Unsubscribe from one record, the collection, everything',
    `await ${records}.unsubscribe(${id});`,
    `await ${records}.unsubscribe('*');`,
    `await ${records}.unsubscribe();`,
  ];
}
