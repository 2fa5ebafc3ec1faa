import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';
import { signWithKeys, tabTo } from './keys.ts';

const browser = signersBrowser();

/** How far the focused element extends below the upper edge of the bar. */
const BEHIND_THE_BAR = `
  document.activeElement.getBoundingClientRect().bottom -
    document.querySelector('.bar').getBoundingClientRect().top`;

describe.skipIf(!chromiumPath)('the signing page by keyboard (needs Chromium)', () => {
  test('a document can be read, filled, signed and finished', async () => {
    const opened = await browser.open(aState(everyKind()));
    const { stub, page } = opened;
    const { keyboard } = page;

    await tabTo(page, /Skip to the document/, 1);
    await keyboard.press('Enter');
    await tabTo(page, /^Full name$/, 1);
    await keyboard.type('Ada Lovelace');
    await tabTo(page, /^Date of birth$/, 1);
    await keyboard.press('Enter');
    await tabTo(page, /^Country$/, 1);
    await keyboard.type('Nor');
    await tabTo(page, /^Married$/, 1);
    await keyboard.press('Space');
    await tabTo(page, /^Name of spouse$/, 1);
    await keyboard.type('William King');
    await tabTo(page, /^Remarks$/, 1);
    await tabTo(page, /^By post$/, 1);
    await keyboard.press('Space');
    await tabTo(page, /Initials/);
    await signWithKeys(page);
    await tabTo(page, /^Sign here: Signature of the tenant/, 1);
    await signWithKeys(page);
    await tabTo(page, /^Signed on/, 1);
    await keyboard.press('Enter');
    await tabTo(page, /^Sign here: Signature under the annex/, 1);
    // The signature is adopted: one key places it.
    await keyboard.press('Enter');
    await page.getByText('9 of 9 fields').waitFor();
    await tabTo(page, /^Finish$/);
    await keyboard.press('Enter');

    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await focusedName(page)).toBe('You have signed');
    expect(stub.state.signer.status).toBe('completed');
    expectQuiet(opened);
  });

  test('the dialog traps the focus, and Escape closes it without a signature', async () => {
    const { stub, page, button } = await browser.open(aState(everyKind()));
    await button(/Signature of the tenant/).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Your signature' });
    await dialog.waitFor();
    await expectAccessible(page);

    const inside: boolean[] = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      inside.push(await page.evaluate('!document.activeElement.closest(".sheet, .bar, header, .skip")'));
    }
    await page.keyboard.press('Escape');

    await dialog.waitFor({ state: 'detached' });
    expect(inside).not.toContain(false);
    expect(await focusedName(page)).toBe('Sign here: Signature of the tenant, required');
    expect(stub.asked.filter((line) => line.startsWith('POST /fields'))).toEqual([]);
  });

  test('“Next field” visits open fields in reading order and wraps around', async () => {
    const boxes = [
      aField({ fieldType: 'text', label: 'C', pageNumber: 2, yPosition: 100 }),
      aField({ fieldType: 'text', label: 'B', xPosition: 300, yPosition: 100 }),
      aField({ fieldType: 'text', label: 'A', xPosition: 72, yPosition: 100 }),
      aField({ fieldType: 'text', label: 'Optional', required: false, yPosition: 50 }),
    ];
    const { page, button, field } = await browser.open(aState(boxes));
    const visited: string[] = [];

    for (let step = 0; step < 4; step += 1) {
      await button('Next field').click();
      visited.push(await focusedName(page));
    }
    await field('B').fill('filled');
    await field('A').focus();
    await button('Next field').click();
    visited.push(await focusedName(page));

    expect(visited).toEqual(['A', 'B', 'C', 'A', 'C']);
    const place = await field('C').boundingBox();
    expect(place?.y).toBeGreaterThan(0);
    expect(place?.y).toBeLessThan(600);
  });

  test('the tab order is by page, row and column, and the focused element is never covered', async () => {
    const { page } = await browser.open(aState(everyKind()));
    const labels: string[] = [];
    const hidden: number[] = [];

    await page.locator('#document').focus();
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      hidden.push(await page.evaluate<number>(BEHIND_THE_BAR));
      labels.push((await focusedName(page)).replace(/^(Sign here|Initials): |, required/g, ''));
    }

    expect(labels).toEqual([
      'Full name',
      'Date of birth',
      'Country',
      'Married',
      'Name of spouse',
      'Remarks',
      'By post',
      'By e-mail',
      'Initials',
      'Signature of the tenant',
      'Signed on (DD.MM.YYYY)',
      'Signature under the annex',
    ]);
    expect(Math.max(...hidden)).toBeLessThanOrEqual(0);
  });

  test('the text of the document is available to screen readers, page by page', async () => {
    const { page } = await browser.open(aState(everyKind()));

    const second = page.getByRole('region', { name: 'Page 2 of 3' });
    await second.getByText('Delivery of notices').waitFor({ state: 'attached' });

    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Lease of a flat in Harbour Street');
    expect(await page.locator('.progress').getAttribute('aria-live')).toBe('polite');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});
