import type { Collection } from '../../model/collection';
import { optionOf } from '../../model/field';
import {
  type AnswerExample,
  type ApiCall,
  collectionPath,
  type DocsContent,
  type DocsScene,
  expandParameter,
  fieldsParameter,
  idParameter,
  invalid,
  invalidField,
  noParameters,
  noRequest,
  notFound,
  type Parameter,
  recordNeed,
  recordsPath,
  refusal,
  words,
} from './docsContent';
import type { AuthPageKey } from './docsPages';
import { type Sample, sampleObject } from './literals';
import { accountOf, passwordOf, placeholders, recordOf } from './samples';

const writers: Readonly<Record<AuthPageKey, (scene: DocsScene) => DocsContent>> = {
  authWithPassword,
  authWithOAuth2,
  authRefresh,
  requestVerification,
  confirmVerification,
  requestPasswordReset,
  confirmPasswordReset,
  requestEmailChange,
  confirmEmailChange,
  listAuthMethods,
  listExternalAuths,
  unlinkExternalAuth,
};

export function authDocs(key: AuthPageKey, scene: DocsScene): DocsContent {
  return writers[key](scene);
}

/** A POST to an action of the collection, with these values. */
function describePost(
  { collection }: DocsScene,
  action: string,
  body: Readonly<Record<string, Sample>> | null,
  token: ApiCall['token'] = null,
) {
  const path = `${collectionPath(collection)}/${action}`;
  const call: ApiCall = { ...noRequest, verb: 'POST', path, body: body && sampleObject(body), token };
  return {
    ...noParameters,
    verb: 'POST' as const,
    path,
    call,
    needs: token === 'record' ? recordNeed : null,
  };
}

function text(name: string, about: string, isRequired = true): Parameter {
  return { name, type: 'String', isRequired, text: words(about) };
}

const missing = (name: string) => invalidField(name, 'validation_required', 'Cannot be blank.');
const invalidForm = (name: string) =>
  refusal(400, 'An error occurred while validating the form.', missing(name));
const signedOut = refusal(401, 'The request requires valid record authorization token to be set.');

/** The server names the collection of the token, not the requested one. */
function foreignCollectionError({ name }: Collection): AnswerExample {
  const other = name === 'users' ? 'members' : 'users';
  return refusal(403, `The request requires auth record from ${other} collection.`);
}

const sessionParameters = [expandParameterOfSession(), fieldsParameter('token,record.id')];

/** The response holds the record under `record`, so the text says that `expand` applies to that. */
function expandParameterOfSession(): Parameter {
  const { name, type, text: about } = expandParameter(undefined);
  return { name, type, text: [...about, ...words(' Applies to the `record` of the response.')] };
}

const sessionOf = (collection: Collection) => ({ token: placeholders.token, record: recordOf(collection) });

/** Lists the login fields that the options allow. */
export function identityOf(collection: Collection): string {
  const names = [
    ...(optionOf(collection, 'allowUsernameAuth') === true ? ['username'] : []),
    ...(optionOf(collection, 'allowEmailAuth') === true ? ['email'] : []),
  ];
  return names.join(' or ');
}

function authWithPassword(scene: DocsScene): DocsContent {
  const { collection } = scene;
  const { identity, password } = accountOf(collection);
  const isForVerified = optionOf(collection, 'onlyVerified') === true;
  return {
    ...describePost(scene, 'auth-with-password', { identity, password }),
    key: 'authWithPassword',
    about: [
      words(
        `Authenticates a user of \`${collection.name}\` with ${identityOf(collection)} and password, and returns a token for further requests.`,
      ),
      ...(isForVerified ? [words('Users with an unverified email cannot sign in.')] : []),
    ],
    bodyParameters: [
      text('identity', `The ${identityOf(collection)} of the user.`),
      text('password', 'The password of the user.'),
    ],
    queryParameters: sessionParameters,
    answers: [
      { status: 200, body: sampleObject(sessionOf(collection)) },
      refusal(400, 'Failed to authenticate.'),
      ...(isForVerified ? [refusal(403, 'Please verify your account first.')] : []),
    ],
  };
}

