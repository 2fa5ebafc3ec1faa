import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { DEVICES, expectAccessible, expectQuiet, signersBrowser } from './browser.ts';

const browser = signersBrowser();
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40" viewBox="0 0 120 40"><rect width="120" height="40" rx="8" fill="#123a8c"/><circle cx="20" cy="20" r="12" fill="#ffd400"/></svg>';
const BRAND = {
  name: 'Example Pay',
  registeredName: 'Example Payments Ltd',
  colour: '#ffd400',
  logo: `data:image/svg+xml;base64,${btoa(SVG)}`,
};

/** Of the primary button. */
const styleOf = (page: Page, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('.bar .primary')).${property}`);

describe.skipIf(!chromiumPath)('brand on the signing page (needs Chromium)', () => {
  test.each([
    ['phone', DEVICES.phone, 'light'],
    ['phone in the dark', DEVICES.phone, 'dark'],
    ['desktop', DEVICES.desktop, 'light'],
  ] as const)('is in the header with its registered name, readable on a %s', async (name, device, colorScheme) => {
    const stub = await browser.start(aState(everyKind()), { brand: BRAND });
    const seen = await browser.visit(stub, { ...device, colorScheme });
    const { page } = seen;
    await page.locator('.sheet.drawn').first().waitFor();

    const header = page.locator('header.top');
    expect(await header.locator('strong').textContent()).toBe('Example Pay');
    expect(await header.getByText('Registered as Example Payments Ltd').isVisible()).toBe(true);
    expect(await page.evaluate(`document.querySelector('.brand img').naturalWidth`)).toBe(120);
    expect(await styleOf(page, 'backgroundColor')).toBe('rgb(255, 212, 0)');
    expect(await styleOf(page, 'color')).toBe('rgb(0, 0, 0)');
    if (process.env.PICTURES) {
      await mkdir(process.env.PICTURES, { recursive: true });
      await page.screenshot({ path: `${process.env.PICTURES}/brand-${name.replaceAll(' ', '-')}.png` });
    }
    await expectAccessible(page);
    expectQuiet({ ...seen, stub });
  });

  test('is left out when the service does not tell it', async () => {
    const { page } = await browser.open(aState(everyKind()));

    expect(await page.locator('.brand').count()).toBe(0);
    expect(await page.locator('html').getAttribute('class')).toBeNull();
  });

  test('is in the language of the page, also after it was changed', async () => {
    const stub = await browser.start(aState(everyKind()), { brand: BRAND });
    const { page } = await browser.visit(stub);
    await page.locator('.sheet.drawn').first().waitFor();

    await page.locator('#language').selectOption('de');

    await page.getByText('Eingetragen als Example Payments Ltd').waitFor();
    expect(await page.locator('.brand').count()).toBe(1);
  });
});
