import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#packages/signing-page/src/languages.ts';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some, walked } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';

const browser = signersBrowser();

/** The longest words, the other direction and the other script; all of them in the full run. */
const SOME_LANGUAGES = walked<string>(LANGUAGE_CODES, () => ['de', 'ar', 'ja']);

const overflowOf = (page: Page) => page.evaluate<number>('document.scrollingElement.scrollWidth - window.innerWidth');
const frameOf = (page: Page) =>
  page.locator('html').evaluate((html) => [html.getAttribute('lang'), html.getAttribute('dir')]);
const textFilesOf = (page: Page) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => /text-\\w+\\.js/.exec(name)?.[0]).filter(Boolean)`,
  );

describe.skipIf(!chromiumPath)('language of the signing page (needs Chromium)', () => {
  test.each(some(SOME_LANGUAGES, 1))('%s: the page fits a phone of 320 px, and axe reports nothing', async (code) => {
    const state = aState(everyKind());
    state.signer.consent = null;
    const opened = await browser.open(state, {
      ...DEVICES.phone,
      viewport: { width: 320, height: 640 },
      locale: code,
    });
    const { page } = opened;

    expect(await frameOf(page)).toEqual([code, code === 'ar' ? 'rtl' : 'ltr']);
    expect(new Set(await textFilesOf(page))).toEqual(new Set([`text-${code}.js`]));
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    await page.locator('.bar .actions button').last().click();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await page.locator('#disclosure-box').check();
    await eventually(() => page.locator('.disclosure.accepted').count()).toBe(1);
    await page.locator('.bar .actions button').last().click();
    await page.getByRole('alert').getByRole('link').first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    expectQuiet(opened);
  });

  test('the sender’s choice overrides the browser’s', async () => {
    const { page } = await browser.open(aState(everyKind(), { language: 'fr' }), { locale: 'de' });

    expect(await frameOf(page)).toEqual(['fr', 'ltr']);
    await page.getByRole('button', { name: 'Terminer' }).waitFor();
  });

  test('the signer’s choice overrides both, keeps entries and survives a reload', async () => {
    const state = aState([aField({ fieldType: 'text', label: 'Name' })], { language: 'fr' });
    const { page, stub, field } = await browser.open(state, { locale: 'de' });
    await field('Name').fill('Ada');

    await page.getByRole('combobox', { name: 'Langue' }).selectOption('ar');

    await page.getByRole('button', { name: 'إنهاء' }).waitFor();
    await eventually(() => stub.state.fields[0]?.value).toBe('Ada');
    expect(await field('Name').inputValue()).toBe('Ada');
    expect(await focusedName(page)).toBe('اللغة');
    expect(stub.asked.filter((line) => line === 'GET /pdf')).toHaveLength(1);
    await page.reload();
    await page.getByRole('button', { name: 'إنهاء' }).waitFor();
    expect(await frameOf(page)).toEqual(['ar', 'rtl']);
  });

  test('names in the other direction are isolated from the sentence around them', async () => {
    const state = aState([aField({ fieldType: 'signature', label: 'الطرف الأول' })]);
    state.document.senderName = 'شركة الثقة';
    const { page } = await browser.open(state);

    expect(await page.getByText('asks you to sign.').textContent()).toBe('\u2068شركة الثقة\u2069 asks you to sign.');
    await page.getByRole('button', { name: 'Sign here: \u2068\u2068الطرف الأول\u2069, required\u2069' }).waitFor();
  });

  test.each([
    ['en', 'No font has these characters: \u{10A00}'],
    ['de', 'Das kann nicht gedruckt werden: \u{10A00}.'],
    ['ja', '印刷できない文字があります：\u{10A00}。'],
  ])('a value that no font can print is refused in %s while it can be changed', async (locale, message) => {
    const name = aField({ fieldType: 'text', label: 'Name' });
    const { page, field } = await browser.open(aState([name]), { locale });

    await field('Name').fill('Ada \u{10A00}');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(message).waitFor();
    await field('Name').fill('山田太郎 홍길동 张三');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(message).waitFor({ state: 'detached' });
  });

  test('errors are shown in the language of the page, the sender’s own message unchanged', async () => {
    const married = aField({ fieldType: 'checkbox', label: 'Verheiratet', required: false });
    const spouse = aField({
      fieldType: 'text',
      label: 'Name des Ehepartners',
      required: false,
      yPosition: 300,
      requiredWhen: married,
      requiredWhenFieldId: married.id,
    });
    const code = aField({
      fieldType: 'text',
      label: 'Kennung',
      yPosition: 400,
      required: false,
      validationPattern: '\\d+',
      validationMessage: 'Only digits, please.',
    });
    const { page, field, button } = await browser.open(aState([married, spouse, code]), {
      locale: 'de',
    });

    await field('Verheiratet').check();
    await field('Kennung').fill('abc');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Only digits, please.').waitFor();
    await field('Kennung').fill('');
    await page.keyboard.press('Enter');
    await button('Abschließen').click();

    await page
      .getByRole('alert')
      .getByText('Name des Ehepartners muss ausgefüllt werden, wenn Verheiratet gewählt ist.')
      .waitFor();
  });
});
