import { type Collection, collectionTypeOf } from '../../model/collection';
import { optionOf } from '../../model/field';

export const pageLabels = {
  list: 'List/Search',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
  realtime: 'Realtime',
  authWithPassword: 'Auth with password',
  authWithOAuth2: 'Auth with OAuth2',
  authRefresh: 'Auth refresh',
  requestVerification: 'Request verification',
  confirmVerification: 'Confirm verification',
  requestPasswordReset: 'Request password reset',
  confirmPasswordReset: 'Confirm password reset',
  requestEmailChange: 'Request email change',
  confirmEmailChange: 'Confirm email change',
  listAuthMethods: 'List auth methods',
  listExternalAuths: 'List OAuth2 accounts',
  unlinkExternalAuth: 'Unlink OAuth2 account',
} as const;

export type PageKey = keyof typeof pageLabels;
export type RecordPageKey = 'list' | 'view' | 'create' | 'update' | 'delete' | 'realtime';
export type AuthPageKey = Exclude<PageKey, RecordPageKey>;

const recordPages: readonly RecordPageKey[] = ['list', 'view', 'create', 'update', 'delete', 'realtime'];

/** Returns the pages about records, and those about the sign-in of users. */
export function pagesOf(collection: Collection): { records: RecordPageKey[]; auth: AuthPageKey[] } {
  const type = collectionTypeOf(collection);
  if (type === 'view') return { records: ['list', 'view'], auth: [] };
  if (type === 'base') return { records: [...recordPages], auth: [] };
  const allows = (name: string) => optionOf(collection, name) === true;
  return {
    records: [...recordPages],
    auth: [
      ...(allows('allowUsernameAuth') || allows('allowEmailAuth') ? (['authWithPassword'] as const) : []),
      ...(allows('allowOAuth2Auth') ? (['authWithOAuth2'] as const) : []),
      'authRefresh',
      'requestVerification',
      'confirmVerification',
      'requestPasswordReset',
      'confirmPasswordReset',
      'requestEmailChange',
      'confirmEmailChange',
      'listAuthMethods',
      'listExternalAuths',
      'unlinkExternalAuth',
    ],
  };
}
