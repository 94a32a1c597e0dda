// The switches of accounts in the table: columns that are hidden until they are chosen, and a question before a save.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { heads, queryOf } from '../support/columnsWalk';
import { answer, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf, updatesOf } from '../support/tableWalk';
import { askServer, checkPicture, eventually, hasFocus, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const people: string[] = [];

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    await createCollection({ name: 'people', type: 'auth', schema: [field('text', 'name')] });
    const password = 'correct horse';
    for (const username of ['ada', 'bob', 'cleo']) {
      const body = { username, password, passwordConfirm: password };
      people.push((await make(backend, 'people', body)).id);
    }
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('the switches of an account are chosen as columns, and changed by keys after one question', () =>
    walk(signedInPage(backend, '#/collections?collectionId=people'), async (opened) => {
      const { page } = opened;
      const sent = updatesOf(page, people);
      const shown = ['pick', 'id', 'username', 'email', 'emailVisibility', 'verified', 'name'];
      const { row: account, cell: value } = tableOf(people, shown);
      await account(page, 0).waitFor();
      assert.is(await heads(page), 'id username email name created updated', 'hidden until they are chosen');
      await page.getByRole('button', { name: 'Columns' }).click();
      const choice = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true });
      for (const name of ['emailVisibility', 'verified']) {
        assert.is(await choice(name).getAttribute('aria-checked'), 'false');
        await choice(name).click();
        await eventually(() => choice(name).getAttribute('aria-checked'), 'true');
      }
      assert.is(await page.getByRole('menuitem', { name: 'Show all' }).getAttribute('aria-disabled'), 'true');
      await page.keyboard.press('Escape');
      await page.reload();
      await account(page, 0).waitFor();
      assert.is(await heads(page), 'id username email emailVisibility verified name created updated');

      await tabTo(page, value(page, 0, 'verified'));
      await press(page, 'Enter');
      await eventually(() => value(page, 0, 'verified').innerText(), 'True');
      await value(page, 0, 'id').getByRole('img', { name: 'Verified', exact: true }).waitFor();
      await press(page, 'Space');
      const look = page.getByRole('complementary', { name: 'Quick look' });
      await look.getByText('Staged').waitFor();
      await press(page, 'Escape');
      await tabTo(page, value(page, 1, 'verified'));
      await press(page, 'Enter');
      await eventually(() => value(page, 1, 'verified').innerText(), 'True');
      await press(page, 'ArrowLeft', 'Enter');
      await eventually(() => value(page, 1, 'emailVisibility').innerText(), 'True');
      await press(page, 'Delete');
      await eventually(() => value(page, 1, 'emailVisibility').innerText(), 'False');
      await press(page, 'Enter');
      await stagedBar(page).getByText('3 changes in 2 records').waitFor();
      await checkPicture(opened, 'table-account-switches');

      await press(page, 'Control+s');
      await page
        .getByRole('alertdialog')
        .getByText(/newer servers remove these links/)
        .waitFor();
      await checkPicture(opened, 'table-verified-question');
      await answer(page, /manually change the verified account state/, false);
      await stagedBar(page).getByText('3 changes in 2 records').waitFor();
      await eventually(
        () => hasFocus(value(page, 1, 'emailVisibility')),
        true,
        'the cell has the focus again',
      );
      assert.equal(sent, [], 'nothing is sent');
      await press(page, 'Control+s');
      await answer(page, /manually change the verified account state/, true);
      await page.getByText('Saved 2 records.').waitFor();
      assert.equal(
        sent.map(({ id, body }) => [id, body]).sort(),
        [
          [people[0], { verified: true }],
          [people[1], { verified: true, emailVisibility: true }],
        ].sort(),
        'one question, and only the changed keys',
      );
      const flags = async (at: number) => {
        const { json } = await askServer(backend, `collections/people/records/${people[at]}`);
        return [json.emailVisibility, json.verified];
      };
      assert.equal(
        [await flags(0), await flags(1), await flags(2)],
        [
          [false, true],
          [true, true],
          [false, false],
        ],
      );

      await value(page, 2, 'verified').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Only False' }).click();
      await eventually(() => queryOf(page)['filter'], 'verified = false');
      await eventually(() => page.locator('tr[data-index]').count(), 1);
      await page.getByRole('columnheader', { name: 'verified' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Hide' }).click();
      await eventually(() => heads(page), 'id username email emailVisibility name created updated');
    }));
}
