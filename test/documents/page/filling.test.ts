import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, signersBrowser } from './browser.ts';
import { pngSize } from './picture.ts';
import type { StubService } from './stub-service.ts';
import { drawStrokes, signaturePicture, signByTyping } from './writing.ts';

const browser = signersBrowser();

const valueIn = ({ state }: StubService, label: string) => state.fields.find((field) => field.label === label)?.value;
const pictureOf = ({ state }: StubService, label: string) =>
  state.fields.find((field) => field.label === label)?.signatureImage ?? '';

const progressIn = (page: Page) => page.locator('.progress');

describe.skipIf(!chromiumPath).each(some(['phone', 'desktop'] as const, 1))(
  'filling on a %s (needs Chromium)',
  (device) => {
    test('every type of field is filled, and the document signed', async () => {
      const opened = await browser.open(aState(everyKind()), DEVICES[device]);
      const { stub, page, field, button } = opened;

      await field('Full name').fill('Ada Lovelace');
      await field('Date of birth').fill('10/12/1815');
      await field('Country').selectOption('Norway');
      await field('Remarks').fill('Two lines\nof remarks');
      await field('By post').check();
      await field('By e-mail').check();
      await signByTyping(opened, /Initials/);
      await signByTyping(opened, /Signature of the tenant/, { isForAll: true });
      await field('Signed on (DD.MM.YYYY)').click();
      await eventually(() => progressIn(page).textContent()).toBe('8 of 8 fields');
      await button('Finish').click();

      await page.getByRole('heading', { name: 'You have signed' }).waitFor();
      expect(valueIn(stub, 'Full name')).toBe('Ada Lovelace');
      expect(valueIn(stub, 'Country')).toBe('Norway');
      expect(valueIn(stub, 'Remarks')).toBe('Two lines\nof remarks');
      expect([valueIn(stub, 'By post'), valueIn(stub, 'By e-mail')]).toEqual([null, 'true']);
      expect(valueIn(stub, 'Signed on (DD.MM.YYYY)')).toMatch(/^\d\d\.\d\d\.\d{4}$/);
      expect(pictureOf(stub, 'Signature under the annex')).toBe(pictureOf(stub, 'Signature of the tenant'));
      expect(stub.asked.filter((line) => line === 'POST /complete')).toHaveLength(1);
      expectQuiet(opened);
    });

    test('a drawn signature is cropped to its ink, and can be undone and cleared', async () => {
      const opened = await browser.open(aState(everyKind()), DEVICES[device]);
      const { stub, page, button } = opened;
      await button(/Signature of the tenant/).click();
      const pad = page.locator('.pad');

      await drawStrokes(page, pad, 2);
      const both = await signaturePicture(pad);
      await button('Undo').click();
      const one = await signaturePicture(pad);
      await button('Clear').click();
      const none = await signaturePicture(pad);
      await button('Use it').click();
      const refusal = await page.getByRole('dialog').getByRole('alert').textContent();
      await drawStrokes(page, pad, 1);
      await button('Use it').click();

      await eventually(() => pictureOf(stub, 'Signature of the tenant')).not.toBe('');
      const { width, height } = pngSize(pictureOf(stub, 'Signature of the tenant'));
      expect(new Set([both, one, none]).size).toBe(3);
      expect(refusal).toBe('Please draw first.');
      expect(width).toBeGreaterThan(height * 2);
      expect(pictureOf(stub, 'Signature under the annex')).toBe('');
      expectQuiet(opened);
    });

    test('an uploaded picture is cropped and reduced in size', { tags: 'full' }, async () => {
      const { stub, page, button } = await browser.open(aState(everyKind()), DEVICES[device]);
      await button(/Signature of the tenant/).click();
      await page.getByRole('tab', { name: 'Upload' }).click();
      const chooser = page.getByLabel('Picture of your signature (PNG or JPEG)');
      const paper = await photographOfInk(page);

      await chooser.setInputFiles({
        name: 'x.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no'),
      });
      await page.getByText('This file is not a PNG or JPEG picture').waitFor();
      await chooser.setInputFiles({ name: 'ink.jpg', mimeType: 'image/jpeg', buffer: paper });
      await page.locator('.typed-preview canvas').waitFor();
      await button('Use it').click();

      await eventually(() => pictureOf(stub, 'Signature of the tenant')).not.toBe('');
      const picture = pictureOf(stub, 'Signature of the tenant');
      const { width, height } = pngSize(picture);
      expect(picture.length).toBeLessThanOrEqual(512 * 1024);
      expect(Math.max(width, height)).toBeLessThanOrEqual(1_600);
      expect(width / height).toBeCloseTo(4, 0);
      expect(await opacityOfCorner(page, picture)).toBe(0);
    });
  },
);

