import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind, type StubField } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { walked } from '#test/support/soak.ts';
import { DEVICES, eventually, signersBrowser } from './browser.ts';
import { pngSize } from './picture.ts';
import { drawStrokes } from './writing.ts';

const browser = signersBrowser();
const WIDTHS = walked([320, 360, 390, 430, 768, 1280, 1920], () => [320, 1920]);

/** The largest distance of each control from its field's rectangle. */
async function misplacedIn(page: Page, fields: StubField[]): Promise<number[]> {
  const sheets = await page.locator('.sheet').all();
  const papers = await Promise.all(sheets.map((sheet) => sheet.boundingBox()));
  return Promise.all(
    fields.map(async ({ id, pageNumber, xPosition, yPosition, width, height }) => {
      const control = page.locator(`[data-field="${id}"] > :first-child`);
      const box = page.locator(`[data-field="${id}"]`);
      const [paper, place] = [papers[pageNumber - 1], await control.boundingBox()];
      if (!paper || !place) throw new Error(`${await box.innerHTML()} is not to be seen.`);
      const scale = paper.width / 612;
      return Math.max(
        Math.abs(place.x - paper.x - xPosition * scale),
        Math.abs(place.y - paper.y - yPosition * scale),
        Math.abs(place.width - width * scale),
        Math.abs(place.height - height * scale),
      );
    }),
  );
}

const overflowOf = (page: Page) => page.evaluate<number>('document.scrollingElement.scrollWidth - window.innerWidth');

describe.skipIf(!chromiumPath)('layout of the signing page (needs Chromium)', () => {
  test.each(WIDTHS)('every control lies on its field at a width of %i', async (width) => {
    const fields = everyKind().filter(({ isReadOnly }) => !isReadOnly);
    const { page } = await browser.open(aState(fields), { viewport: { width, height: 800 } });

    const misplaced = await misplacedIn(page, fields);

    expect(Math.max(...misplaced)).toBeLessThanOrEqual(1);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('a phone zooms in on a typed field, keeps it in view, and zooms out again', { tags: 'full' }, async () => {
    const fields = everyKind().filter(({ isReadOnly }) => !isReadOnly);
    const { page, field, button } = await browser.open(aState(fields), DEVICES.phone);
    const widthOf = async () => (await page.locator('.sheet').first().boundingBox())?.width;
    const before = await widthOf();

    await field('Date of birth').focus();
    await button('Show the whole page').waitFor();
    await page.waitForTimeout(300);
    const size = await field('Date of birth').evaluate(
      (input) => (globalThis as unknown as Styles).getComputedStyle(input).fontSize,
    );
    const place = await field('Date of birth').boundingBox();

    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(15.9);
    expect(place?.x).toBeGreaterThanOrEqual(0);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(Math.max(...(await misplacedIn(page, fields)))).toBeLessThanOrEqual(1);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    await button('Show the whole page').click();
    expect(await widthOf()).toBe(before);
  });

  test('small fields and all buttons have touch targets of sufficient size', async () => {
    const box = aField({ fieldType: 'checkbox', label: 'Small', width: 12, height: 12 });
    const { page, field } = await browser.open(aState([box]), {
      ...DEVICES.phone,
      viewport: { width: 360, height: 740 },
    });
    const place = await field('Small').boundingBox();
    if (!place) throw new Error('There is no field.');
    const buttons = await page.getByRole('button').all();
    const sizes = await Promise.all(buttons.map((button) => button.boundingBox()));

    await page.touchscreen.tap(place.x + place.width / 2 + 18, place.y + place.height / 2 - 18);

    await eventually(() => field('Small').isChecked()).toBe(true);
    expect(place.width).toBeLessThan(10);
    expect(sizes).toHaveLength(4);
    expect(Math.min(...sizes.flatMap((size) => [size?.width ?? 0, size?.height ?? 0]))).toBeGreaterThanOrEqual(44);
  });

  test('at 200 % zoom on a desktop, everything stays visible and within reach', { tags: 'full' }, async () => {
    const { page, field, button } = await browser.open(aState(everyKind()), {
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
    });

    await field('Full name').fill('Ada');
    await page.keyboard.press('Enter');
    const message = page.getByRole('alert').getByText('Give your first and last name.');
    await message.waitFor();
    const [told, finish] = [await message.boundingBox(), await button('Finish').boundingBox()];
    const bar = await page.locator('.bar').boundingBox();

    expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThanOrEqual(400);
    expect((finish?.y ?? 400) + (finish?.height ?? 0)).toBeLessThanOrEqual(400);
    expect(bar?.height).toBeLessThanOrEqual(200);
    expect(await button('Finish').isVisible()).toBe(true);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test('in landscape a signature is within reach, and complete after rotation', async () => {
    const sideways = { ...DEVICES.phone, viewport: { width: 844, height: 390 } };
    const { stub, page, button } = await browser.open(aState(everyKind()), sideways);
    await button(/Signature of the tenant/).click();
    await button('Use it').click();
    await page.getByText('Please draw first.').waitFor();
    await page.getByRole('tab', { name: 'Type' }).click();
    const refusals = await page.getByText('Please draw first.').count();
    await page.getByRole('tab', { name: 'Draw' }).click();
    const use = await button('Use it').boundingBox();

    await drawStrokes(page, page.locator('.pad'), 1, { stepPx: 22 });
    await page.setViewportSize(DEVICES.phone.viewport);
    await button('Use it').click();

    const drawn = () => stub.state.fields.find(({ signatureImage }) => signatureImage);
    await eventually(drawn).toBeDefined();
    expect((use?.y ?? 0) + (use?.height ?? 0)).toBeLessThanOrEqual(390);
    expect(refusals).toBe(0);
    // As wide as it was drawn, in three times the pixels, though the pad is now too narrow for it.
    expect(pngSize(drawn()?.signatureImage ?? '').width).toBeGreaterThan(20 * 22 * 3);
  });

  test('pages are drawn at screen resolution when near, and released when far away', { tags: 'full' }, async () => {
    const { page } = await browser.open(aState(everyKind()), DEVICES.phone);
    const sheets = page.locator('.sheet');
    const canvasOf = (index: number) => sheets.nth(index).locator('canvas');
    const pixels = await canvasOf(0).getAttribute('width');
    const shown = await canvasOf(0).boundingBox();

    await page.setViewportSize({ width: 390, height: 300 });
    await page.evaluate('scrollTo(0, 0)');
    await eventually(() => canvasOf(2).count()).toBe(0);
    await sheets.nth(2).scrollIntoViewIfNeeded();

    await canvasOf(2).waitFor();
    await eventually(() => canvasOf(0).count()).toBe(0);
    expect(Math.abs(Number(pixels) - 2 * (shown?.width ?? 0))).toBeLessThanOrEqual(2);
  });

  test('values of the PDF’s own form do not show through the fields over it', async () => {
    const over = { fieldType: 'text' as const, isOverForm: true };
    const fields = [aField(over), aField({ ...over, isReadOnly: true, yPosition: 300 })];
    const { page } = await browser.open(aState(fields));

    const grounds = await page
      .locator('.field')
      .evaluateAll((boxes) =>
        boxes.map((box) => (globalThis as unknown as Styles).getComputedStyle(box).backgroundColor),
      );

    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)']);
  });

  interface Styles {
    getComputedStyle: (element: unknown) => Record<'fontSize' | 'backgroundColor', string>;
  }
});
