// Collections created, viewed, copied and deleted in their editor, as by a person.
// takes: 80 s
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { atRest } from '../support/browser';
import {
  acceptOffer,
  addField,
  changeElsewhere,
  choose,
  code,
  codeOf,
  collectionOf,
  confirming,
  draftsOf,
  editPanel,
  enterCode,
  fieldNames,
  fieldRow,
  makeCollection,
  makeEverything,
  nameIn,
  newPanel,
  openEditor,
  openNew,
  openOptions,
  recordsOf,
  savedToast,
  saveIn,
  storedNames,
  tabIn,
  typeCode,
} from '../support/collectionWalk';
import { answer, box, button, chooseInMenu, gone, make, question } from '../support/editorWalk';
import { field } from '../support/realBackend';
import { backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  shoot,
  signedInPage,
  tabTo,
  walk,
} from '../support/walk';

const programs = backends();
const newest = programs.at(-1);

if (newest) {
  let backend: TestBackend;
  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const start = () => signedInPage(backend, '#/collections');
  const showing = (name: string) => signedInPage(backend, recordsOf(name));
  const createdToast = (page: Page) => page.getByText('Successfully created collection.');
  const sidebarLink = (page: Page, name: string) =>
    page.getByRole('complementary', { name: 'Collections' }).getByRole('link', { name, exact: true });

  /** The new collection is the one that is shown. */
  async function isShown(page: Page, name: string): Promise<void> {
    await createdToast(page).waitFor();
    await gone(newPanel(page));
    const { id } = await collectionOf(backend, name);
    await atHash(page, recordsOf(id));
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await sidebarLink(page, name).waitFor();
  }

  test('creates a base collection with a field of every type as set', () =>
    walk(start(), async (opened) => {
      const { page } = opened;
      const panel = await openNew(page);
      assert.ok(await hasFocus(nameIn(panel)));
      await page.keyboard.type('My Ünïque things');
      assert.is(await nameIn(panel).inputValue(), 'My_Unique_things');
      await nameIn(panel).fill('things');
      await button(panel, 'New field').click();
      await checkPicture(opened, 'collection-new-field');
      await button(panel, 'New field').click();

      await addField(panel, 'Plain text', 'title');
      let row = await openOptions(panel, 'title');
      await box(row, 'Min length').fill('2');
      await box(row, 'Max length').fill('80');
      await box(row, 'Regex pattern').fill('^[A-Z]');
      await row.getByRole('switch', { name: 'Nonempty' }).check();
      await row.getByRole('switch', { name: 'Presentable' }).check();
      await checkPicture(opened, 'collection-options-text');

      await addField(panel, 'Rich editor', 'body');
      row = await openOptions(panel, 'body');
      await row.getByRole('switch', { name: 'Strip urls domain' }).check();
      await checkPicture(opened, 'collection-options-editor', { sizes: ['wide'] });

      await addField(panel, 'Number', 'price');
      row = await openOptions(panel, 'price');
      await box(row, 'Min').fill('-1');
      await box(row, 'Max').fill('99');
      await row.getByRole('switch', { name: 'No decimals' }).check();
      await row.getByRole('switch', { name: 'Nonzero' }).check();
      await checkPicture(opened, 'collection-options-number', { sizes: ['wide'] });

      await addField(panel, 'Bool', 'live');
      row = await openOptions(panel, 'live');
      await row.getByRole('switch', { name: 'Nonfalsey' }).check();
      await checkPicture(opened, 'collection-options-bool', { sizes: ['wide'] });

      await addField(panel, 'Email', 'contact');
      row = await openOptions(panel, 'contact');
      await box(row, 'Only domains').fill('example.com, example.org');
      assert.ok(await box(row, 'Except domains').isDisabled());
      await checkPicture(opened, 'collection-options-email');

      await addField(panel, 'URL', 'source');
      row = await openOptions(panel, 'source');
      await box(row, 'Except domains').fill('bad.example.com');

      await addField(panel, 'DateTime', 'day');
      row = await openOptions(panel, 'day');
      await box(row, 'Min date').fill('2026-01-02');
      await box(row, 'Max date').fill('2027-01-02 03:04:05');
      await checkPicture(opened, 'collection-options-date');

      row = await addField(panel, 'Select', 'mood');
      await box(row, 'Choices').fill('calm, wild\\, windy, odd');
      await choose(row, 'Values of mood', 'Multiple');
      row = await openOptions(panel, 'mood');
      await box(row, 'Max select').fill('2');
      await checkPicture(opened, 'collection-options-select');

      await addField(panel, 'JSON', 'meta');
      row = await openOptions(panel, 'meta');
      await box(row, 'Max size').fill('5000');
      await row.getByText('String value normalizations').click();
      await checkPicture(opened, 'collection-options-json');

      row = await addField(panel, 'File', 'pictures');
      await choose(row, 'Values of pictures', 'Multiple');
      row = await openOptions(panel, 'pictures');
      await button(row, 'Choose presets').click();
      await page.getByRole('menuitem', { name: /^Images/ }).click();
      await box(row, 'Thumb sizes').fill('100x100, 0x300');
      await box(row, 'Max size').fill('1000000');
      await box(row, 'Max select').fill('3');
      await row.getByRole('switch', { name: 'Protected' }).check();
      await checkPicture(opened, 'collection-options-file');

      row = await addField(panel, 'Relation', 'owners');
      await choose(row, 'Collection', 'users');
      await choose(row, 'Values of owners', 'Multiple');
      row = await openOptions(panel, 'owners');
      await box(row, 'Min select').fill('1');
      await box(row, 'Max select').fill('4');
      await choose(row, 'Cascade delete', 'True');
      await checkPicture(opened, 'collection-options-relation');

      await button(panel, 'Create').click();
      await isShown(page, 'things');
      assert.equal(await draftsOf(page), {});
      const { schema } = await collectionOf(backend, 'things');
      const sums = schema.map((one: Record<string, unknown>) => [
        one['name'],
        one['type'],
        one['required'],
        one['presentable'],
        one['options'],
      ]);
      assert.equal(sums, [
        ['title', 'text', true, true, { min: 2, max: 80, pattern: '^[A-Z]' }],
        ['body', 'editor', false, false, { convertUrls: true }],
        ['price', 'number', true, false, { min: -1, max: 99, noDecimal: true }],
        ['live', 'bool', true, false, {}],
        [
          ...['contact', 'email', false, false],
          { exceptDomains: null, onlyDomains: ['example.com', 'example.org'] },
        ],
        ['source', 'url', false, false, { exceptDomains: ['bad.example.com'], onlyDomains: null }],
        [
          ...['day', 'date', false, false],
          { min: '2026-01-02 00:00:00.000Z', max: '2027-01-02 03:04:05.000Z' },
        ],
        ['mood', 'select', false, false, { maxSelect: 2, values: ['calm', 'wild, windy', 'odd'] }],
        ['meta', 'json', false, false, { maxSize: 5000 }],
        [
          ...['pictures', 'file', false, false],
          {
            maxSelect: 3,
            maxSize: 1_000_000,
            mimeTypes: ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'],
            thumbs: ['100x100', '0x300'],
            protected: true,
          },
        ],
        [
          ...['owners', 'relation', false, false],
          {
            collectionId: '_pb_users_auth_',
            cascadeDelete: true,
            minSelect: 1,
            maxSelect: 4,
            displayFields: null,
          },
        ],
      ]);
    }));

  for (const { name: line, binary } of programs) {
    test(`creates an auth collection with its options, on ${line}`, async () => {
      const isNewest = binary === newest.binary;
      const server = isNewest ? backend : await startBackend(binary, { bundle: true });
      await walk(signedInPage(server, '#/collections'), async (opened) => {
        const { page } = opened;
        const panel = await openNew(page);
        await page.keyboard.type('members');
        await button(panel, 'Type: Base').click();
        await page.getByRole('menuitemradio', { name: 'Auth' }).click();
        await addField(panel, 'Plain text', 'nick');

        await tabIn(panel, 'API Rules').click();
        await panel.getByRole('button', { name: /^Manage rule/ }).click();
        await typeCode(code(panel, /^Manage rule/), 'id = @request.auth.id');

        await tabIn(panel, 'Options').click();
        await button(panel, 'Username/Password Enabled').click();
        await panel.getByRole('switch', { name: 'Enable' }).uncheck();
        await button(panel, 'Username/Password Disabled').click();
        await button(panel, 'Email/Password Enabled').click();
        await box(panel, 'Only domains').fill('example.com');
        await box(panel, 'Minimum password length').fill('4');
        await panel.getByRole('switch', { name: 'Always require email' }).check();
        await panel.getByRole('switch', { name: /unverified users/ }).check();
        if (isNewest) await checkPicture(opened, 'collection-auth-options');
        await tabIn(panel, 'Fields').click();
        await button(panel, 'Create').click();
        // The tab with the error opens, and its input has the focus.
        await eventually(() => hasFocus(box(panel, 'Minimum password length')), true);
        await panel.getByText('Must be a number from 5 to 72.').waitFor();
        await box(panel, 'Minimum password length').fill('12');
        await button(panel, 'Create').click();
        await createdToast(page).waitFor();
        await gone(newPanel(page));
        const { type, options, schema } = await collectionOf(server, 'members');
        assert.is(type, 'auth');
        assert.equal(
          schema.map((one: { name: string }) => one.name),
          ['nick'],
        );
        assert.equal(options, {
          allowEmailAuth: true,
          allowOAuth2Auth: true,
          allowUsernameAuth: false,
          exceptEmailDomains: null,
          manageRule: 'id = @request.auth.id',
          minPasswordLength: 12,
          onlyEmailDomains: ['example.com'],
          onlyVerified: true,
          requireEmail: true,
        });
      });
      if (!isNewest) await server.stop();
    });
  }

  test("creates a view with its query completed, and shows the server's error by the column's name", async () => {
    await makeCollection(backend, {
      name: 'sources',
      schema: [field('text', 'title'), field('number', 'amount')],
    });
    await make(backend, 'sources', { title: 'One', amount: 3 });
    await walk(start(), async (opened) => {
      const { page } = opened;
      const panel = await openNew(page);
      await page.keyboard.type('totals');
      await button(panel, 'Type: Base').click();
      await page.getByRole('menuitemradio', { name: 'View' }).click();
      const query = code(panel, 'Select query');
      for (const hint of [/Wildcards/, /ROW_NUMBER\(\) OVER\(\)/, /MAX\(balance\) as maxBalance/])
        await panel.getByText(hint).first().waitFor();
      await enterCode(query);
      await page.keyboard.type('SELECT id, amount as `1 2` FROM sou', { delay: 20 });
      await acceptOffer(page, 'sources');
      await eventually(() => codeOf(query), 'SELECT id, amount as `1 2` FROM sources');
      await button(panel, 'Create').click();
      await panel.getByText(/^1 2: /).waitFor();
      await checkPicture(opened, 'collection-query');
      assert.is(await collectionOf(backend, 'totals'), null);

      await typeCode(query, 'SELECT id, nowhere FROM sources');
      await gone(panel.getByText(/^1 2: /));
      await button(panel, 'Create').click();
      await panel
        .getByText(/nowhere/i)
        .last()
        .waitFor();
      await eventually(() => query.getAttribute('aria-invalid'), 'true');
      await typeCode(query, 'SELECT id, title, (amount * 2) as twice FROM sources');
      await button(panel, 'Create').click();
      await isShown(page, 'totals');
    });
    assert.is(
      (await collectionOf(backend, 'totals')).options.query,
      'SELECT id, title, (amount * 2) as twice FROM sources',
    );
    const { json } = await askServer(backend, 'collections/totals/records');
    assert.equal([json.items[0].title, json.items[0].twice], ['One', 6]);
  });

  test('duplicates a collection as stored; asks about unsaved changes', async () => {
    const original = await makeEverything(backend, 'originals');
    await walk(showing('originals'), async ({ page }) => {
      const panel = await openEditor(page);
      await nameIn(panel).fill('changed');
      await chooseInMenu(page, 'Duplicate');
      await answer(page, /unsaved changes/, false);
      assert.is(await nameIn(panel).inputValue(), 'changed');
      await chooseInMenu(page, 'Duplicate');
      await answer(page, /unsaved changes/, true);
      const copy = newPanel(page);
      await eventually(() => nameIn(copy).inputValue(), 'originals_duplicate');
      await button(copy, 'Create').click();
      await isShown(page, 'originals_duplicate');
      const stored = await collectionOf(backend, 'originals_duplicate');
      const plain = (schema: object[]) => schema.map((one) => ({ ...one, id: '' }));
      assert.equal(plain(stored.schema), plain((await collectionOf(backend, 'originals')).schema));
      assert.is(stored.listRule, 'live = true');
      assert.is(stored.indexes.length, 1);
      assert.match(stored.indexes[0], /ON `originals_duplicate` \(\s*`title`\s*\)/);
      assert.is.not(stored.indexes[0].includes('idx_originals_title'), true);
      assert.equal((await collectionOf(backend, 'originals')).indexes, original.indexes);

      await openEditor(page);
      await chooseInMenu(page, 'Duplicate');
      await eventually(() => nameIn(newPanel(page)).inputValue(), 'originals_duplicate_duplicate');
      assert.is(await question(page).count(), 0, 'nothing was unsaved');
    });
  });

  test('deletes a collection when its name is typed, but not while a view needs it', async () => {
    await makeCollection(backend, { name: 'doomed', schema: [field('text', 'title')] });
    await makeCollection(backend, {
      name: 'doomed_titles',
      type: 'view',
      options: { query: 'SELECT id, title FROM doomed' },
    });
    await walk(showing('doomed'), async (opened) => {
      const { page } = opened;
      const panel = await openEditor(page);
      await chooseInMenu(page, 'Delete');
      const popup = page.getByRole('dialog', { name: 'Delete collection' });
      await popup
        .getByText('Do you really want to delete collection "doomed" and all its records?')
        .waitFor();
      await popup.getByText(/No backup yet\./).waitFor();
      await popup.getByRole('link', { name: 'doomed_titles' }).waitFor();
      const typed = box(popup, 'Type doomed to confirm');
      assert.ok(await hasFocus(typed));
      await checkPicture(opened, 'collection-delete');
      await typed.fill('doome');
      assert.ok(await button(popup, 'Delete').isDisabled());
      await typed.fill('doomed');
      await button(popup, 'Delete').click();
      await page.getByText('Failed to delete collection due to existing dependency.').waitFor();
      await popup.waitFor();
      assert.ok(await collectionOf(backend, 'doomed'));
      await askServer(backend, 'collections/doomed_titles', { method: 'DELETE' });
      await button(popup, 'Delete').click();
      await gone(popup);
      await gone(panel);
      await page.getByText('Successfully deleted collection "doomed".').waitFor();
      assert.is(await collectionOf(backend, 'doomed'), null);
      await gone(sidebarLink(page, 'doomed'));
      await eventually(() => page.url().includes('doomed'), false);
    });
  });

  test('a system collection keeps its name and has no menu', async () => {
    const users = await collectionOf(backend, 'users');
    await makeCollection(backend, { name: 'sys_one', system: true, schema: [field('text', 'title')] });
    await walk(showing('sys_one'), async ({ page }) => {
      const panel = await openEditor(page);
      await panel.getByText('System collection').waitFor();
      assert.ok(await nameIn(panel).isDisabled());
      assert.is(await button(panel, 'More actions').count(), 0);
      await addField(panel, 'Bool', 'added');
      await button(panel, 'Save changes').click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'sys_one'), ['title', 'added']);
    });
    assert.equal(await collectionOf(backend, 'users'), users, 'nobody else is touched');
  });

  test('offers no editor where controls are hidden', async () => {
    await makeCollection(backend, { name: 'shut', schema: [field('text', 'title')] });
    const hide = async (hideControls: boolean) => {
      const { json } = await askServer(backend, 'settings');
      const body = { meta: { ...json.meta, hideControls } };
      await askServer(backend, 'settings', { method: 'PATCH', body });
    };
    await hide(true);
    try {
      await walk(showing('shut'), async ({ page }) => {
        await page.getByRole('heading', { level: 1, name: 'shut' }).waitFor();
        await sidebarLink(page, 'shut').waitFor();
        await button(page, 'API Preview').waitFor();
        // The settings may come after the collections.
        await gone(button(page, 'Edit collection'));
        await gone(button(page, 'New collection'));
      });
    } finally {
      await hide(false);
    }
  });

  test('makes a whole edit by keys alone, including the order of the fields', async () => {
    await makeCollection(backend, {
      name: 'keys',
      schema: [field('text', 'one'), field('text', 'two'), field('text', 'three')],
    });
    await walk(showing('keys'), async ({ page }) => {
      const { keyboard } = page;
      await tabTo(page, button(page, 'Edit collection'));
      await keyboard.press('Enter');
      const panel = editPanel(page);
      await nameIn(panel).waitFor();
      await tabTo(page, button(panel, 'Move three'));
      await keyboard.press('Space');
      await keyboard.press('ArrowUp');
      await keyboard.press('ArrowUp');
      await keyboard.press('Space');
      await eventually(() => fieldNames(panel), ['three', 'one', 'two']);
      assert.ok(await hasFocus(button(panel, 'Move three')), 'the focus stays on its grip');
      await tabTo(page, fieldRow(panel, 'one').getByRole('textbox', { name: 'Field name' }));
      await keyboard.press('ControlOrMeta+A');
      await keyboard.type('first');
      await tabTo(page, button(panel, 'Options of first'));
      await keyboard.press('Enter');
      await tabTo(page, fieldRow(panel, 'first').getByRole('switch', { name: 'Nonempty' }));
      await keyboard.press('Space');
      await tabTo(page, button(panel, 'New field'));
      await keyboard.press('Enter');
      await tabTo(page, button(panel, 'Number'));
      await keyboard.press('Enter');
      const added = panel.getByRole('textbox', { name: 'Field name' }).nth(3);
      await eventually(() => hasFocus(added), true);
      await keyboard.type('count');
      await keyboard.press('Control+s');
      await confirming(page).waitFor();
      assert.ok(await hasFocus(button(confirming(page), 'Cancel')));
      await tabTo(page, button(confirming(page), 'Confirm'));
      await keyboard.press('Enter');
      await savedToast(page).waitFor();
      await gone(confirming(page));
      assert.is(await panel.count(), 1, 'Ctrl+S keeps the panel open');
      assert.ok(await button(panel, 'Save changes').isDisabled());
      assert.equal(await storedNames(backend, 'keys'), ['three', 'first', 'two', 'count']);
      const { schema } = await collectionOf(backend, 'keys');
      assert.is(schema[1].required, true);
      await tabTo(page, nameIn(panel), 'Shift+Tab');
      await keyboard.press('End');
      await keyboard.type('tone');
      await keyboard.press('Enter');
      await confirming(page).getByText('keystone').waitFor();
      await tabTo(page, button(confirming(page), 'Confirm'));
      await keyboard.press('Enter');
      await gone(panel);
      assert.equal(await storedNames(backend, 'keystone'), ['three', 'first', 'two', 'count']);
      await page.getByRole('heading', { level: 1, name: 'keystone' }).waitFor();
    });
  });

  test('keeps a wrong value, shows the error at its place, and marks the tab', async () => {
    await makeCollection(backend, { name: 'wrongs', schema: [field('text', 'title')] });
    await walk(showing('wrongs'), async ({ page }) => {
      const panel = await openEditor(page);
      await addField(panel, 'Plain text', 'created');
      await tabIn(panel, 'API Rules').click();
      await saveIn(panel).click();
      const name = fieldRow(panel, 'created').getByRole('textbox', { name: 'Field name' });
      await eventually(() => name.getAttribute('aria-invalid'), 'true');
      await eventually(() => hasFocus(name), true);
      const reason = fieldRow(panel, 'created').getByText('The system uses this name.');
      await eventually(async () => {
        const [input, text] = [await name.boundingBox(), await reason.boundingBox()];
        return input !== null && text !== null && text.width > 50 && text.y >= input.y + input.height;
      }, true);
      await panel.getByText('1 field needs attention').waitFor();
      await eventually(() => tabIn(panel, 'Fields').getAttribute('data-tooltip'), 'Has errors');
      assert.equal(await storedNames(backend, 'wrongs'), ['title']);
      await name.fill('subtitle');
      await eventually(() => tabIn(panel, 'Fields').getAttribute('data-tooltip'), null);
      await nameIn(panel).fill('users');
      await tabIn(panel, 'API Rules').click();
      await saveIn(panel).click();
      await eventually(() => hasFocus(nameIn(panel)), true, 'the name that is taken');
      await eventually(() => nameIn(panel).getAttribute('aria-invalid'), 'true');
      assert.equal(await storedNames(backend, 'wrongs'), ['title']);
      await nameIn(panel).fill('wrongs');
      await saveIn(panel).click();
      await gone(panel);
      assert.equal(await storedNames(backend, 'wrongs'), ['title', 'subtitle']);
    });
  });

  test('opens the options of a wrong one, shows the error at its input, and corrects it there', async () => {
    await makeCollection(backend, {
      name: 'limits',
      schema: [field('text', 'title'), field('number', 'rank')],
    });
    await walk(showing('limits'), async ({ page }) => {
      const panel = await openEditor(page);
      await box(await openOptions(panel, 'title'), 'Max length').fill('0');
      await button(panel, 'Options of title').click();
      await saveIn(panel).click();
      const max = box(fieldRow(panel, 'title'), 'Max length');
      await eventually(() => hasFocus(max), true);
      await panel.getByText(/^Must be a whole number from 1/).waitFor();
      await max.fill('30');
      await box(fieldRow(panel, 'title'), 'Regex pattern').fill('(');
      await button(panel, 'Options of title').click();
      await tabIn(panel, 'API Rules').click();
      await saveIn(panel).click();
      // Only the server finds this error.
      await eventually(() => hasFocus(box(fieldRow(panel, 'title'), 'Regex pattern')), true);
      await box(fieldRow(panel, 'title'), 'Regex pattern').fill('^a');
      await saveIn(panel).click();
      await gone(panel);
    });
    const { schema } = await collectionOf(backend, 'limits');
    assert.equal(schema[0].options, { min: null, max: 30, pattern: '^a' });
  });

  test('Ctrl+S stores a new collection and continues with it; it is shown when the panel closes', () =>
    walk(start(), async ({ page }) => {
      const panel = await openNew(page);
      await page.keyboard.type('onward');
      await addField(panel, 'Plain text', 'title');
      await page.keyboard.press('Control+s');
      const edited = editPanel(page);
      await edited.waitFor();
      assert.equal(await storedNames(backend, 'onward'), ['title']);
      await addField(edited, 'Bool', 'live');
      await page.keyboard.press('Control+s');
      await savedToast(page).waitFor();
      await page.keyboard.press('Escape');
      await gone(edited);
      assert.equal(await storedNames(backend, 'onward'), ['title', 'live']);
      await atHash(page, recordsOf((await collectionOf(backend, 'onward')).id));
      await page.getByRole('heading', { level: 1, name: 'onward' }).waitFor();
      assert.equal(await draftsOf(page), {});
    }));

  test('a new collection stored with Ctrl+S does not block another URL', () =>
    walk(showing('users'), async ({ page }) => {
      await page.evaluate(() => location.assign('#/logs'));
      await atHash(page, /#\/logs/);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'users' }).waitFor();
      await openNew(page);
      await page.keyboard.type('wayside');
      await addField(newPanel(page), 'Plain text', 'title');
      await page.keyboard.press('Control+s');
      await editPanel(page).waitFor();
      await page.goForward();
      await gone(editPanel(page));
      await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
      await atHash(page, /#\/logs/);
      await page.goBack();
      await atHash(page, recordsOf('users'));
    }));

  test('on a small screen the options of every field can be pressed', async () => {
    await makeEverything(backend, 'cramped');
    await changeElsewhere(backend, 'cramped', {
      schema: (await collectionOf(backend, 'cramped')).schema.map((one: object) => ({
        ...one,
        required: true,
        presentable: true,
      })),
    });
    for (const options of [
      { width: 390, height: 844, isTouch: true },
      { width: 320, height: 700, isTouch: false },
    ]) {
      await walk(signedInPage(backend, recordsOf('cramped'), options), async (opened) => {
        const { page } = opened;
        const panel = await openEditor(page);
        await atRest(page);
        const { width } = options;
        for (const name of await fieldNames(panel)) {
          const gear = button(panel, `Options of ${name}`);
          const box = await gear.boundingBox();
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${name} at ${width}: ${box?.x}`);
          const row = await gear.locator('xpath=..').boundingBox();
          assert.ok(row && row.height < 50, `${name} at ${width}: one line, not ${row?.height} px`);
          if (options.isTouch) await gear.tap();
          else await gear.click();
          await eventually(() => gear.getAttribute('aria-expanded'), 'true', `${name} at ${width}`);
        }
        await button(panel, 'Options of friends').click();
        await shoot(page, `collection-rows-${width}`);
      });
    }
  });

  test('offers no option that a system field refuses', async () => {
    const schema = [
      { ...field('select', 'state', { values: ['a', 'b'], maxSelect: 1 }), system: true },
      field('select', 'mood', { values: ['a', 'b'], maxSelect: 1 }),
    ];
    await makeCollection(backend, { name: 'held', schema });
    const { schema: stored } = await collectionOf(backend, 'held');
    const refused = await askServer(backend, 'collections/held', {
      method: 'PATCH',
      body: { schema: [{ ...stored[0], required: true }, stored[1]] },
    });
    assert.is(refused.json.data.schema.code, 'validation_system_field_change');
    await walk(showing('held'), async (opened) => {
      const panel = await openEditor(opened.page);
      assert.is(await panel.getByRole('combobox', { name: 'Values of mood' }).count(), 1);
      assert.is(await panel.getByRole('combobox', { name: 'Values of state' }).count(), 0);
      const row = await openOptions(panel, 'state');
      await row.getByText('System fields cannot be changed.').waitFor();
      assert.equal([await row.getByRole('switch').count(), await button(row, 'Remove').count()], [0, 0]);
      await checkPicture(opened, 'collection-system-field');
      await button(row, 'Duplicate').click();
      await saveIn(panel).click();
      await gone(panel);
    });
    assert.equal(await storedNames(backend, 'held'), ['state', 'state_copy', 'mood']);
  });

  test('marks rules that give access to everyone, on their tab too', async () => {
    await makeCollection(backend, {
      name: 'opened',
      schema: [field('text', 'title')],
      listRule: '',
      viewRule: 'id != ""',
      deleteRule: '',
    });
    await walk(showing('opened'), async (opened) => {
      const { page } = opened;
      const panel = await openEditor(page);
      const tab = tabIn(panel, 'API Rules');
      await tab.and(page.getByRole('tab', { description: '2 public rules' })).click();
      await panel.getByText('Public: anyone').first().waitFor();
      assert.is(await panel.getByText('Public: anyone').count(), 2);
      const rule = panel.getByRole('textbox', { name: 'Delete rule', exact: true });
      await rule.and(page.getByRole('textbox', { description: /Public: anyone/ })).waitFor();
      await checkPicture(opened, 'collection-rules-public');
      await typeCode(panel.getByRole('textbox', { name: 'List/Search rule' }), 'id != ""');
      await tab.and(page.getByRole('tab', { description: '1 public rule' })).waitFor();
      await panel.getByText('1 unsaved change', { exact: true }).waitFor();
      await nameIn(panel).fill('opened_wide');
      await panel.getByText('2 unsaved changes', { exact: true }).waitFor();
      await checkPicture(opened, 'collection-unsaved');
      await nameIn(panel).fill('opened');
      await panel.getByRole('button', { name: /^Set Admins only ?: Delete rule$/ }).click();
      await eventually(() => tab.getAttribute('data-tooltip'), null);
      await saveIn(panel).click();
      await gone(panel);
    });
    const { listRule, deleteRule } = await collectionOf(backend, 'opened');
    assert.equal([listRule, deleteRule], ['id != ""', null]);
  });

  test('creates the collection of a relation on top, and chooses it', () =>
    walk(start(), async (opened) => {
      const { page } = opened;
      const first = await openNew(page);
      await page.keyboard.type('books');
      const row = await addField(first, 'Relation', 'author');
      await row.getByRole('combobox', { name: 'Collection' }).click();
      await button(page, 'New collection').last().click();
      await eventually(() => newPanel(page).count(), 2);
      const second = newPanel(page).last();
      await eventually(() => hasFocus(nameIn(second)), true);
      await page.keyboard.type('writers');
      await addField(second, 'Plain text', 'name');
      await checkPicture(opened, 'collection-on-top');
      await button(second, 'Create').click();
      await eventually(() => newPanel(page).count(), 1);
      await row.getByRole('combobox', { name: 'Collection' }).getByText('writers').waitFor();
      await button(first, 'Create').click();
      await isShown(page, 'books');
      const [author] = (await collectionOf(backend, 'books')).schema;
      assert.is(author.options.collectionId, (await collectionOf(backend, 'writers')).id);
    }));
}
