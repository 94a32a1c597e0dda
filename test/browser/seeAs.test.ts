// The records with the eyes of a person, compared with what the person really gets after a sign-in.
import { type Locator, type Page, test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addField } from '../support/collectionWalk';
import { answer, box, button, gone, make } from '../support/editorWalk';
import { authOptions, createCollection, field } from '../support/realBackend';
import { backends } from '../support/server';
import { askServer, atHash, eventually, hasFocus, signedInPage, tabTo, visit, walk } from '../support/walk';
import { walkedBackend } from '../support/walkedBackend';

const newest = backends().at(-1);

if (newest) {
  let ines = '';
  let olga = '';
  const password = '1234567890';

  const backend = walkedBackend(newest.binary, async () => {
    const text = field('text', 'text');
    const name = field('text', 'name', {}, true);
    const companies = await createCollection({ name: 'companies', schema: [name] });
    const company = field('relation', 'company', { collectionId: companies.id, maxSelect: 1 });
    const customers = await createCollection({
      ...{ name: 'customers', type: 'auth', schema: [name, company], options: authOptions },
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
      listRule:
        'customer = @request.auth.id || customer.company = @request.auth.company && status != "draft"',
      viewRule: '',
      createRule: '@request.auth.id != "" && customer = @request.auth.id',
      updateRule:
        '@request.auth.company = customer.company && isPaid = false && @request.data.customer:isset = false',
      deleteRule: null,
    });
    for (const [name, listRule] of [
      ['notes', ''],
      ['secrets', null],
      ['tokens', '@request.query.key = text && @request.headers.x_key = "k"'],
      ['headers', '@request.headers.authorization != ""'],
    ] as const) {
      await createCollection({ name, schema: [text], listRule });
      for (const text of ['abc', 'def']) await make(backend, name, { text });
    }
    const elm = (await make(backend, 'companies', { name: 'Elm Street' })).id;
    const pier = (await make(backend, 'companies', { name: 'North Pier' })).id;
    const account = async (username: string, name: string, company: string) => {
      const body = { username, name, company, password, passwordConfirm: password };
      return (await make(backend, 'customers', body)).id;
    };
    ines = await account('ines', 'Ines Moreau', elm);
    olga = await account('olga', 'Olga Lind', elm);
    const tomasz = await account('tomasz', 'Tomasz Zielinski', pier);
    const owners = [ines, olga, tomasz, await account('hannah', 'Hannah Weiss', ''), tomasz, ''];
    for (let at = 0; at < 48; at += 1) {
      await make(backend, 'orders', {
        summary: `Order ${String(at).padStart(2, '0')}`,
        customer: owners[at % owners.length],
        status: ['paid', 'draft', 'packed', 'paid', 'packed'][at % 5],
        isPaid: at % 2 === 0,
      });
    }
  });

  const table = (page: Page, name = 'orders') => page.getByRole('grid', { name: `Records of ${name}` });
  const bar = (page: Page) => page.getByRole('region', { name: 'View as' });
  const row = (page: Page, text: string) => table(page).locator('tr[data-index]').filter({ hasText: text });
  const why = (page: Page, text: string) => row(page, text).locator('[aria-haspopup="dialog"]');
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
  const choose = async (page: Page, from: Locator, name: string) => {
    await from.click();
    await page.getByRole('menuitem', { name: 'Choose from customers...' }).click();
    const picker = page.getByRole('dialog', { name: 'Choose a user from customers' });
    await picker.getByText(name).click();
    await button(picker, 'Choose user').click();
    await gone(picker);
  };
  /** Waits until of the drawn rows exactly these are not faint. Only rows near the viewport are drawn. */
  const showsAs = (page: Page, real: readonly string[]) =>
    eventually(async () => {
      const texts = await table(page).locator('tr[data-index]').allInnerTexts();
      const drawn = texts.map((text) => /Order \d\d/.exec(text)?.[0] ?? '');
      const [seen, expected] = [await seenRows(page), real.filter((one) => drawn.includes(one))];
      return drawn.length > 0 && seen.join() === expected.join();
    }, true);
  /** Collects the writes that the page sends. */
  const writesOf = (page: Page) => {
    const writes: string[] = [];
    page.on('request', (call) => {
      if (call.url().includes('/api/') && call.method() !== 'GET') writes.push(call.url());
    });
    return writes;
  };

  test('a person is chosen; rows, counts and reasons are those of the person', () =>
    walk(signedInPage(backend), async ({ page }) => {
      const writes = writesOf(page);
      await page.getByRole('link', { name: 'orders' }).click();
      await row(page, 'Order 47').waitFor();
      await button(page, 'More actions').click();
      await choose(page, page.getByRole('menuitem', { name: 'View as...' }), 'Ines Moreau');
      await atHash(page, new RegExp(`as=customers%3A${ines}`));
      const real = await shownTo(await signInAs('ines'));
      assert.ok(real.length > 5 && real.length < 30);
      await bar(page).getByText(`${real.length} of 48 in all`).waitFor();
      const shown = real.filter((one) => one > 'Order 07');
      await bar(page).getByText(`${shown.length} of the 40 rows shown`).waitFor();
      await showsAs(page, real);
      for (const [order, reason] of [
        ['Order 42', 'Shown:\ncustomer is this user'],
        ['Order 47', 'Hidden:\ncustomer.company is empty'],
        ['Order 43', 'Shown:\ncustomer.company is Elm Street'],
        ['Order 31', 'Hidden:\nstatus is draft'],
      ] as const)
        await eventually(() => why(page, order).innerText(), reason, order);

      await why(page, 'Order 31').click();
      const reason = page.getByRole('dialog', { name: 'Hidden from Ines Moreau' });
      await reason.getByText('One of these would be enough').waitFor();
      await reason.getByText('customer is Olga Lind, the user is Ines Moreau').waitFor();
      await reason.getByText('customer.company is Elm Street, the user has Elm Street').waitFor();
      await page.keyboard.press('Escape');
      await gone(reason);
      await eventually(() => hasFocus(why(page, 'Order 31')), true);
      await page.keyboard.press('ArrowDown');
      await eventually(() => hasFocus(why(page, 'Order 30')), true);

      await button(bar(page), 'Hidden').click();
      await atHash(page, /asOnly=1/);
      await eventually(() => seenRows(page), real);
      await page.getByText(`Total found: ${real.length}`).waitFor();
      assert.equal(writes, [], 'only reads are sent');
      await page.reload();
      await eventually(() => seenRows(page), real);
      await button(bar(page), 'Ines Moreau customers').click();
      await page.getByRole('menuitemradio', { name: 'Guest' }).click();
      await eventually(() => seenRows(page), await shownTo(''));
      await page.getByRole('link', { name: 'secrets' }).click();
      await page.getByText('No records are shown.').waitFor();
      await bar(page).getByText('Admins only: a guest gets 403.').waitFor();
      for (let back = 0; back < 2; back += 1) await page.goBack();
      await eventually(() => seenRows(page), real);
      await page.goBack();
      await page.getByText('Total found: 48').waitFor();
      await gone(bar(page));
    }));

  test('a guest by keys: a search, other collections, and the request that a rule reads', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      await row(page, 'Order 47').waitFor();
      await tabTo(page, button(page, 'More actions'));
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page.getByRole('menuitem', { name: 'View as...' })), true);
      await page.keyboard.press('Enter');
      await eventually(() => hasFocus(page.getByRole('menuitemradio', { name: 'Guest' })), true);
      await page.keyboard.press('Enter');
      const real = await shownTo('');
      assert.ok(real.length > 0, 'guests pass where the customer is empty');
      await bar(page).getByText(`${real.length} of 48 in all`).waitFor();
      await eventually(() => why(page, 'Order 47').innerText(), 'Shown:\ncustomer is empty');
      await box(page, 'Search').fill('status = "packed"');
      await page.keyboard.press('Enter');
      const found = await shownTo('', `filter=${encodeURIComponent('status = "packed"')}`);
      await eventually(() => seenRows(page), found);
      await box(page, 'Search').fill('@collection.notes.text = "abc"');
      await page.keyboard.press('Enter');
      await bar(page).getByText('Only admins can search by @collection or @request.').waitFor();
      await page.getByRole('link', { name: 'notes' }).click();
      await bar(page).getByText('Public: guests see every record.').waitFor();
      await page.getByRole('link', { name: 'headers' }).click();
      await bar(page).getByText('Not simulated: The rule reads the token of the user.').waitFor();
      assert.is(await table(page, 'headers').locator('[data-faint]').count(), 0);

      const realCount = async (query: string, headers: Record<string, string>) => {
        const answer = await fetch(`${backend.url}/api/collections/tokens/records?${query}`, { headers });
        return ((await answer.json()) as { totalItems: number }).totalItems;
      };
      assert.equal([await realCount('', {}), await realCount('key=abc', { 'X-Key': 'k' })], [0, 1]);
      await page.getByRole('link', { name: 'tokens' }).click();
      await bar(page).getByText('0 of the 2 rows shown').waitFor();
      await button(bar(page), 'Request').click();
      const popup = page.getByRole('dialog', { name: 'Request of the user' });
      await box(popup, 'Query').fill('key');
      await button(popup, 'Use this request').click();
      await popup.getByText('Write name=value instead of "key".').waitFor();
      await box(popup, 'Query').fill('key=abc');
      await box(popup, 'Headers').fill('X-Key=k');
      await page.keyboard.press('Escape');
      await answer(page, 'You have unsaved changes.', false);
      await button(popup, 'Use this request').click();
      await bar(page).getByText('1 of the 2 rows shown').waitFor();
      await tabTo(page, button(bar(page), 'Stop viewing as guest'), 'Shift+Tab');
      await page.keyboard.press('Escape');
      await gone(bar(page));
      await visit(page, '#/collections?collectionId=orders&as=customers%3Anosuchaccount00');
      await bar(page).getByText('This user was deleted.').waitFor();
    }));

  const access = (page: Page) => page.getByRole('dialog', { name: /^Access to / });
  const act = (page: Page, name: string) =>
    access(page).getByRole('button', { name: new RegExp(`^${name} ?[A-Z]`) });
  const says = (page: Page, name: string, verdict: string) =>
    eventually(async () => (await act(page, name).innerText()).replace(/\s+/g, ' '), `${name} ${verdict}`);

  test('the access to a record is what the person really gets', () =>
    walk(
      signedInPage(backend, `#/collections?collectionId=orders&as=customers%3A${ines}`),
      async ({ page }) => {
        const token = await signInAs('ines');
        const filter = encodeURIComponent('summary = "Order 43"');
        const { json } = await askServer(backend, `collections/orders/records?filter=${filter}`);
        const [{ id, ...fields }] = json.items;
        const real = async (method: string, body: object = {}) => {
          const at = `collections/orders/records${method === 'POST' ? '' : `/${id}`}`;
          const { status, json: said } = await askServer(backend, at, { method, token, body });
          return `${status} ${said?.message ?? ''}`;
        };
        await why(page, 'Order 43').click();
        await button(page.getByRole('dialog', { name: 'Shown to Ines Moreau' }), 'All actions').click();
        for (const [name, verdict] of [
          ['List', 'Allowed'],
          ['View', 'Everyone'],
          ['Update', 'Allowed'],
          ['Delete', 'Refused'],
          ['Create a copy', 'Refused'],
          ['Download files', 'Everyone'],
        ] as const)
          await says(page, name, verdict);
        const told = (what: string) => access(page).getByText(`The server answers ${what}`).waitFor();
        await act(page, 'Create a copy').click();
        await access(page).getByText('customer is Olga Lind, the user is Ines Moreau').waitFor();
        await told(await real('POST', { ...fields, label: undefined }));
        await act(page, 'Delete').click();
        await told(await real('DELETE'));
        assert.match(await real('PATCH', { status: 'packed' }), /^200/);

        await button(access(page), 'Request').click();
        const popup = page.getByRole('dialog', { name: 'Request of the user' });
        await box(popup, 'Body').fill('{ "customer": ');
        await button(popup, 'Use this request').click();
        await popup.getByText('Write a JSON object, such as { "title": "New" }.').waitFor();
        await box(popup, 'Body').fill(JSON.stringify({ customer: ines }));
        await button(popup, 'Use this request').click();
        await says(page, 'Update', 'Refused');
        await act(page, 'Update').click();
        await told(await real('PATCH', { customer: ines }));
        await says(page, 'Create a copy', 'Allowed');
        await access(page).getByRole('button', { name: 'Ines Moreau customers' }).click();
        await page.getByRole('menuitemradio', { name: 'Guest' }).click();
        await says(page, 'List', 'Refused');
        await page.keyboard.press('Escape');
        await gone(access(page));
        await bar(page).getByText('Ines Moreau').waitFor();
      },
    ));

  const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit collection' });
  const tryBar = (page: Page) => editor(page).getByRole('region', { name: 'Try the rules' });
  const ruleOf = (page: Page, name: string) => editor(page).locator(`[data-place="${name}Rule"]`);
  const line = (page: Page, name: string, said: string) =>
    eventually(() => ruleOf(page, name).getByRole('status').first().innerText(), said, name);
  /** Opens the rules of the shown collection, and tries them as a guest. */
  const tryRules = async (page: Page) => {
    await tabTo(page, button(page, 'Edit collection'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await editor(page).getByRole('tab', { name: 'API Rules' }).click();
    await button(editor(page), 'Try the rules').click();
    await tryBar(page).getByText('Guest').waitFor();
  };
  test('rules are tried while they are typed; the difference is linked, and unsaved fields are named', () =>
    walk(signedInPage(backend, '#/collections?collectionId=orders'), async ({ page }) => {
      const writes = writesOf(page);
      await row(page, 'Order 47').waitFor();
      await tryRules(page);
      await line(page, 'list', `Finds ${(await shownTo('')).length} of 48 records.`);
      await line(page, 'view', '48 of 48 records.');
      await line(page, 'delete', 'Admins only: a guest gets 403.');
      await choose(page, tryBar(page).getByRole('button', { name: 'Guest' }), 'Ines Moreau');
      const token = await signInAs('ines');
      const stored = await shownTo(token);
      await line(page, 'list', `Finds ${stored.length} of 48 records.`);
      await line(page, 'create', 'With an empty request: refused.');
      await button(tryBar(page), 'Request').click();
      const request = page.getByRole('dialog', { name: 'Request' });
      await box(request, 'Body').fill(JSON.stringify({ customer: ines }));
      await button(request, 'Use this request').click();
      await gone(request);
      const allowed = 'With the body of the request: allowed. The server still checks the fields.';
      await line(page, 'create', allowed);

      const rule = ruleOf(page, 'list').getByRole('textbox');
      await rule.fill('customer = @request.auth.id');
      const mine = await shownTo(token, `filter=${encodeURIComponent(`customer = "${ines}"`)}`);
      await line(page, 'list', `Finds ${mine.length} of 48 records. As stored: ${stored.length}.`);
      await editor(page).getByText('Guests may list 8 records: those whose customer is empty.').waitFor();
      const lost = stored.filter((summary) => !mine.includes(summary));
      await button(editor(page), `Show ${lost.length} fewer`).click();
      const difference = editor(page).getByText(/^Only the stored rule finds /);
      const told = await difference.innerText();
      assert.equal(told.slice('Only the stored rule finds '.length, -1).split(', ').sort(), lost);
      const link = difference.getByRole('link').first();
      const address = new URLSearchParams((await link.getAttribute('href'))?.split('?').at(-1));
      const path = `collections/orders/records/${address.get('recordId')}`;
      assert.is((await askServer(backend, path)).json.summary, await link.innerText());
      assert.is(await link.getAttribute('target'), '_blank', 'the rule that is typed stays');
      await rule.fill('nope = 1');
      await line(page, 'list', 'The server cannot run this rule. There is no field nope in orders.');
      await tabTo(page, button(tryBar(page), 'Stop trying'), 'Shift+Tab');
      await page.keyboard.press('Enter');
      await gone(tryBar(page));
      await eventually(() => hasFocus(button(editor(page), 'Try the rules')), true);

      await editor(page).getByRole('tab', { name: 'Fields' }).click();
      await addField(editor(page), 'Plain text', 'tier');
      await editor(page).getByRole('tab', { name: 'API Rules' }).click();
      await button(editor(page), 'Try the rules').click();
      await rule.fill('tier = "gold"');
      await line(page, 'list', 'Save the new fields first.');
      assert.equal(writes, [], 'only reads are sent');
      await button(editor(page), 'Cancel').click();
      await answer(page, 'You have unsaved changes.', true);
      await gone(editor(page));
    }));
}
