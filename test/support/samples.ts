// Responses of the real server (0.22): one collection of each type, records, an admin, settings.
import { fieldWithId } from './fields';

const created = '2026-11-20 09:12:03.114Z';
const updated = '2026-11-21 00:29:33.714Z';
const noRules = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const field = (
  id: string,
  name: string,
  type: string,
  options: Record<string, unknown> = {},
  required = false,
) => ({
  ...{ system: false, required, presentable: false, unique: false },
  ...fieldWithId(id, name, type, options),
});
const textOptions = { min: null, max: null, pattern: '' };
const domains = { exceptDomains: null, onlyDomains: null };
const head = (id: string, name: string, type: string) => ({
  id,
  created,
  updated,
  name,
  type,
  system: false,
});

export const usersCollection = {
  ...head('_pb_users_auth_', 'users', 'auth'),
  schema: [
    field('users_name', 'name', 'text', textOptions),
    field('users_avatar', 'avatar', 'file', {
      mimeTypes: ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'],
      thumbs: null,
      maxSelect: 1,
      maxSize: 5242880,
      protected: false,
    }),
  ],
  indexes: [],
  listRule: 'id = @request.auth.id',
  viewRule: 'id = @request.auth.id',
  createRule: '',
  updateRule: 'id = @request.auth.id',
  deleteRule: 'id = @request.auth.id',
  options: {
    allowEmailAuth: true,
    allowOAuth2Auth: true,
    allowUsernameAuth: true,
    exceptEmailDomains: null,
    manageRule: null,
    minPasswordLength: 8,
    onlyEmailDomains: null,
    onlyVerified: false,
    requireEmail: false,
  },
};

/** A base collection with a field of every type. */
export const postsCollection = {
  ...head('8hrfqm64nk2yu1z', 'posts', 'base'),
  schema: [
    field('y45m8liw', 'title', 'text', textOptions, true),
    field('n3kq7vxd', 'body', 'editor', { convertUrls: false }),
    field('p0b2wz5r', 'views', 'number', { min: null, max: null, noDecimal: false }),
    field('c8t1ej6m', 'published', 'bool'),
    field('h4s9ua2k', 'contact', 'email', domains),
    field('v7d3fo1q', 'source', 'url', domains),
    field('x6g5ib8l', 'day', 'date', { min: '', max: '' }),
    field('m2r0cy4t', 'tags', 'select', { maxSelect: 2, values: ['news', 'draft', 'long'] }),
    field('q9w8np3e', 'meta', 'json', { maxSize: 2000000 }),
    field('z1k4hs7j', 'pictures', 'file', {
      mimeTypes: null,
      thumbs: ['100x100'],
      maxSelect: 5,
      maxSize: 5242880,
      protected: false,
    }),
    field('f5l2gx0u', 'author', 'relation', {
      collectionId: usersCollection.id,
      cascadeDelete: false,
      minSelect: null,
      maxSelect: 1,
      displayFields: null,
    }),
  ],
  indexes: ['CREATE INDEX `idx_posts_day` ON `posts` (`day`)'],
  ...noRules,
  listRule: '',
  viewRule: '',
  options: {},
};

export const statsCollection = {
  ...head('w3v9d1k7q5s2a8x', 'post_stats', 'view'),
  schema: [
    field('a7m1o4yz', 'title', 'text', textOptions, true),
    field('e2x8t6rb', 'words', 'json', { maxSize: 1 }),
  ],
  indexes: [],
  ...noRules,
  options: { query: 'SELECT id, title, length(body) AS words FROM posts' },
};

export const collections = [usersCollection, postsCollection, statsCollection];

/** Returns a list response with `items` as a single page. */
export function listOf<T>(items: T[], perPage = 30) {
  return { page: 1, perPage, totalItems: items.length, totalPages: items.length > 0 ? 1 : 0, items };
}

export const user = {
  id: '4q1xlclmfloku33',
  collectionId: usersCollection.id,
  collectionName: 'users',
  created,
  updated,
  username: 'users75657',
  email: 'ada@example.com',
  emailVisibility: false,
  verified: true,
  name: 'Ada Lovelace',
  avatar: '',
};