/** Paper becomes transparent. */
const opacityOfCorner = (page: Page, picture: string) =>
  page.evaluate<number>(`(async () => {
    const image = Object.assign(new Image(), { src: ${JSON.stringify(picture)} });
    await image.decode();
    const drawing = document.createElement('canvas').getContext('2d');
    drawing.drawImage(image, 0, 0);
    return drawing.getImageData(0, 0, 1, 1).data[3];
  })()`);

/**
 * A photograph of 5000 × 3000 pixels on grey paper that grows darker to one side, with a bar of ink in its
 * middle, four times as wide as high.
 */
async function photographOfInk(page: Page): Promise<Buffer> {
  const url: string = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 5000, height: 3000 });
    const drawing = canvas.getContext('2d');
    drawing.fillStyle = drawing.createLinearGradient(0, 0, 5000, 3000);
    drawing.fillStyle.addColorStop(0, '#d2cec4');
    drawing.fillStyle.addColorStop(1, '#7e7b75');
    drawing.fillRect(0, 0, 5000, 3000);
    drawing.fillStyle = '#102060';
    drawing.fillRect(1500, 1250, 2000, 500);
    return canvas.toDataURL('image/jpeg', 0.9);
  })()`);
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

describe.skipIf(!chromiumPath)('filling on the signing page (needs Chromium)', () => {
  test('an input takes at most as many characters as the field stores', async () => {
    const name = aField({ fieldType: 'text', label: 'Name', maxLength: 5 });
    const story = aField({ fieldType: 'text', label: 'Story', multiline: true, yPosition: 300 });
    const { field } = await browser.open(aState([name, story]));

    expect(await field('Name').getAttribute('maxlength')).toBe('5');
    expect(await field('Story').getAttribute('maxlength')).toBe('10000');
  });

  test('a signature can be changed and removed', { tags: 'full' }, async () => {
    const opened = await browser.open(aState(everyKind()));
    const { stub, button, page } = opened;
    await signByTyping(opened, /Signature of the tenant/, { name: 'First' });
    const first = pictureOf(stub, 'Signature of the tenant');

    await button(/Signature of the tenant, required: signed/).click();
    await page.getByRole('tab', { name: 'Type' }).click();
    await page.getByLabel('Your name').fill('Second');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => pictureOf(stub, 'Signature of the tenant')).not.toBe(first);
    const shown = page.locator('.field img[src]').first();
    await eventually(() => shown.getAttribute('src')).not.toBe(first);
    await button(/Signature of the tenant/).click();
    await button('Remove').click();

    await button(/^Sign here: Signature of the tenant, required/).waitFor();
    await eventually(() => pictureOf(stub, 'Signature of the tenant')).toBe('');
  });

  test('a value that is longer than its box is reported before signing', async () => {
    const terms = { label: 'Terms', multiline: true, width: 300, height: 40 };
    const { page, field } = await browser.open(
      aState([aField({ fieldType: 'text', ...terms }), aField({ fieldType: 'text', label: 'Name', yPosition: 300 })]),
    );
    const told = () => page.getByRole('alert').getByRole('link').allTextContents();

    await field('Terms').fill('One\nTwo');
    await field('Name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await page.getByText('2 of 2 fields').waitFor();
    expect(await told()).toEqual([]);
    await field('Terms').fill('One\nTwo\nThree\nFour');
    await field('Name').fill('Augusta Ada King, Countess of Lovelace');
    await page.keyboard.press('Enter');

    await eventually(told).toEqual([
      'Terms: Only the first 2 lines will be printed.',
      'Name: Longer than its box: the rest will be printed beyond it.',
    ]);
    expect(await field('Terms').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    expect(await field('Terms').getAttribute('aria-describedby')).toContain('message-');
    await expectAccessible(page);
  });

  test('a date without a format is today’s in the browser’s language and can be corrected', {
    tags: 'full',
  }, async () => {
    const state = aState([aField({ fieldType: 'date', label: 'On' })]);
    const { stub, field, page } = await browser.open(state, { locale: 'de-DE' });

    await field('On').click();
    await eventually(() => valueIn(stub, 'On')).toMatch(/^\d{1,2}\.\d{1,2}\.\d{4}$/);
    await field('On').click();
    await field('On').fill('1.2.2026');
    await page.keyboard.press('Enter');

    await eventually(() => valueIn(stub, 'On')).toBe('1.2.2026');
  });

  test('the required date format is shown at the field', async () => {
    const date = { label: 'Moving in on', dateFormat: 'DD/MM/YYYY' };
    const { page, field } = await browser.open(aState([aField({ fieldType: 'date', ...date })]));

    await field('Moving in on').focus();

    expect(await field('Moving in on').getAttribute('placeholder')).toBe('Moving in on (DD/MM/YYYY)');
    expect(await page.locator('.prompt').textContent()).toBe('Moving in on (DD/MM/YYYY), required');
    const hintId = await field('Moving in on').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${hintId}"]`).textContent()).toContain('Written as DD/MM/YYYY.');
  });

  test('text of every script begins at the left, as it is printed', async () => {
    const name = aField({ fieldType: 'text', label: 'Name', value: 'فاطمة الزهراء 12 (A)' });
    const { field } = await browser.open(aState([name]));

    const look = await field('Name').evaluate((input) => {
      const { textAlign, direction } = (globalThis as unknown as Styles).getComputedStyle(input);
      return { textAlign, direction };
    });

    expect(look).toEqual({ textAlign: 'left', direction: 'rtl' });
  });

  interface Styles {
    getComputedStyle: (element: unknown) => { textAlign: string; direction: string };
  }

  test('prefilled, frozen and foreign values are shown and cannot be changed', async () => {
    const others = { isMine: false, isReadOnly: true, isRequiredNow: false, required: false };
    const { stub, page, field } = await browser.open(
      aState([
        aField({ fieldType: 'text', label: 'Rent', value: '1200', isReadOnly: true }),
        aField({ fieldType: 'text', label: 'Theirs', value: 'Grace', ...others, yPosition: 260 }),
        aField({ fieldType: 'checkbox', label: 'Frozen', value: 'true', isFrozen: true }),
        aField({ fieldType: 'text', label: 'Shared', isMine: false, yPosition: 400 }),
      ]),
    );

    const inputs = await page.locator('.field :is(input, select, textarea, button)').count();
    await field('Shared').fill('prepared');
    await page.keyboard.press('Enter');

    expect(inputs).toBe(1);
    await page.getByRole('img', { name: 'Rent: 1200' }).waitFor();
    await page.getByRole('img', { name: 'Theirs, filled by another signer: Grace' }).waitFor();
    await page.getByRole('img', { name: 'Frozen: checked' }).waitFor();
    await eventually(() => valueIn(stub, 'Shared')).toBe('prepared');
  });

  test('a field below one of another signer can still be clicked', async () => {
    const { page, field } = await browser.open(
      aState([
        aField({ fieldType: 'checkbox', label: 'Mine', width: 40, height: 40 }),
        aField({
          fieldType: 'text',
          label: 'Theirs',
          value: 'Grace',
          isMine: false,
          isReadOnly: true,
        }),
      ]),
    );
    const place = await field('Mine').boundingBox();

    await page.mouse.click((place?.x ?? 0) + 10, (place?.y ?? 0) + 10);

    expect(await field('Mine').isChecked()).toBe(true);
  });

  test('the page reports the document as seen once it is visible', async () => {
    const { stub } = await browser.open(aState(everyKind()));

    const expected = ['GET /preview', 'GET ', 'GET /pdf', 'POST /view'];
    await eventually(() => stub.asked).toEqual(expected);
  });
});
