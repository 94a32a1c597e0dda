// Changes of relations and rich text, as the table and its review tell them.
import { test } from '@playwright/test';
import * as assert from 'uvu/assert';
import { addressOf, button, changeElsewhere, make } from '../support/editorWalk';
import { connectClient, createCollection, field } from '../support/realBackend';
import { adminToken, backends, startBackend, type TestBackend } from '../support/server';
import { press, stagedBar, tableOf } from '../support/tableWalk';
import { checkPicture, eventually, signedInPage, tabTo, walk } from '../support/walk';

const newest = backends().at(-1);

if (newest) {
  let backend: TestBackend;
  const ids: string[] = [];
  const people: string[] = [];
  const { row, cell } = tableOf(ids, ['pick', 'id', 'summary', 'customer', 'note']);

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
    connectClient(backend.url, await adminToken(backend));
    const customers = await createCollection({
      name: 'customers',
      schema: [field('text', 'name', {}, true)],
    });
    for (const name of ['Ines Moreau', 'Olga Lind', 'Tim Reed'])
      people.push((await make(backend, 'customers', { name })).id);
    await createCollection({
      name: 'orders',
      schema: [
        field('text', 'summary', {}, true),
        field('relation', 'customer', { collectionId: customers.id, maxSelect: 1 }),
        field('editor', 'note'),
      ],
    });
    ids.push(
      (
        await make(backend, 'orders', {
          summary: 'One',
          customer: people[0],
          note: '<p>Ring <b>twice</b></p>',
        })
      ).id,
    );
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  test('related records are named and rich text is plain, in tooltips, conflicts and the review', () =>
    walk(signedInPage(backend, addressOf('orders')), async (opened) => {
      const { page } = opened;
      const description = (column: string) => cell(page, 0, column).getAttribute('aria-description');
      await row(page, 0).waitFor();
      for (const column of ['customer', 'note']) {
        await tabTo(page, cell(page, 0, column));
        await press(page, 'Delete');
      }
      await stagedBar(page).getByText('2 changes in 1 record').waitFor();
      await eventually(() => description('customer'), 'Changed, was Ines Moreau');
      assert.is(await description('note'), 'Changed, was Ring twice');

      await changeElsewhere(backend, 'orders', ids[0] ?? '', { customer: people[1] });
      await button(page, 'Refresh').click();
      await eventually(
        () => description('customer'),
        'Changed on the server: now Olga Lind. Was Ines Moreau',
      );
      await button(page, 'Review').click();
      const review = page.getByRole('dialog', { name: '2 changes in 1 record' });
      await review.getByRole('button', { name: 'Theirs: Olga Lind' }).waitFor();
      await review.getByText('Ring twice', { exact: true }).waitFor();
      await checkPicture(opened, 'table-review-names');
      await review.getByRole('button', { name: 'Mine: empty' }).click();
      await review.getByText('Olga Lind', { exact: true }).waitFor();

      // No row has shown this one before the save reads it.
      await changeElsewhere(backend, 'orders', ids[0] ?? '', { customer: people[2] });
      await review.getByRole('button', { name: 'Save 1 record' }).click();
      await review.getByRole('button', { name: 'Theirs: Tim Reed' }).waitFor();
      await review.getByRole('button', { name: 'Discard all' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      await stagedBar(page).getByText('Total found:').waitFor();
    }));
}