export const post = {
  id: 'al1h9ijdeojtsjy',
  collectionId: postsCollection.id,
  collectionName: 'posts',
  created,
  updated,
  title: 'The first program',
  body: '<p>It computes <strong>Bernoulli numbers</strong>.</p>',
  views: 42.5,
  published: true,
  contact: 'ada@example.com',
  source: 'https://example.com/notes',
  day: '2026-11-21 00:00:00.000Z',
  tags: ['news', 'long'],
  meta: { seen: [1, 2] },
  pictures: ['engine_28Dq1pm6vP.png', 'notes_k3Xw0aZq9L.pdf'],
  author: user.id,
};

/** A record with only the required field. */
export const emptyPost = {
  ...post,
  id: 'imy661ixudk5izi',
  title: 'Untitled',
  body: '',
  views: 0,
  published: false,
  contact: '',
  source: '',
  day: '',
  tags: [],
  meta: null,
  pictures: [],
  author: '',
};

export const statsRow = {
  id: post.id,
  collectionId: statsCollection.id,
  collectionName: 'post_stats',
  title: post.title,
  words: 55,
};

export const admin = { id: 'b4g1j35fc1tanin', created, updated, avatar: 2, email: 'root@example.com' };

/** Returns a token with real claims and a false signature. */
export function tokenOf(claims: object): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.c2lnbmF0dXJl`;
}

/** Returns an admin's token that expires at `expiresAt`, in seconds since 1970 (default: 2100). */
export const adminToken = (expiresAt = 4102444800) =>
  tokenOf({ exp: expiresAt, id: admin.id, type: 'admin' });

const s3 = {
  enabled: false,
  bucket: '',
  region: '',
  endpoint: '',
  accessKey: '',
  secret: '',
  forcePathStyle: false,
};
const template = (subject: string, path: string) => ({
  body: '<p>Hello,</p>\n<p><a class="btn" href="{ACTION_URL}" target="_blank" rel="noopener">Continue</a></p>',
  subject,
  actionUrl: `{APP_URL}/_/#/auth/${path}/{TOKEN}`,
  hidden: false,
});
const token = (duration: number) => ({ secret: '******', duration });
const provider = {
  enabled: false,
  clientId: '',
  clientSecret: '',
  authUrl: '',
  tokenUrl: '',
  userApiUrl: '',
  displayName: '',
  pkce: null,
};

/** The settings of a fresh server, with two of its 25 providers; secrets are masked. */
export const settings = {
  meta: {
    appName: 'Acme',
    appUrl: 'http://localhost:8090',
    hideControls: false,
    senderName: 'Support',
    senderAddress: 'support@example.com',
    verificationTemplate: template('Verify your {APP_NAME} email', 'confirm-verification'),
    resetPasswordTemplate: template('Reset your {APP_NAME} password', 'confirm-password-reset'),
    confirmEmailChangeTemplate: template('Confirm your {APP_NAME} new email address', 'confirm-email-change'),
  },
  logs: { maxDays: 5, minLevel: 0, logIp: true },
  smtp: {
    enabled: false,
    host: 'smtp.example.com',
    port: 587,
    username: '',
    password: '',
    authMethod: '',
    tls: false,
    localName: '',
  },
  s3,
  backups: { cron: '', cronMaxKeep: 3, s3 },
  adminAuthToken: token(1209600),
  adminPasswordResetToken: token(1800),
  adminFileToken: token(120),
  recordAuthToken: token(1209600),
  recordPasswordResetToken: token(1800),
  recordEmailChangeToken: token(1800),
  recordVerificationToken: token(604800),
  recordFileToken: token(120),
  emailAuth: { enabled: false, exceptDomains: null, onlyDomains: null, minPasswordLength: 0 },
  googleAuth: provider,
  oidcAuth: provider,
};

/** The thumbnails of a table without files. */
export const noFiles = {
  state: { fileToken: '' },
  thumbAddress: () => undefined,
  renewToken: async () => {},
};
