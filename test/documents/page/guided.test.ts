import { describe, expect, test } from 'vitest';
import { aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { DEVICES, eventually, expectAccessible, signersBrowser } from './browser.ts';

const browser = signersBrowser();

describe.skipIf(!chromiumPath)('field by field on a phone (needs Chromium)', () => {
  test('each field is shown with the page around it, and the PDF is one tap away', async () => {
    const { page, stub, button, field } = await browser.open(aState(everyKind()), DEVICES.phone);
    const place = page.locator('.guided-place');
    const widthOf = async () => (await page.locator('.sheet').first().boundingBox())?.width ?? 0;
    const whole = await widthOf();
    expect(await place.count()).toBe(0);

    await button('Field by field').click();

    await page.getByText(/^Field 1 of \d+$/).waitFor();
    expect(await widthOf()).toBeGreaterThan(1.5 * whole);
    expect(
      await page.evaluate<number>('document.scrollingElement.scrollWidth - window.innerWidth'),
    ).toBeLessThanOrEqual(0);
    await field('Full name').fill('Ada Lovelace');
    await button('Next').and(page.locator('.guided-panel button')).click();
    await page.getByText(/^Field 2 of \d+$/).waitFor();
    await eventually(() => stub.state.fields.find(({ label }) => label === 'Full name')?.value).toBe('Ada Lovelace');
    const [box, view] = [await field('Date of birth').boundingBox(), await page.locator('.sheets-view').boundingBox()];
    expect(box?.y).toBeGreaterThanOrEqual(view?.y ?? 0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(391);
    await expectAccessible(page);

    await page.getByText(/^Still to fill: \d+$/).click();
    await page
      .locator('.guided-panel')
      .getByRole('button', { name: /Signature of the tenant/ })
      .click();
    await eventually(() => page.locator('.guided-label').textContent()).toContain('Signature of the tenant');
    await button('Show the PDF').click();
    await eventually(widthOf).toBe(whole);
    expect(await place.count()).toBe(0);
    expect(await field('Full name').inputValue()).toBe('Ada Lovelace');
  });

  test('is not offered on wide screens', async () => {
    const { button } = await browser.open(aState(everyKind()));

    expect(await button('Field by field').count()).toBe(0);
  });
});
