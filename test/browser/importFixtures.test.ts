// Exports of other projects in the page: pasted, repaired or converted, reviewed, imported.
import { type Page, test } from '@playwright/test';
import { box, button, gone } from '../support/editorWalk';
import { publicSchemas } from '../support/fixtures';
import { backends, startBackend, type TestBackend } from '../support/server';
import { openSettings } from '../support/settingsWalk';
import { signedInPage, walk } from '../support/walk';

const newest = backends().at(-1);
const schemas = publicSchemas();

if (newest && schemas.length > 0) {
  let backend: TestBackend;

  test.beforeAll(async () => {
    backend = await startBackend(newest.binary, { bundle: true });
  });
  test.afterAll(async () => {
    await backend?.stop();
  });

  const offers = ['Convert', 'Repair', 'Replace with original ids'];
  const load = (page: Page, file: string) => page.getByLabel('JSON file to load').setInputFiles(file);
  const upToDate = (page: Page) => page.getByText('Your collections configuration is already up-to-date!');

  /** Clicks each button that the page offers for special formats. */
  async function takeOffers(page: Page): Promise<void> {
    await page.getByText('Detected changes').or(button(page, 'Convert')).first().waitFor();
    for (const offer of offers) {
      if ((await button(page, offer).count()) === 0) continue;
      await button(page, offer).click();
      await gone(button(page, offer));
    }
  }

  for (const { name, path } of schemas) {
    test(`imports ${name} as reviewed, and has no changes afterwards`, () =>
      walk(signedInPage(backend), async ({ page }) => {
        await openSettings(page, 'Import collections');
        await load(page, path);
        await takeOffers(page);
        await button(page, 'Review').click();
        const review = page.getByRole('dialog', { name: 'Side-by-side diff' });
        await button(review, 'Confirm and import').click();
        const question = page.getByRole('dialog', { name: 'Delete data and import' });
        const done = page.getByText('Successfully imported collections configuration.');
        await question.or(done).first().waitFor();
        if ((await question.count()) > 0) {
          await box(question, 'Type delete to confirm').fill('delete');
          await button(question, 'Delete and import').click();
        }
        await done.waitFor();
        await gone(review);
        await load(page, path);
        await takeOffers(page);
        await upToDate(page).waitFor();
      }));
  }
}
