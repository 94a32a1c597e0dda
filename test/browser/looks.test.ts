// The looks of all pages but those of records: guests, logs, overview, settings, backups, and the collection editor.
import { type Locator, type Page, test } from '@playwright/test';
import {
  addField,
  changeElsewhere as changeCollection,
  code,
  makeCollection,
  makeEverything,
  nameIn,
  newPanel,
  openEditor,
  openNew,
  openOptions,
  removeField,
  renameField,
  saveIn,
  tabIn,
  typeCode,
} from '../support/collectionWalk';
import { addressOf, box, button, changeElsewhere, chooseInMenu, make, rowOf } from '../support/editorWalk';
import { addLogs, logRow, takeLogs } from '../support/logsOnServer';
import { type Look, look, refuse, says, sweep } from '../support/looks';
import { authOptions, field } from '../support/realBackend';
import { backends, type TestBackend } from '../support/server';
import { changeSettings, toggle } from '../support/settingsWalk';
import { askServer, eventually } from '../support/walk';

const newest = backends().at(-1);

const posts = addressOf('posts');
const ids = { one: 'postone00000001', two: 'posttwo00000001', ada: 'memberada000001' };
const admins = '#/settings/admins';
const mail = '#/settings/mail';
const imports = '#/settings/import-collections';
const inBackup = '#/backup?key=then.zip&collectionId=postsid00000001';

/** A token of a mail to a user or an admin, which the server refuses. */
const token = `e30.${Buffer.from('{"email":"ada@example.com","newEmail":"ada@example.org"}').toString('base64url')}.e30`;