function authWithOAuth2(scene: DocsScene): DocsContent {
  const { collection, base } = scene;
  const redirectUrl = `${base}/api/oauth2-redirect`;
  return {
    ...describePost(scene, 'auth-with-oauth2', {
      provider: 'google',
      code: 'CODE',
      codeVerifier: 'CODE_VERIFIER',
      redirectUrl,
    }),
    key: 'authWithOAuth2',
    about: [
      words(
        `Authenticates a user of \`${collection.name}\` with an OAuth2 provider. First-time users get a new record.`,
      ),
      words(
        `The SDKs do all of this in one call: they open the sign-in page of the provider and wait for the user to return. For this to work, register \`${redirectUrl}\` with the provider as a redirect URL.`,
      ),
      words(
        'Without an SDK, get the provider from "List auth methods", append your redirect URL to its `authUrl` and send the user there. When the user returns, check that `state` is the same, and exchange the `code` here.',
      ),
    ],
    bodyParameters: [
      text('provider', 'The name of the provider, such as `google`.'),
      text('code', 'The code the provider returned.'),
      text('codeVerifier', 'The code verifier from "List auth methods".'),
      text('redirectUrl', 'The redirect URL that was used to sign in.'),
      {
        name: 'createData',
        type: 'Object',
        isRequired: false,
        text: words('Values for the new record of a first-time user.'),
      },
    ],
    queryParameters: sessionParameters,
    answers: [
      {
        status: 200,
        body: sampleObject({
          ...sessionOf(collection),
          meta: sampleObject({
            id: 'abc123',
            name: 'Test User',
            username: 'test_user',
            email: 'test@example.com',
            avatarUrl: 'https://example.com/avatar.png',
            isNew: false,
            accessToken: 'ACCESS_TOKEN',
            refreshToken: 'REFRESH_TOKEN',
            expiry: '2022-01-01 10:00:00.123Z',
            rawUser: sampleObject({}),
          }),
        }),
      },
      invalid(missing('provider')),
    ],
  };
}

function authRefresh(scene: DocsScene): DocsContent {
  const { collection } = scene;
  return {
    ...describePost(scene, 'auth-refresh', null, 'record'),
    key: 'authRefresh',
    about: [
      words(
        `Returns a new token and the current record of a signed-in user of \`${collection.name}\`. Call it at the start of your app, to check that the stored token is still valid. The old token keeps working until it expires.`,
      ),
    ],
    queryParameters: sessionParameters,
    answers: [
      { status: 200, body: sampleObject(sessionOf(collection)) },
      signedOut,
      foreignCollectionError(collection),
    ],
  };
}

function requestVerification(scene: DocsScene): DocsContent {
  const { email } = accountOf(scene.collection);
  return {
    ...describePost(scene, 'request-verification', { email }),
    key: 'requestVerification',
    about: [
      words(
        `Sends a verification email to a user of \`${scene.collection.name}\`. The response is the same if no user has this address, if it is already verified, or if an email was sent in the last two minutes.`,
      ),
    ],
    bodyParameters: [text('email', 'The email address of the user.')],
    answers: [{ status: 204 }, invalidForm('email')],
  };
}

function confirmVerification(scene: DocsScene): DocsContent {
  return {
    ...describePost(scene, 'confirm-verification', { token: placeholders.token }),
    key: 'confirmVerification',
    about: [
      words('Marks the email address of a user as verified, using the token from the verification email.'),
    ],
    bodyParameters: [text('token', 'The token from the link in the email.')],
    answers: [{ status: 204 }, invalid(missing('token'))],
  };
}

function requestPasswordReset(scene: DocsScene): DocsContent {
  const { email } = accountOf(scene.collection);
  return {
    ...describePost(scene, 'request-password-reset', { email }),
    key: 'requestPasswordReset',
    about: [
      words(
        `Sends a password reset email to a user of \`${scene.collection.name}\`. The response is the same if no user has this address, or if an email was sent in the last two minutes.`,
      ),
    ],
    bodyParameters: [text('email', 'The email address of the user.')],
    answers: [{ status: 204 }, invalidForm('email')],
  };
}

function confirmPasswordReset(scene: DocsScene): DocsContent {
  const password = `new ${passwordOf(scene.collection)}`.slice(0, 72);
  return {
    ...describePost(scene, 'confirm-password-reset', {
      token: placeholders.token,
      password,
      passwordConfirm: password,
    }),
    key: 'confirmPasswordReset',
    about: [
      words(
        'Sets a new password, using the token from the email, which works once. All sessions of the user end, and the email address is marked as verified.',
      ),
    ],
    bodyParameters: [
      text('token', 'The token from the link in the email.'),
      text('password', 'The new password.'),
      text('passwordConfirm', 'The new password again.'),
    ],
    answers: [{ status: 204 }, invalid(missing('token'))],
  };
}

