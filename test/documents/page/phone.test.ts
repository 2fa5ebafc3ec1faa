import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some, walked } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, type Sight, signersBrowser } from './browser.ts';

const browser = signersBrowser();

const LABELS = {
  'many words': 'For the Provider, Größe & Söhne Übersetzungen GmbH, by its managing director '.repeat(3).slice(0, 200),
  'one unbroken word': 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5).slice(0, 200),
  Arabic: 'توقيع الطرف الأول نيابة عن شركة خدمات الثقة المحدودة '.repeat(4).slice(0, 200),
};

const phoneOf = (width: number, height = 844) => ({
  ...DEVICES.phone,
  viewport: { width, height },
});

const overflowOf = (page: Page) => page.evaluate<number>('document.scrollingElement.scrollWidth - window.innerWidth');

/** Whether the whole button is on the screen and not covered. */
async function isInReach({ page, button }: Sight, name: string): Promise<boolean> {
  const place = await button(name).boundingBox();
  const screen = page.viewportSize();
  if (!place || !screen) return false;
  const isOnScreen =
    place.x >= 0 && place.y >= 0 && place.x + place.width <= screen.width && place.y + place.height <= screen.height;
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  return (
    isOnScreen &&
    (await page.evaluate<boolean>(
      `document.elementFromPoint(${x}, ${y})?.closest('button')?.textContent === '${name}'`,
    ))
  );
}

const tapAt = async (page: Page, selector: string) => {
  const place = await page.locator(selector).boundingBox();
  if (!place) throw new Error(`${selector} is not on the page.`);
  await page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
};

/** Labels of this kind on every type of field. */
const labelled = (label: string) => everyKind().map((field) => ({ ...field, label, validationPattern: null }));

describe.skipIf(!chromiumPath)('the signing page on a phone (needs Chromium)', () => {
  for (const [kind, label] of some(Object.entries(LABELS), 1))
    test.each(walked([320, 360, 390, 430], () => [320]))(
      `a label of 200 characters, ${kind}, leaves Finish within reach at a width of %i`,
      async (width) => {
        const fields = labelled(label);
        const sight = await browser.open(aState(fields), phoneOf(width));
        const { page, button } = sight;
        const inputs = page.locator('.field :is(input, select, textarea, button)');

        for (const index of [0, 1, 2, 3, (await inputs.count()) - 1]) {
          await inputs.nth(index).focus();
          expect(await overflowOf(page)).toBeLessThanOrEqual(0);
          expect(await isInReach(sight, 'Finish')).toBe(true);
        }
        await button('Finish').click();
        await page.getByRole('alert').getByRole('link').first().waitFor();

        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        expect(await isInReach(sight, 'Finish')).toBe(true);
        const told = await page.getByRole('alert').boundingBox();
        expect(told?.height).toBeLessThanOrEqual(844 / 3);
        await expectAccessible(page);
      },
    );

  test('in landscape, Finish stays on the screen and messages cover at most a third', async () => {
    const sight = await browser.open(aState(labelled(LABELS['many words'])), phoneOf(844, 390));
    const { page, button } = sight;
    expect(await isInReach(sight, 'Finish')).toBe(true);

    await button('Finish').tap();
    await page.getByRole('alert').getByRole('link').first().waitFor();

    const told = await page.getByRole('alert').boundingBox();
    expect(told?.height).toBeLessThanOrEqual(390 / 3);
    expect(await isInReach(sight, 'Finish')).toBe(true);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test.each(walked([320, 390], () => [390]))('one tap fills each type of field at a width of %i', async (width) => {
    const label = LABELS['many words'];
    const fields = [
      aField({ fieldType: 'date', label, yPosition: 640, xPosition: 400, width: 150 }),
      aField({ fieldType: 'checkbox', label, yPosition: 580, width: 20, height: 20 }),
      aField({ fieldType: 'text', label, yPosition: 520, xPosition: 300 }),
      aField({ fieldType: 'signature', label, yPosition: 430, height: 50 }),
      aField({ fieldType: 'initials', label, yPosition: 430, xPosition: 400, width: 80 }),
    ];
    const { page, stub, button } = await browser.open(aState(fields), phoneOf(width));
    const valueAt = (index: number) => () => stub.state.fields[index]?.value;
    const tap = async (index: number) => {
      const selector = `[data-field="${fields[index]?.id}"]`;
      await page.locator(selector).scrollIntoViewIfNeeded();
      await tapAt(page, selector);
    };
    const signed = async (index: number) => {
      await tap(index);
      await page.getByRole('dialog').waitFor();
      await page.getByRole('tab', { name: 'Type' }).tap();
      await page.locator('.typed-preview > *').waitFor();
      await button('Use it').tap();
      await eventually(valueAt(index)).not.toBeNull();
    };

    await tap(0);
    await eventually(valueAt(0)).toMatch(/\d{4}/);
    await button('Show the whole page').tap();
    await tap(1);
    await eventually(valueAt(1)).toBe('true');
    await tap(2);
    await page.keyboard.type('Ada');
    await button('Show the whole page').tap();
    await signed(3);
    await tap(1);
    await eventually(valueAt(1)).toBeNull();
    await signed(4);

    expect(valueAt(2)()).toBe('Ada');
  });
});