async function seed(backend: TestBackend): Promise<void> {
  const members = await makeCollection(backend, {
    name: 'members',
    type: 'auth',
    schema: [field('text', 'role')],
    createRule: '',
    updateRule: 'id = @request.auth.id',
    options: { ...authOptions, manageRule: '@request.auth.role = "support"' },
  });
  const mine = 'author = @request.auth.id';
  await makeCollection(backend, {
    id: 'postsid00000001',
    name: 'posts',
    schema: [
      field('text', 'title', {}, true),
      field('relation', 'author', { collectionId: members.id }),
      field('number', 'views'),
      field('text', 'note'),
    ],
    indexes: ['CREATE INDEX `idx_posts` ON `posts` (`title`, `views`)'],
    ...{
      listRule: '',
      viewRule: '',
      createRule: '@request.auth.id != ""',
      updateRule: mine,
      deleteRule: mine,
    },
  });
  await makeCollection(backend, {
    name: 'notes',
    schema: [field('text', 'text', {}, true)],
    ...{ listRule: '@request.auth.role != "banned"', viewRule: null, createRule: '', deleteRule: '' },
  });
  await makeCollection(backend, {
    name: 'post_titles',
    type: 'view',
    options: { query: 'SELECT id, title FROM posts' },
    listRule: '@request.auth.id != ""',
  });
  await makeEverything(backend, 'everything');
  const password = '1234567890';
  await make(backend, 'members', {
    id: ids.ada,
    email: 'ada@example.com',
    password,
    passwordConfirm: password,
  });
  await make(backend, 'posts', { id: ids.one, title: 'One', author: ids.ada, views: 7 });
  await make(backend, 'posts', { id: ids.two, title: 'Two', author: ids.ada });
  await make(backend, 'posts', { title: 'Three', note: 'Same' });
  for (const text of ['a', 'b']) await make(backend, 'notes', { text });
  await askServer(backend, 'backups', { method: 'POST', body: { name: 'then.zip' } });
  await changeElsewhere(backend, 'posts', ids.one, { title: 'Changed since', views: 8 });
  await askServer(backend, `collections/posts/records/${ids.two}`, { method: 'DELETE' });
  const request = { type: 'request', status: 200, execTime: 1.2, auth: 'guest', userIp: '203.0.113.9' };
  const failed = { ...request, status: 500, error: 'It broke', details: { code: 'not_unique', at: [1, 2] } };
  await addLogs(backend, [
    ...Array.from({ length: 60 }, (_, at) =>
      logRow(at + 1, { message: `GET /api/number/${at}`, data: request }),
    ),
    logRow(61, { message: 'PATCH /api/orders/1', level: 8, data: failed }),
    logRow(62, { message: 'Mailer: retrying', level: 4, data: { attempt: 2, to: 'a@b.example' } }),
  ]);
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const tell = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const saveSettings = (page: Page) => button(page, 'Save changes').click();

async function enter(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await page.getByLabel(label, { exact: true }).or(box(page, label)).fill(text);
  await page.keyboard.press('Enter');
}

/** The server sends nobody there once it has an admin. */
async function openInstaller(page: Page, { url }: TestBackend): Promise<void> {
  await page.route('**/_/?installer', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${url}/_/` }) }),
  );
  await page.goto(`${url}/_/?installer#/`);
  await button(page, 'Create and login').waitFor();
}

/** Loads the page again while these calls fail. */
async function reloadRefused(page: Page, address: string, text: string): Promise<void> {
  await refuse(page, address);
  await page.reload();
  await tell(page, text);
}

async function openBackup(page: Page, name: string, text: string): Promise<void> {
  await rowOf(page, name).click();
  await page.getByRole('dialog').getByText(text).first().waitFor();
}

/** A collection in an export. */
interface Exported {
  readonly name: string;
  readonly schema: readonly { readonly name: string }[];
}

async function pasteText(page: Page, text: string): Promise<void> {
  await page
    .getByLabel('JSON file to load')
    .setInputFiles({ name: 'schema.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Without a collection and a field, and with another rule. */
const smaller = (all: readonly Exported[]) =>
  all
    .filter(({ name }) => name !== 'notes')
    .map((one) =>
      one.name === 'posts'
        ? { ...one, listRule: null, schema: one.schema.filter(({ name }) => name !== 'views') }
        : one,
    );

async function review(page: Page, backend: TestBackend): Promise<Locator> {
  const { items } = (await askServer(backend, 'collections?perPage=200')).json;
  await pasteText(page, JSON.stringify(smaller(items)));
  await button(page, 'Review').click();
  const popup = dialog(page, 'Side-by-side diff');
  await popup.getByText('2 records will be deleted.').waitFor();
  return popup;
}

async function restore(page: Page, name: string): Promise<void> {
  await button(page, `Restore ${name}`).click();
  await dialog(page, `Restore ${name}`).waitFor();
}

const guests: readonly Look[] = [
  look('sign-in', '#/login', { shows: 'SignInPage CentredPage' }, (page) => button(page, 'Login').waitFor()),
  look('sign-in-wrong', '#/login', async (page) => {
    await enter(page, { Email: 'ada@example.com', Password: 'wrong' });
    await page.getByRole('alert').getByText('Invalid login credentials.').waitFor();
  }),
  look(
    'sign-in-environment',
    '#/login',
    {
      stored: (url) => ({
        [`lowlineEnvironment@${url}/api/`]: JSON.stringify({
          name: 'Production',
          colour: 'red',
          locks: true,
          appName: '',
        }),
      }),
    },
    says('Production'),
  ),
  look('installer', '#/login', { shows: 'InstallerPage' }, async (page, backend) => {
    await openInstaller(page, backend);
    const data = { password: { code: 'validation_length', message: 'It is too short.' } };
    await page.route('**/api/admins', (route) => route.fulfill({ status: 400, json: { code: 400, data } }));
    await enter(page, { Email: 'ada@example.com', Password: '1234567890', 'Password confirm': '1234567890' });
    await tell(page, 'It is too short.');
  }),
  look(
    'installer-link',
    `#/pbinstall/${token}`,
    { shows: 'InstallerLinkPage', title: 'Installer' },
    async (page) => {
      await page.getByRole('alert').or(button(page, 'Create and login')).waitFor();
    },
  ),
  look('forgotten-password', '#/request-password-reset', { shows: 'ForgottenPasswordPage' }, (page) =>
    button(page, 'Send the link').waitFor(),
  ),
  look('forgotten-password-sent', '#/request-password-reset', async (page) => {
    await enter(page, { Email: 'nobody@example.com' });
    await tell(page, 'Check nobody@example.com for the link');
  }),
  look('new-password', `#/confirm-password-reset/${token}`, { shows: 'NewPasswordPage' }, async (page) => {
    await tell(page, 'For ada@example.com');
    await enter(page, { 'New password': '1234567890', 'New password confirm': '1234567890' });
    await page.getByRole('link', { name: 'Ask for a new link.' }).waitFor();
  }),
  look('not-found-guest', '#/nope', says('No page at #/nope.')),
  look(
    'password-reset',
    `#/auth/confirm-password-reset/${token}`,
    { shows: 'PasswordResetPage ConfirmationPage', title: 'Password reset' },
    async (page) => {
      await enter(page, { 'New password': '1234567890', 'New password confirm': '1234567890' });
      await tell(page, 'Invalid or expired token.');
    },
  ),
  look(
    'verification',
    `#/auth/confirm-verification/${token}`,
    { shows: 'VerificationPage', title: 'Email verification' },
    says('Invalid or expired verification token.'),
  ),
  look(
    'email-change',
    `#/auth/confirm-email-change/${token}`,
    { shows: 'EmailChangePage', title: 'Email change' },
    (page) => button(page, 'Confirm new email').waitFor(),
  ),
  look(
    'auth-completed',
    '#/auth/oauth2-redirect-success',
    { shows: 'OAuth2ResultPage', title: 'Auth', says: /Scripts may close only the windows/ },
    says('Auth completed.'),
  ),
];

const logs: readonly Look[] = [
  look('not-found', '#/nope', says('No page at #/nope.')),
  look('broken-screen', '#/nope', { says: /ERR_FAILED|dynamically imported module/ }, async (page) => {
    await page.route(/\/rules-\w+\.js/, (route) => route.abort());
    await page.evaluate(() => window.location.assign('#/settings/findings'));
    await tell(page, /could not be loaded|stopped working/);
  }),
  look('logs', '#/logs', { shows: 'LogsPage' }, async (page) => {
    await rowOf(page, 'Mailer: retrying').waitFor();
    await page.getByRole('img', { name: 'Total requests over time' }).waitFor();
  }),
  look('logs-menu', '#/logs', async (page) => {
    await rowOf(page, 'orders/1').locator('code').click({ button: 'right' });
    await page.getByRole('menuitem').first().waitFor();
  }),
  look('logs-levels', '#/logs', async (page) => {
    await toggle(page, 'By level').check();
    await page.getByRole('columnheader', { name: 'WARN' }).waitFor({ state: 'attached' });
  }),
  look('logs-held', '#/logs?filter=text&adminRequests=1', async (page) => {
    // More rows than a test could write.
    const items = [{ id: 'a', created: '', level: 0, message: '' }];
    await page.route(/\/api\/logs\?.*page=100001/, (route) =>
      route.fulfill({ json: { page: 100001, perPage: 1, totalItems: -1, items } }),
    );
    await page.reload();
    await tell(page, 'Search the text of all logs?');
  }),
  look('logs-failed', '#/logs', { says: /could not be counted/ }, (page) =>
    reloadRefused(page, '**/api/logs?**', 'The logs could not be loaded.'),
  ),
  look('log', '#/logs?logId=log000000000061', { shows: 'LogPanel' }, (page) =>
    dialog(page, 'Request log').getByText('not_unique').waitFor(),
  ),
  look('logs-settings', '#/logs', { shows: 'LogSettingsPopup' }, async (page) => {
    await button(page, 'Logs settings').click();
    await page.getByLabel('Max days retention').fill('');
    await enter(page, { 'Min log level': '101' });
    await tell(page, 'Must be a whole number from -100 to 100.');
  }),
];

const overview: readonly Look[] = [
  look('overview', '#/overview', { shows: 'OverviewPage' }, async (page) => {
    await tell(page, /or more$/);
    await page.getByRole('img', { name: /^Requests per hour/ }).waitFor();
    await page.getByText('+2').first().waitFor();
  }),
  look('overview-unused', '#/overview', async (page) => {
    const items: never[] = [];
    await page.route('**/api/logs**', (route) =>
      route.fulfill({
        json: route.request().url().includes('stats') ? [] : { page: 1, perPage: 1, totalItems: -1, items },
      }),
    );
    await page.route('**/records?**', (route) =>
      route.fulfill({ json: { page: 1, perPage: 1, totalItems: 0, items } }),
    );
    await page.reload();
    await tell(page, 'Connect your app');
  }),
  look('overview-failed', '#/overview', { says: /could not be/ }, (page) =>
    reloadRefused(page, '**/api/logs**', 'The logs could not be read.'),
  ),
];

const settings: readonly Look[] = [
  look('settings', '#/settings', { shows: 'ApplicationPage SettingsPage SettingsFormPage' }, async (page) => {
    await enter(page, { 'Application URL': ' ' });
    await tell(page, 'Cannot be blank.');
  }),
  look('settings-conflict', '#/settings', { shows: 'ConflictPopup' }, async (page, backend) => {
    await box(page, 'Application name').fill('Mine');
    await changeSettings(backend, { meta: { appName: `Theirs ${Date.now()}` } });
    await saveSettings(page);
    await dialog(page, 'Someone else changed these settings').waitFor();
  }),
  look('settings-failed', '#/settings/storage', { says: /The settings could not be read/ }, (page) =>
    reloadRefused(page, '**/api/settings?*', 'The settings could not be loaded.'),
  ),
  look('mail', mail, { shows: 'MailPage' }, async (page) => {
    await page.getByRole('button', { name: /^Verification/ }).click();
    await enter(page, { 'Action URL': '{APP_URL}/verify' });
    await tell(page, 'Required parameter {TOKEN} is missing.');
  }),
  look('mail-server', mail, async (page) => {
    await toggle(page, 'Use SMTP mail server (recommended)').check();
    await button(page, 'Show more options').click();
    await enter(page, { Port: 'no port' });
    await tell(page, 'Must be a whole number from 1 to 65535.');
  }),
  look('mail-test', mail, { shows: 'TestMailPopup' }, async (page) => {
    await button(page, 'Send test email').click();
    await dialog(page, 'Send test email').waitFor();
  }),
  look('storage', '#/settings/storage', { shows: 'StoragePage' }, async (page) => {
    await toggle(page, 'Use S3 storage').check();
    await saveSettings(page);
    await tell(page, 'Cannot be blank.');
  }),
  look('tokens', '#/settings/tokens', { shows: 'TokensPage' }, async (page) => {
    await button(page, 'Invalidate all previously issued tokens: Admins auth token').click();
    await tell(page, 'Will be invalidated on save.');
  }),
  look('providers', '#/settings/auth-providers', { shows: 'ProvidersPage' }, says('0 enabled')),
  look('provider', '#/settings/auth-providers', { shows: 'ProviderPanel' }, async (page) => {
    await button(page, 'OpenID Connect provider settings').click();
    await toggle(page, 'Enable').check();
    await enter(page, { 'Client ID': 'client', 'Auth URL': 'not an address' });
    await tell(page, 'Must be a valid URL.');
  }),
  look('provider-apple', '#/settings/auth-providers', { shows: 'AppleSecretPopup' }, async (page) => {
    await button(page, 'Apple provider settings').click();
    await button(page, 'Generate secret').click();
    await box(dialog(page, 'Generate Apple client secret'), 'Team ID').fill('TEAM');
    await page.keyboard.press('Enter');
    await tell(page, 'The length must be exactly 10.');
  }),
  look('admins', admins, { shows: 'AdminsPage' }, says('Total found: 1')),
  look('admin-new', admins, { shows: 'AdminPanel' }, async (page) => {
    await button(page, 'New admin').click();
    await button(page, 'Generate').click();
    await box(page, 'Secret').waitFor();
  }),
  look('admin', admins, async (page) => {
    await rowOf(page, 'admin@example.com').click();
    await toggle(page, 'Change password').click();
    await tell(page, 'A new password signs you out of all other devices.');
  }),
  look('export', '#/settings/export-collections', { shows: 'ExportPage' }, says('6 of 6 selected')),
  look('import', imports, { shows: 'CollectionImportPage' }, async (page) => {
    await pasteText(page, '[\n  { "id": "x" }\n]');
    await tell(page, /^Invalid collections configuration\. Line 2/);
  }),
  look('import-review', imports, { shows: 'ImportReviewPopup' }, review),
  look('import-confirm', imports, { shows: 'ConfirmImportPopup' }, async (page, backend) => {
    await button(await review(page, backend), 'Confirm and import').click();
    await dialog(page, 'Delete data and import').getByText('notes (2 records)').waitFor();
  }),
  look('import-newer', imports, async (page) => {
    const title = {
      id: 'text1234567',
      name: 'title',
      type: 'text',
      hidden: true,
      min: 0,
      max: 0,
      pattern: '',
    };
    await pasteText(
      page,
      JSON.stringify([{ id: 'pbc_1', name: 'newer', type: 'base', fields: [title], indexes: [] }]),
    );
    await button(page, 'Convert').click();
    await tell(page, /newer\.title: .*hidden/);
  }),
  look('api-rules', '#/settings/rules', { shows: 'ApiRulesPage' }, async (page) => {
    await tell(page, /Counted for guests at/);
    await page.getByRole('button', { name: /^notes, list rule/ }).focus();
    await page.getByRole('region', { name: 'Current rule' }).waitFor();
  }),
  look('findings', '#/settings/findings', { shows: 'FindingsPage' }, async (page) => {
    await tell(page, /^\d+ of \d+ checks passed\.$/);
    await page.getByRole('heading', { level: 3 }).getByRole('button').first().click();
  }),
  look('findings-accept', '#/settings/findings', async (page) => {
    await tell(page, /^\d+ of \d+ checks passed\.$/);
    await page.getByRole('listitem').getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Accept...' }).click();
    await dialog(page, 'Accept a finding').getByLabel('Note').fill('Only a test');
  }),
  look('findings-passed', '#/settings/findings', async (page) => {
    await page.getByRole('button', { name: /^Passed \d/ }).click();
    await tell(page, 'IP addresses are kept for at most');
  }),
];

const backups: readonly Look[] = [
  look('backups', '#/settings/backups', { shows: 'BackupsPage' }, async (page) => {
    await button(page, 'Restore then.zip').waitFor();
    await button(page, 'Backups options').click();
    await toggle(page, 'Enable auto backups').check();
    await enter(page, { 'Cron expression': '61 0 * * *' });
    await tell(page, 'The minute "61": must be from 0 to 59.');
  }),
  look('backup-new', '#/settings/backups', { shows: 'NewBackupPopup' }, async (page) => {
    await button(page, 'Initialize new backup').click();
    await enter(page, { 'Backup name': 'No Name' });
    await tell(page, /Use lowercase letters/);
  }),
  look('backup-restore', '#/settings/backups', { shows: 'RestorePopup' }, async (page) => {
    await restore(page, 'then.zip');
    await tell(page, 'Checked: this backup looks valid.');
  }),
  look('backup', '#/backup?key=then.zip', { shows: 'BackupPage' }, (page) => heading(page, 'Contents')),
  look('backup-records', inBackup, (page) => button(page, 'Changed 1').waitFor()),
  look('backup-compare', inBackup, { shows: 'BackupRecordPanel' }, (page) =>
    openBackup(page, ids.one, '2 of 2 fields'),
  ),
  look('backup-gone', inBackup, (page) => openBackup(page, ids.two, 'This record no longer exists.')),
  look('backup-reading', '#/settings/backups', async (page) => {
    await page.route(/then\.zip/, () => {});
    await page.getByRole('link', { name: 'Open then.zip' }).click();
    await tell(page, /^Reading /);
  }),
  look('backup-damaged', '#/settings/backups', async (page) => {
    await page
      .locator('input[aria-label="Backup to open"]')
      .setInputFiles({ name: 'cut.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
    await tell(page, 'This backup cannot be opened.');
  }),
];

const collections: readonly Look[] = [
  look('collection-new', posts, async (page) => {
    const panel = await openNew(page);
    await button(panel, 'New field').click();
    await panel.getByRole('group', { name: 'Type of the new field' }).waitFor();
  }),
  look('collection', addressOf('everything'), { shows: 'CollectionEditorPanel' }, async (page) => {
    const panel = await openEditor(page);
    for (const name of ['title', 'mood', 'pictures', 'friends']) await openOptions(panel, name);
  }),
  look('collection-options', addressOf('everything'), async (page) => {
    const panel = await openEditor(page);
    for (const name of ['body', 'price', 'contact', 'day', 'meta']) await openOptions(panel, name);
  }),
  look('collection-rules', posts, async (page) => {
    const panel = await openEditor(page);
    await tabIn(panel, 'API Rules').click();
    await button(panel, 'Show available fields').click();
    await typeCode(code(panel, 'Update rule'), 'nowhere = 1');
    await tabIn(panel, 'API Rules').focus();
    await saveIn(panel).click();
    await tell(page, /unknown field/);
  }),
  look('collection-rules-tried', posts, async (page) => {
    const panel = await openEditor(page);
    await tabIn(panel, 'API Rules').click();
    await button(panel, 'Try the rules').click();
    await panel
      .getByText(/^Finds \d of \d records/)
      .first()
      .waitFor();
  }),
  look('collection-auth', addressOf('members'), async (page) => {
    const panel = await openEditor(page);
    await tabIn(panel, 'Options').click();
    await button(panel, 'Email/Password Enabled').click();
    await box(panel, 'Only domains').fill('example.com');
  }),
  look('collection-query', addressOf('post_titles'), async (page) => {
    const panel = await openEditor(page);
    await typeCode(code(panel, /^Select query/), 'SELECT id, title as `1 2` FROM posts');
    await saveIn(panel).click();
    await tell(page, /^1 2: /);
  }),
  look('collection-conflict', posts, async (page, backend) => {
    const panel = await openEditor(page);
    await nameIn(panel).fill('mine');
    await changeCollection(backend, 'posts', { name: 'theirs' });
    await saveIn(panel).click();
    await dialog(page, 'Someone else changed this collection').waitFor();
    await changeCollection(backend, 'theirs', { name: 'posts' });
  }),
  look('collection-on-top', posts, async (page) => {
    const row = await addField(await openNew(page), 'Relation', 'author');
    await row.getByRole('combobox', { name: 'Collection' }).click();
    await button(page, 'New collection').last().click();
    await eventually(() => newPanel(page).count(), 2);
  }),
  look('collection-index', posts, { shows: 'IndexPopup' }, async (page) => {
    await button(await openEditor(page), 'New index').click();
    await button(dialog(page, 'Create index'), 'title').click();
  }),
  look('collection-changes', posts, { shows: 'ConfirmChangesPopup' }, async (page) => {
    const panel = await openEditor(page);
    await renameField(panel, 'note', 'remark');
    await removeField(panel, 'views');
    await saveIn(panel).click();
    await dialog(page, 'Confirm collection changes').getByText('An index uses a removed field:').waitFor();
  }),
  look('collection-delete', posts, { shows: 'DeleteCollectionPopup' }, async (page) => {
    await openEditor(page);
    await chooseInMenu(page, 'Delete');
    await dialog(page, 'Delete collection').getByRole('link', { name: 'post_titles' }).waitFor();
  }),
  look('api-docs', addressOf('members'), { shows: 'ApiDocsPanel DocsPage' }, async (page) => {
    await button(page, 'API Preview').click();
    await dialog(page, / API docs$/)
      .getByText('Filter syntax', { exact: true })
      .click();
  }),
  look('api-docs-update', addressOf('members'), async (page) => {
    await button(page, 'API Preview').click();
    await dialog(page, / API docs$/)
      .getByRole('tab', { name: 'Update', exact: true })
      .click();
    await page.getByRole('table', { name: 'Body parameters' }).waitFor();
  }),
];

if (newest) {
  const check = sweep(newest.binary, seed, { prepare: takeLogs });
  for (const state of guests) test(state.name, () => check({ isGuest: true, ...state }));
  for (const state of [...logs, ...overview, ...settings, ...backups, ...collections])
    test(state.name, () => check(state));
}
