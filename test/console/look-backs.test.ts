import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { uuid } from './filled-base.ts';
import { lookBack } from './filled-look-backs.ts';

/** Since when customers would have been found: asked for, followed and read. */
const browser = consoleBrowser();

describe.skipIf(!chromiumPath)('look-backs in the console (needs Chromium)', () => {
  test('look-backs: one over all watches is started, followed and read', async () => {
    let isRunning = true;
    const { page, stub, errors } = await browser.open('/test/screen/look-backs', (call) =>
      call.route === 'screening.readScreeningLookBack' ? { body: lookBack(isRunning) } : answers(call),
    );
    await page.getByText('Completed').waitFor();
    await page.getByRole('button', { name: 'Look back with all watches' }).click();
    const dialog = page.getByRole('dialog');
    const start = dialog.getByRole('button', { name: 'Start' });
    expect(await start.getAttribute('title')).toBe('Choose the first day.');
    await dialog.getByLabel('From').fill('2026-03-01');
    await expectAccessible(page, 'dialog of a look-back');
    await start.click();
    await page.getByText('Running. 800 of 2,400 comparisons made; 1 found.').waitFor();
    const sent = stub.calls.find(({ route }) => route === 'screening.createScreeningLookBack')?.body as object;
    expect(sent).toMatchObject({ watches: true, from: expect.stringMatching(/^2026-0[23]-/) });
    expect(sent).not.toHaveProperty('batchId');

    isRunning = false;
    await page.getByText('Completed. 2,400 of 2,400').waitFor();
    await page.getByRole('link', { name: 'customer 17' }).waitFor();
    await page.getByText('or earlier: a version before could not be compared').waitFor();
    await page.getByText('not compared completely: subject_unreadable').waitFor();
    await page.getByText(`Version ${uuid(44, 1)} is not in the archive.`).waitFor();
    await page.getByText('Watched since').waitFor();
    await expectAccessible(page, 'look-back');
    expect(errors).toEqual([]);
  });
});
