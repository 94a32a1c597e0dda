// The records with the eyes of a person, compared with what the person really gets after a sign-in.
import { type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addField, fieldRow } from '../support/collectionWalk';
import { box, button, gone, make } from '../support/editorWalk';
import { authOptions, connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import {
  askServer,
  atHash,
  checkPicture,
  eventually,
  hasFocus,
  signedInPage,
  tabTo,
  visit,
  walk,
} from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  let ines = '';
  let olga = '';
  const password = '1234567890';
  const rule = 'customer = @request.auth.id || customer.company = @request.auth.company && status != "draft"';

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const companies = await createCollection({
      name: 'companies',
      schema: [field('text', 'name', {}, true)],
    });
    const customers = await createCollection({
      name: 'customers',
      type: 'auth',
      schema: [
        field('text', 'name', {}, true),
        field('relation', 'company', { collectionId: companies.id, maxSelect: 1 }),
      ],
      options: authOptions,
    });
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('select', 'status', { maxSelect: 1, values: ['paid', 'draft', 'packed'] }),
        field('bool', 'isPaid'),
        field('file', 'label', { maxSelect: 1, maxSize: 1000 }),
      ],
      listRule: rule,
      viewRule: '',
      createRule: '@request.auth.id != "" && customer = @request.auth.id',
      updateRule:
        '@request.auth.company = customer.company && isPaid = false && @request.data.customer:isset = false',
      deleteRule: null,
    });
    await createCollection({
      name: 'members',
      type: 'auth',
      viewRule: '@request.auth.id != ""',
      updateRule: 'id = @request.auth.id',
      options: { ...authOptions, manageRule: '@request.auth.collectionName = "customers"' },
    });
    await createCollection({ name: 'notes', schema: [field('text', 'text')], listRule: '' });
    await createCollection({ name: 'secrets', schema: [field('text', 'text')], listRule: null });
    await createCollection({
      name: 'tokens',
      schema: [field('text', 'text')],
      listRule: '@request.query.key = text && @request.headers.x_key = "k"',
    });
    await createCollection({
      name: 'headers',
      schema: [field('text', 'text')],
      listRule: '@request.headers.authorization != ""',
    });
    const company = async (name: string) => (await make(backend, 'companies', { name })).id;
    const elm = await company('Elm Street');
    const pier = await company('North Pier');
    const account = async (name: string, at: string | null) =>
      (
        await make(backend, 'customers', {
          username: name.split(' ')[0]?.toLowerCase(),
          name,
          company: at ?? '',
          password,
          passwordConfirm: password,
        })
      ).id;
    ines = await account('Ines Moreau', elm);
    olga = await account('Olga Lind', elm);
    const tomasz = await account('Tomasz Zielinski', pier);
    const stray = await account('Hannah Weiss', null);
    const owners = [ines, olga, tomasz, stray, tomasz, ''];
    for (let at = 0; at < 48; at += 1) {
      await make(backend, 'orders', {
        summary: `Order ${String(at).padStart(2, '0')}`,
        customer: owners[at % owners.length],
        status: ['paid', 'draft', 'packed', 'paid', 'packed'][at % 5],
        isPaid: at % 2 === 0,
      });
    }
    for (const text of ['abc', 'def']) {
      await make(backend, 'tokens', { text });
      await make(backend, 'notes', { text });
      await make(backend, 'secrets', { text });
      await make(backend, 'headers', { text });
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const table = (page: Page, name = 'orders') => page.getByRole('grid', { name: `Records of ${name}` });
  const bar = (page: Page) => page.getByRole('region', { name: 'See as' });
  const row = (page: Page, text: string) => table(page).locator('tr[data-index]').filter({ hasText: text });
  const why = (page: Page, text: string) => row(page, text).locator('[aria-haspopup="dialog"]');
  const menuButton = (page: Page) => page.locator('search').getByRole('button', { name: 'See as' });
  const shownTo = async (token: string, query = '') => {
    const { json } = await askServer(backend, `collections/orders/records?perPage=100&${query}`, { token });
    return (json.items as { summary: string }[]).map(({ summary }) => summary).sort();
  };
  const signInAs = async (identity: string) =>
    (
      await askServer(backend, 'collections/customers/auth-with-password', {
        method: 'POST',
        body: { identity, password },
        token: '',
      })
    ).json.token as string;
  const seenRows = (page: Page) =>
    table(page)
      .locator('tr[data-index]:not([data-faint])')
      .evaluateAll((rows) => rows.map((one) => /Order \d\d/.exec(one.textContent ?? '')?.[0] ?? '').sort());
  const choose = async (page: Page, name: string) => {
    await menuButton(page).click();
    await page.getByRole('menuitem', { name: 'Choose from customers...' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a person from customers' });
    await picker.getByText(name).click();
    await button(picker, 'Choose person').click();
    await gone(picker);
  };

  test('a person is chosen; rows, counts and reasons are those of the person', () =>
    walk(signedInPage(backend), async (opened) => {
      const { page } = opened;
      const writes: string[] = [];
      page.on('request', (call) => {
        if (call.url().includes('/api/') && call.method() !== 'GET') writes.push(call.url());
      });
      await page.getByRole('link', { name: 'orders' }).click();
      await row(page, 'Order 47').waitFor();
      await choose(page, 'Ines Moreau');
      await atHash(page, new RegExp(`as=customers%3A${ines}`));
      await bar(page).getByText('Ines Moreau').waitFor();
      const real = await shownTo(await signInAs('ines'));
      assert.ok(real.length > 5 && real.length < 30);
      await bar(page).getByText(`${real.length} of 48 in all`).waitFor();
      const firstPage = Array.from({ length: 40 }, (_, at) => `Order ${String(47 - at).padStart(2, '0')}`);
      const shown = real.filter((one) => firstPage.includes(one));
      await bar(page).getByText(`${shown.length} of the 40 rows shown`).waitFor();
      // Only the rows near the viewport are in the document.
      const drawn = await table(page).locator('tr[data-index]').count();
      await eventually(
        () => seenRows(page),
        shown.filter((one) => firstPage.slice(0, drawn).includes(one)),
      );

      await eventually(() => why(page, 'Order 42').innerText(), 'Shown:\ncustomer is this person');
      await eventually(() => why(page, 'Order 47').innerText(), 'Hidden:\ncustomer.company is empty');
      await eventually(() => why(page, 'Order 45').innerText(), 'Hidden:\ncustomer.company is empty');
      await eventually(() => why(page, 'Order 43').innerText(), 'Shown:\ncustomer.company is Elm Street');
      await eventually(() => why(page, 'Order 31').innerText(), 'Hidden:\nstatus is draft');
      await checkPicture(opened, 'see-as');

      await why(page, 'Order 31').click();
      const reason = page.getByRole('dialog', { name: 'Hidden from Ines Moreau' });
      await reason.getByText('One of these would be enough').waitFor();
      await reason.getByText('customer is Olga Lind, the person is Ines Moreau').waitFor();
      await reason.getByText('customer.company is Elm Street, the person has Elm Street').waitFor();
      await reason.getByText('status is draft').waitFor();
      await checkPicture(opened, 'see-as-why');
      await page.keyboard.press('Escape');
      await gone(reason);
      await eventually(() => hasFocus(why(page, 'Order 31')), true);

      await button(bar(page), 'Hidden').click();
      await atHash(page, /asOnly=1/);
      await eventually(() => seenRows(page), real);
      await page.getByText(`Total found: ${real.length}`).waitFor();
      assert.equal(writes, [], 'only reads are sent');

      await page.reload();
      await eventually(() => seenRows(page), real);
      await button(bar(page), 'Ines Moreau customers').click();
      await page.getByRole('menuitemradio', { name: 'Guest' }).click();
      await eventually(async () => seenRows(page), await shownTo(''));
      await page.getByRole('link', { name: 'secrets' }).click();
      await page.getByText('No records are shown.').waitFor();
      await bar(page).getByText('Admins only: a guest gets 403.').waitFor();
      await checkPicture(opened, 'see-as-none');
      await page.getByRole('link', { name: 'notes' }).click();
      await eventually(() => table(page, 'notes').locator('tr[data-index]').count(), 2);
      for (let back = 0; back < 3; back += 1) await page.goBack();
      await eventually(() => seenRows(page), real);
      await page.goBack();
      await page.getByText('Total found: 48').waitFor();
      await gone(bar(page));
    }));

  test('a guest, a search, Load more, and another collection', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      await menuButton(page).click();
      await page.getByRole('menuitemradio', { name: 'Guest' }).click();
      const real = await shownTo('');
      assert.ok(real.length > 0, 'guests pass where the customer is empty');
      await bar(page).getByText(`${real.length} of 48 in all`).waitFor();
      await eventually(() => why(page, 'Order 47').innerText(), 'Shown:\ncustomer is empty');
      await button(page, 'Load more').scrollIntoViewIfNeeded();
      await button(page, 'Load more').click();
      await bar(page).getByText(`${real.length} of the 48 rows shown`).waitFor();

      const counts: string[] = [];
      page.on('request', (call) => {
        const { searchParams } = new URL(call.url());
        if (searchParams.get('perPage') === '1' && searchParams.get('fields') === 'id')
          counts.push(call.url());
      });
      await box(page, 'Search').fill('status = "packed"');
      await page.keyboard.press('Enter');
      const found = await shownTo('', `filter=${encodeURIComponent('status = "packed"')}`);
      await bar(page).getByText(`${found.length} of the`).waitFor();
      await eventually(() => seenRows(page), found);
      await bar(page).getByText('in all').waitFor();
      assert.is(counts.length, 1, 'a search is judged once');
      await box(page, 'Search').fill('@collection.notes.text = "abc"');
      await page.keyboard.press('Enter');
      await bar(page).getByText('Only admins can search by @collection or @request.').waitFor();

      await page.getByRole('link', { name: 'notes' }).click();
      await bar(page).getByText('Public: everyone gets all rows.').waitFor();
      await page.getByRole('link', { name: 'secrets' }).click();
      await bar(page).getByText('Admins only: a guest gets 403.').waitFor();
      await page.getByRole('link', { name: 'headers' }).click();
      await bar(page).getByText('Not simulated: The rule reads the token of the person.').waitFor();
      assert.is(await table(page, 'headers').locator('[data-faint]').count(), 0);
      await visit(page, '#/collections?collectionId=orders&as=customers%3Anosuchaccount00');
      await bar(page).getByText('This account was deleted.').waitFor();
    }));

  test('the request of the person is what the rule reads', () =>
    walk(signedInPage(backend, '#/collections?collectionId=tokens&as=guest'), async (opened) => {
      const { page } = opened;
      const real = async (query: string, headers: Record<string, string>) => {
        const answer = await fetch(`${backend.url}/api/collections/tokens/records?${query}`, { headers });
        return ((await answer.json()) as { totalItems: number }).totalItems;
      };
      assert.is(await real('', {}), 0);
      assert.is(await real('key=abc', { 'X-Key': 'k' }), 1);
      await bar(page).getByText('0 of the 2 rows shown').waitFor();
      await button(bar(page), 'Request').click();
      const popup = page.getByRole('dialog', { name: 'Request of the person' });
      await box(popup, 'Query').fill('key');
      await button(popup, 'Use this request').click();
      await popup.getByText('Write name=value instead of "key".').waitFor();
      await box(popup, 'Query').fill('key=abc');
      await box(popup, 'Headers').fill('X-Key=k');
      await checkPicture(opened, 'see-as-request');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').getByText('You have unsaved changes.').waitFor();
      await button(page.getByRole('alertdialog'), 'No').click();
      await button(popup, 'Use this request').click();
      await bar(page).getByText('1 of the 2 rows shown').waitFor();
    }));

  test('the access to a record is what the person really gets', () =>
    walk(
      signedInPage(backend, `#/collections?collectionId=orders&as=customers%3A${ines}`),
      async (opened) => {
        const { page } = opened;
        const token = await signInAs('ines');
        const { json } = await askServer(
          backend,
          `collections/orders/records?filter=${encodeURIComponent('summary = "Order 43"')}`,
        );
        const [{ id, ...fields }] = json.items;
        const path = `collections/orders/records/${id}`;
        const real = async (method: string, body?: object) => {
          const at = method === 'POST' ? 'collections/orders/records' : path;
          const { status, json: answer } = await askServer(backend, at, {
            method,
            token,
            ...(body && { body }),
          });
          return `${status} ${answer?.message ?? ''}`;
        };
        await why(page, 'Order 43').click();
        await button(page.getByRole('dialog', { name: 'Shown to Ines Moreau' }), 'All actions').click();
        const panel = page.getByRole('dialog', { name: `Access to ${id}` });
        const act = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name} ?[A-Z]`) });
        const shown = async (name: string) => (await act(name).innerText()).replace(/\s+/g, ' ');

        await eventually(() => shown('List'), 'List Allowed');
        await eventually(() => shown('View'), 'View Everyone');
        await eventually(() => shown('Update'), 'Update Allowed');
        await eventually(() => shown('Delete'), 'Delete Refused');
        await eventually(() => shown('Create one like it'), 'Create one like it Refused');
        await eventually(() => shown('Download files'), 'Download files Everyone');
        await act('Create one like it').click();
        await panel.getByText('customer is Olga Lind, the person is Ines Moreau').waitFor();
        await panel
          .getByText(`The person gets ${await real('POST', { ...fields, label: undefined })}`)
          .waitFor();
        await act('Delete').click();
        await panel.getByText(`The person gets ${await real('DELETE')}`).waitFor();
        await checkPicture(opened, 'record-access');
        assert.match(await real('PATCH', { status: 'packed' }), /^200/);

        await button(panel, 'Request').click();
        const popup = page.getByRole('dialog', { name: 'Request of the person' });
        await box(popup, 'Body').fill('{ "customer": ');
        await button(popup, 'Use this request').click();
        await popup.getByText('Write a JSON object, such as { "title": "New" }.').waitFor();
        await box(popup, 'Body').fill(JSON.stringify({ customer: ines }));
        await button(popup, 'Use this request').click();
        await eventually(() => shown('Update'), 'Update Refused');
        await act('Update').click();
        await panel.getByText(`The person gets ${await real('PATCH', { customer: ines })}`).waitFor();
        await eventually(() => shown('Create one like it'), 'Create one like it Allowed');

        await panel.getByRole('button', { name: 'Ines Moreau customers' }).click();
        await page.getByRole('menuitemradio', { name: 'Guest' }).click();
        await eventually(() => shown('List'), 'List Refused');
        await eventually(() => shown('View'), 'View Everyone');
        await page.keyboard.press('Escape');
        await gone(panel);
        await bar(page).getByText('Ines Moreau').waitFor();

        await row(page, 'Order 42').getByText('Order 42').click();
        const editor = page.getByRole('dialog', { name: /orders record/ });
        await editor.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Access...' }).click();
        await page
          .getByRole('dialog', { name: /^Access to / })
          .getByText('Allowed')
          .first()
          .waitFor();
      },
    ));

  test('a manage rule gives nothing but an e-mail where the update rule refuses', async () => {
    const email = 'mira@example.net';
    const { id } = await make(backend, 'members', { email, password, passwordConfirm: password });
    await walk(
      signedInPage(backend, `#/collections?collectionId=members&as=customers%3A${ines}&recordId=${id}`),
      async (opened) => {
        const { page } = opened;
        const editor = page.getByRole('dialog', { name: /members record/ });
        await editor.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Access...' }).click();
        const panel = page.getByRole('dialog', { name: `Access to ${id}` });
        const act = (name: string) => panel.getByRole('button', { name: new RegExp(`^${name} ?[A-Z]`) });
        await eventually(async () => /Refused/.test(await act('Update').innerText()), true);
        await eventually(async () => /Allowed/.test(await act('Manage').innerText()), true);
        await act('Manage').click();
        await panel
          .getByText('The rule lets it pass, but Update is refused: the person may only see a hidden e-mail.')
          .waitFor();
        await checkPicture(opened, 'record-access-manage');
        const token = await signInAs('ines');
        const path = `collections/members/records/${id}`;
        assert.is((await askServer(backend, path, { token })).json.email, email);
        const body = { email: 'ines@example.net' };
        assert.is((await askServer(backend, path, { method: 'PATCH', body, token })).status, 404);
        assert.is((await askServer(backend, path, { token: '' })).status, 404);
      },
    );
  });

  test('a trial names fields that are not saved yet', () =>
    walk(signedInPage(backend, '#/collections?collectionId=customers'), async (opened) => {
      const { page } = opened;
      await button(page, 'Edit collection').click();
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await fieldRow(panel, 'company').waitFor();
      await addField(panel, 'Plain text', 'tier');
      await panel.getByRole('tab', { name: 'API Rules' }).click();
      await button(panel, 'Try the rules').click();
      for (const [place, text, said] of [
        ['listRule', 'tier = "gold"', 'Save the new fields first.'],
        // The server takes it for empty: all customers would be found.
        ['viewRule', '@request.auth.tier != "gold"', 'Save the new fields first.'],
        ['createRule', '@request.auth.tier = "gold"', 'Save the new fields first.'],
        ['deleteRule', '@request.auth.nope != "gold"', 'Finds 4 of 4 records.'],
      ] as const) {
        const rule = panel.locator(`[data-place="${place}"]`);
        await rule.getByRole('button', { name: /custom rule/ }).click();
        await rule.getByRole('textbox').fill(text);
        await eventually(() => rule.getByRole('status').first().innerText(), said);
      }
      await checkPicture(opened, 'rules-try-unsaved');
      await page.keyboard.press('Escape');
      await button(page.getByRole('alertdialog'), 'Yes').click();
      await gone(panel);
    }));

  test('rules are tried while they are typed', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async (opened) => {
      const { page } = opened;
      const sent: string[] = [];
      page.on('request', (call) => {
        if (call.method() !== 'GET') sent.push(call.url());
      });
      await button(page, 'Edit collection').click();
      const panel = page.getByRole('dialog', { name: 'Edit collection' });
      await panel.getByRole('tab', { name: 'API Rules' }).click();
      await button(panel, 'Try the rules').click();
      const tryBar = panel.getByRole('region', { name: 'Try the rules' });
      await tryBar.getByText('Guest').waitFor();
      const line = (label: string) =>
        panel
          .locator('[data-place]')
          .filter({ has: page.getByText(label, { exact: true }) })
          .getByRole('status')
          .first();
      await eventually(
        () => line('List/Search rule').innerText(),
        `Finds ${(await shownTo('')).length} of 48 records.`,
      );
      await eventually(() => line('View rule').innerText(), 'Public: everyone, guests too, may view orders.');
      // A guest's company is empty, as that of some customers: guests really change these orders.
      const { json: all } = await askServer(backend, 'collections/orders/records?perPage=100&fields=id');
      let changed = 0;
      for (const { id } of all.items as { id: string }[]) {
        const path = `collections/orders/records/${id}`;
        const { status } = await askServer(backend, path, { method: 'PATCH', body: {}, token: '' });
        if (status === 200) changed += 1;
      }
      assert.ok(changed > 0 && changed < 48);
      await eventually(
        () => line('Update rule').innerText(),
        `With an empty body: ${changed} of 48 records.`,
      );
      await eventually(() => line('Delete rule').innerText(), 'Admins only: the person gets 403.');

      await tryBar.getByRole('button', { name: 'Guest' }).click();
      await page.getByRole('menuitem', { name: 'Choose from customers...' }).click();
      const picker = page.getByRole('dialog', { name: 'Choose a person from customers' });
      await picker.getByText('Ines Moreau').click();
      await button(picker, 'Choose person').click();
      const stored = (await shownTo(await signInAs('ines'))).length;
      await eventually(() => line('List/Search rule').innerText(), `Finds ${stored} of 48 records.`);

      const create = (token: string, body: object) =>
        askServer(backend, 'collections/orders/records', { method: 'POST', body, token });
      assert.is((await create(await signInAs('ines'), {})).status, 400);
      await eventually(() => line('Create rule').innerText(), 'With an empty body: refused.');
      await button(tryBar, 'Request').click();
      const request = page.getByRole('dialog', { name: 'Request' });
      await box(request, 'Body').fill(JSON.stringify({ customer: ines, summary: 'Made by Ines' }));
      await button(request, 'Use this request').click();
      await gone(request);
      await eventually(
        () => line('Create rule').innerText(),
        'With the body of the request: allowed. The server still checks the fields.',
      );
      const made = await create(await signInAs('ines'), { customer: ines, summary: 'Made by Ines' });
      assert.is(made.status, 200);
      await askServer(backend, `collections/orders/records/${made.json.id}`, { method: 'DELETE' });
      const createInput = panel.locator('[data-place="createRule"]').getByRole('textbox');
      await createInput.fill('summary ~ "Olga"');
      await eventually(
        () => line('Create rule').innerText(),
        'With the body of the request: refused. As stored: allowed.',
      );
      await button(tryBar, 'Request').click();
      await box(request, 'Body').fill('');
      await button(request, 'Use this request').click();
      await gone(request);

      const input = panel.locator('[data-place="listRule"]').getByRole('textbox');
      await input.fill('customer = @request.auth.id');
      const { json } = await askServer(
        backend,
        `collections/orders/records?filter=${encodeURIComponent(`customer = "${ines}"`)}`,
      );
      await eventually(
        () => line('List/Search rule').innerText(),
        `Finds ${json.totalItems} of 48 records. As stored: ${stored}.`,
      );
      await panel.getByText(`Guests may list 8 records: those whose customer is empty.`).waitFor();
      const mine = new Set((json.items as { summary: string }[]).map(({ summary }) => summary));
      const lost = (await shownTo(await signInAs('ines'))).filter((summary) => !mine.has(summary));
      await button(panel, `Show ${stored - json.totalItems} fewer`).click();
      const difference = panel.getByText(/^Only the stored rule finds /);
      const told = await difference.innerText();
      assert.equal(told.slice('Only the stored rule finds '.length, -1).split(', ').sort(), lost.sort());
      await gone(panel.getByText(/^Only the new rule finds /));
      const links = await difference.getByRole('link').all();
      assert.is(links.length, lost.length);
      for (const link of links) {
        const address = new URLSearchParams((await link.getAttribute('href'))?.split('?').at(-1));
        const path = `collections/orders/records/${address.get('recordId')}`;
        assert.is((await askServer(backend, path)).json.summary, await link.innerText());
        assert.is(await link.getAttribute('target'), '_blank', 'the rule that is typed stays');
      }
      await checkPicture(opened, 'rules-try');
      await input.fill('nope = 1');
      await eventually(
        () => line('List/Search rule').innerText(),
        'The server cannot run this rule. There is no field nope in orders.',
      );
      await button(tryBar, 'Stop trying').click();
      await gone(tryBar);
      assert.equal(sent, [], 'only reads are sent');
      await page.keyboard.press('Escape');
      await button(page.getByRole('alertdialog'), 'Yes').click();
      await gone(panel);
    }));

  test('the access and a trial by keys alone', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      await row(page, 'Order 42').waitFor();
      await tabTo(page, table(page).locator('td[tabindex="0"]'));
      await page.keyboard.press('Enter');
      const editor = page.getByRole('dialog', { name: /orders record/ });
      await tabTo(page, editor.getByRole('button', { name: 'More actions' }));
      await page.keyboard.press('Enter');
      await page.keyboard.press('A');
      await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'Access...' })), true);
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: /^Access to / });
      await panel.getByText('Everyone').first().waitFor();
      await tabTo(page, panel.getByRole('button', { name: /^List ?[A-Z]/ }));
      await page.keyboard.press('Enter');
      await panel.getByText('One of these').waitFor();
      await page.keyboard.press('ArrowDown');
      await eventually(() => hasFocus(panel.getByRole('button', { name: /^View ?[A-Z]/ })), true);
      await page.keyboard.press('Escape');
      await gone(panel);
      await eventually(() => hasFocus(editor.getByRole('button', { name: 'More actions' })), true);
      await page.keyboard.press('Escape');
      await gone(editor);

      await tabTo(page, button(page, 'Edit collection'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      const collection = page.getByRole('dialog', { name: 'Edit collection' });
      await tabTo(page, collection.getByRole('tab', { selected: true }));
      await page.keyboard.press('ArrowRight');
      await tabTo(page, button(collection, 'Try the rules'));
      await page.keyboard.press('Enter');
      const tryBar = collection.getByRole('region', { name: 'Try the rules' });
      await collection.getByText(/^Finds /).waitFor();
      await tabTo(page, button(tryBar, 'Stop trying'));
      await page.keyboard.press('Enter');
      await gone(tryBar);
      await eventually(() => hasFocus(button(collection, 'Try the rules')), true);
    }));

  test('by keys alone, and after the person is changed elsewhere', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      await row(page, 'Order 47').waitFor();
      await tabTo(page, menuButton(page));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page.getByRole('menuitemradio', { name: 'Guest' })), true);
      await page.keyboard.press('Enter');
      await why(page, 'Order 47').waitFor();
      await tabTo(page, row(page, 'Order 47').getByRole('rowheader'));
      while (!(await hasFocus(why(page, 'Order 47')))) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await eventually(() => hasFocus(why(page, 'Order 46')), true);
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Hidden from guests' }).waitFor();
      await page.keyboard.press('Escape');
      await eventually(() => hasFocus(why(page, 'Order 46')), true);
      await tabTo(page, button(bar(page), 'Stop See as guest'), 'Shift+Tab');
      await page.keyboard.press('Escape');
      await gone(bar(page));

      await visit(page, `#/collections?collectionId=orders&as=customers%3A${olga}`);
      const before = (await shownTo(await signInAs('olga'))).length;
      await bar(page).getByText(`${before} of 48 in all`).waitFor();
      await askServer(backend, `collections/customers/records/${olga}`, {
        method: 'PATCH',
        body: { company: '' },
      });
      const after = (await shownTo(await signInAs('olga'))).length;
      assert.is.not(after, before);
      await button(page, 'Refresh').click();
      await bar(page).getByText(`${after} of 48 in all`).waitFor();
      const firstRows = await table(page).locator('tr[data-index]').allInnerTexts();
      const drawn = firstRows.map((text) => /Order \d\d/.exec(text)?.[0] ?? '');
      const real = await shownTo(await signInAs('olga'));
      await eventually(
        () => seenRows(page),
        real.filter((one) => drawn.includes(one)),
      );
    }));
}
