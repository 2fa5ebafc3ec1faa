import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { drawTypedSignature } from '#shared/documents/signing/typed/typed-signature.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';
import { signByTyping } from './writing.ts';

const browser = signersBrowser();

function unaccepted(fields = [aField({ fieldType: 'text', label: 'Name' })]) {
  const state = aState(fields);
  state.signer.consent = null;
  return state;
}

describe.skipIf(!chromiumPath).each(some(['phone', 'desktop'] as const, 1))(
  'disclosure on a %s (needs Chromium)',
  (device) => {
    test('a disclosure is accepted once, before the first signature', async () => {
      const opened = await browser.open(unaccepted(), DEVICES[device]);
      const { stub, page, field, button } = opened;
      await field('Name').fill('Ada');
      await button('Finish').click();
      await page.getByText('Please accept the disclosure on electronic signatures first.').waitFor();

      expect(await page.evaluate('document.activeElement.id')).toBe('disclosure-box');
      expect(stub.asked).not.toContain('POST /complete');
      await expectAccessible(page);
      await page.locator('.disclosure summary').click();
      await page.getByText('You are not obliged to sign electronically.').waitFor();
      await expectAccessible(page);
      await page.getByLabel(/I have read the disclosure/).check();
      await page.getByText('You agreed to use electronic records and signatures.').waitFor();
      await button('Finish').click();

      await page.getByRole('heading', { name: 'You have signed' }).waitFor();
      expect(stub.asked.filter((line) => line === 'POST /consent')).toHaveLength(1);
      expectQuiet(opened);
    });
  },
);

describe.skipIf(!chromiumPath)('the signing page (needs Chromium)', () => {
  test('an acceptance that the service rejected can be repeated', async () => {
    const { stub, page } = await browser.open(unaccepted());
    stub.fail(/POST .consent/, 503, 1);

    await page.locator('#disclosure-box').click();
    await page.locator('#disclosure-error').getByText('The service did not answer.').waitFor();
    expect(await page.locator('#disclosure-box').isChecked()).toBe(false);
    await page.locator('#disclosure-box').click();

    await eventually(() => stub.state.signer.consent?.language).toBe('en');
  });

  test('an adopted signature is placed in the next field with one tap', { tags: 'full' }, async () => {
    const opened = await browser.open(aState(everyKind()), DEVICES.phone);
    const { stub, page, button } = opened;
    const pictureIn = (label: string) => stub.state.fields.find((field) => field.label === label)?.signatureImage;
    await signByTyping(opened, /Signature of the tenant/);
    await eventually(() => pictureIn('Signature of the tenant')).toBeTruthy();

    const next = button(/^Sign here: Signature under the annex/);
    await eventually(() => next.locator('img.adopted').count()).toBe(1);
    await expectAccessible(page);
    await next.tap();
    await button(/Signature under the annex, required: signed/).waitFor();

    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(pictureIn('Signature under the annex')).toBe(pictureIn('Signature of the tenant'));
    expect(stub.asked.filter((line) => /^POST .fields.[^/]+$/.test(line))).toHaveLength(2);
    // Initials are not a signature: they are asked for.
    await button(/Initials/).tap();
    await page.getByRole('dialog', { name: 'Your initials' }).waitFor();
    await button('Cancel').tap();
    // Placed, it can be changed like any other.
    await button(/Signature under the annex/).tap();
    await page.getByRole('dialog', { name: 'Your signature' }).waitFor();
  });

  test('a signature of an earlier visit is placed with one tap', async () => {
    const picture = `data:image/png;base64,${ONE_PIXEL}`;
    const fields = [
      aField({
        fieldType: 'signature',
        label: 'First',
        value: 'sha256:00',
        signatureImage: picture,
      }),
      aField({ fieldType: 'signature', label: 'Second', yPosition: 300 }),
    ];
    const { stub, page } = await browser.open(aState(fields));
    await page.route('**/image', (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(ONE_PIXEL, 'base64') }),
    );
    await page.reload();
    const [first] = stub.state.fields;
    if (first) first.signatureImage = `${stub.origin}/api/v1/signing/t/fields/${first.id}/image`;
    await page.reload();
    await page.locator('.sheet.drawn').first().waitFor();

    await page.getByRole('button', { name: /^Sign here: Second/ }).click();

    await eventually(() => stub.state.fields[1]?.signatureImage).toBe(picture);
    expect(await focusedName(page)).toContain('Second');
  });

  test('a typed signature of an earlier visit is placed without the dialog', { tags: 'full' }, async () => {
    const drawn = drawTypedSignature('Ada Lovelace', { width: 200, height: 30 });
    if ('problem' in drawn) throw new Error(drawn.problem);
    const stub = await browser.start(aState([]));
    const first = aField({ fieldType: 'signature', label: 'First', value: 'sha256:00' });
    first.signatureImage = `${stub.origin}/api/v1/signing/t/fields/${first.id}/image`;
    const second = { fieldType: 'signature' as const, label: 'Second', yPosition: 300, height: 60 };
    stub.state.fields.push(first, aField(second));
    const { page } = await browser.visit(stub);
    await page.route('**/image', (route) => route.fulfill({ contentType: 'image/svg+xml', body: drawn.svg }));
    await page.reload();
    await page.locator('.sheet.drawn').first().waitFor();

    await page.getByRole('button', { name: /^Sign here: Second/ }).click();

    const larger = drawTypedSignature('Ada Lovelace', { width: 200, height: 60 });
    const expected = 'svg' in larger && `data:image/svg+xml,${encodeURIComponent(larger.svg)}`;
    await eventually(() => stub.state.fields[1]?.signatureImage).toBe(expected);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a checked box looks the same to its signer and to others', async () => {
    const box = { fieldType: 'checkbox' as const, value: 'true', width: 40, height: 20 };
    const { page } = await browser.open(
      aState([
        aField({ ...box, label: 'Mine' }),
        aField({ ...box, label: 'Theirs', isMine: false, isReadOnly: true, yPosition: 300 }),
      ]),
    );
    const looks = await page.locator('.tick, .read-only').evaluateAll((boxes) =>
      boxes.map((one) => {
        const style = (globalThis as unknown as Styles).getComputedStyle(one);
        return [style.backgroundImage, style.backgroundSize, style.backgroundPosition];
      }),
    );

    expect(looks[0]?.[0]).toContain('data:image/svg+xml');
    expect(looks[1]).toEqual(looks[0]);
  });

  test('every field keeps its border in forced colours', { tags: 'full' }, async () => {
    const { page } = await browser.open(aState(everyKind()), { forcedColors: 'active' });

    const widths = await page
      .locator('.entry, .tick, .sign')
      .evaluateAll((inputs) =>
        inputs.map((input) => (globalThis as unknown as Styles).getComputedStyle(input).borderTopWidth),
      );

    expect(widths.length).toBeGreaterThan(8);
    expect(widths.every((width) => Number.parseFloat(width) >= 2)).toBe(true);
    await expectAccessible(page);
  });

  interface Styles {
    getComputedStyle: (
      element: unknown,
    ) => Record<'backgroundImage' | 'backgroundSize' | 'backgroundPosition' | 'borderTopWidth', string>;
  }
});

const ONE_PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