function requestEmailChange(scene: DocsScene): DocsContent {
  const { newEmail } = accountOf(scene.collection);
  return {
    ...describePost(scene, 'request-email-change', { newEmail }, 'record'),
    key: 'requestEmailChange',
    about: [
      words(
        'Sends an email to the new address of the signed-in user. The address changes once the user opens the link in that email and enters their password.',
      ),
    ],
    bodyParameters: [text('newEmail', 'The new email address.')],
    answers: [
      { status: 204 },
      invalid(missing('newEmail')),
      signedOut,
      foreignCollectionError(scene.collection),
    ],
  };
}

function confirmEmailChange(scene: DocsScene): DocsContent {
  const { password } = accountOf(scene.collection);
  return {
    ...describePost(scene, 'confirm-email-change', { token: placeholders.token, password }),
    key: 'confirmEmailChange',
    about: [
      words(
        'Changes the email address of a user, using the token from the email, which works once. All sessions of the user end.',
      ),
    ],
    bodyParameters: [
      text('token', 'The token from the link in the email.'),
      text('password', 'The password of the user.'),
    ],
    answers: [{ status: 204 }, invalid(missing('token'))],
  };
}

function listAuthMethods({ collection }: DocsScene): DocsContent {
  const path = `${collectionPath(collection)}/auth-methods`;
  const allows = (name: string) => optionOf(collection, name) === true;
  const provider = sampleObject({
    name: 'google',
    displayName: 'Google',
    state: 'STATE',
    authUrl: 'https://accounts.google.com/o/oauth2/auth?redirect_uri=',
    codeVerifier: 'CODE_VERIFIER',
    codeChallenge: 'CODE_CHALLENGE',
    codeChallengeMethod: 'S256',
  });
  return {
    ...noParameters,
    key: 'listAuthMethods',
    about: [
      words(
        `Returns the available sign-in methods for \`${collection.name}\`: username, email and OAuth2 providers.`,
      ),
    ],
    verb: 'GET',
    path,
    call: { ...noRequest, verb: 'GET', path },
    needs: null,
    queryParameters: [fieldsParameter('usernamePassword,emailPassword')],
    answers: [
      {
        status: 200,
        body: sampleObject({
          usernamePassword: allows('allowUsernameAuth'),
          emailPassword: allows('allowEmailAuth'),
          onlyVerified: allows('onlyVerified'),
          authProviders: allows('allowOAuth2Auth') ? [provider] : [],
        }),
      },
    ],
  };
}

const strangers = [
  refusal(401, 'The request requires admin or record authorization token to be set.'),
  refusal(403, 'You are not allowed to perform this request.'),
];
const ownerNeed = words('Requires `Authorization:TOKEN` header of an admin or of the user');

function accountsPart({ collection }: DocsScene, verb: 'GET' | 'DELETE', provider = '') {
  const path = (id: string, name: string) =>
    `${recordsPath(collection)}/${id}/external-auths${name && `/${name}`}`;
  return {
    ...noParameters,
    verb,
    path: path(':id', provider && ':provider'),
    call: { ...noRequest, verb, path: path(placeholders.record, provider), token: 'record' as const },
    needs: ownerNeed,
  };
}

function listExternalAuths(scene: DocsScene): DocsContent {
  const { collection } = scene;
  return {
    ...accountsPart(scene, 'GET'),
    key: 'listExternalAuths',
    about: [words(`Returns the OAuth2 accounts linked to a user of \`${collection.name}\`.`)],
    pathParameters: [idParameter],
    queryParameters: [fieldsParameter('provider,providerId')],
    answers: [
      {
        status: 200,
        body: [
          sampleObject({
            id: 'LINK_ID',
            created: '2022-01-01 10:00:00.123Z',
            updated: '2022-01-01 10:00:00.123Z',
            collectionId: collection.id,
            recordId: placeholders.record,
            provider: 'google',
            providerId: 'abc123',
          }),
        ],
      },
      ...strangers,
      notFound,
    ],
  };
}

function unlinkExternalAuth(scene: DocsScene): DocsContent {
  return {
    ...accountsPart(scene, 'DELETE', 'google'),
    key: 'unlinkExternalAuth',
    about: [
      words(
        `Removes the link between a user of \`${scene.collection.name}\` and an OAuth2 account. The account at the provider is not changed.`,
      ),
    ],
    pathParameters: [
      idParameter,
      { name: 'provider', type: 'String', text: words('The name of the provider, such as `google`.') },
    ],
    answers: [{ status: 204 }, ...strangers, refusal(404, 'Missing external auth provider relation.')],
  };
}
