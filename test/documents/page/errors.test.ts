import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aField, aState, everyKind } from '#packages/signing-page/test/stub-document.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { DEVICES, eventually, expectAccessible, expectQuiet, focusedName, signersBrowser } from './browser.ts';
import { signByTyping } from './writing.ts';

/** In one step: on a slow machine the entry would be sent and answered before Finish is clicked. */
const typeAndFinish = (page: Page, value: string) =>
  page.evaluate(`
    const input = document.querySelector('.field input');
    input.value = ${JSON.stringify(value)};
    input.dispatchEvent(new Event('input', { bubbles: true }));
    [...document.querySelectorAll('button')].find((one) => one.textContent === 'Finish').click();
  `);

const browser = signersBrowser();

const twoFields = () => [
  aField({ fieldType: 'text', label: 'First' }),
  aField({ fieldType: 'text', label: 'Second', yPosition: 300 }),
];

type Place = { x: number; y: number; width: number; height: number };
const overlap = (a: Place, b: Place) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

describe.skipIf(!chromiumPath)('errors on the signing page (needs Chromium)', () => {
  test('a rejected value stays, with the sender’s message attached to its field', async () => {
    const { stub, page, field } = await browser.open(aState(everyKind()));

    await field('Full name').fill('Ada');
    await page.keyboard.press('Enter');
    const message = page.locator('.field-message:not([hidden])');
    await message.waitFor();

    expect(await message.textContent()).toBe('Give your first and last name.');
    expect(await field('Full name').inputValue()).toBe('Ada');
    expect(await field('Full name').getAttribute('aria-invalid')).toBe('true');
    expect(await field('Full name').getAttribute('aria-describedby')).toBe(await message.getAttribute('id'));
    expect(stub.state.fields.find(({ label }) => label === 'Full name')?.value).toBeNull();
    await expectAccessible(page);

    await field('Full name').fill('Ada Lovelace');
    await page.keyboard.press('Enter');
    await eventually(() => field('Full name').getAttribute('aria-invalid')).toBeNull();
    expect(await page.getByRole('alert').textContent()).toBe('');
  });

  test('a view that could not be recorded is sent again before signing', async () => {
    const fields = [aField({ fieldType: 'text', label: 'First', value: 'x' })];
    const { stub, page, button } = await browser.open(aState(fields));
    stub.fail(/POST \/view/, 503);
    stub.asked.length = 0;
    await page.reload();
    await eventually(() => stub.asked).toContain('POST /view');

    await button('Finish').click();

    await eventually(() => stub.asked.filter((line) => line.startsWith('POST'))).toEqual([
      'POST /view',
      'POST /view',
      'POST /complete',
    ]);
  });

  test.each(some(['phone', 'desktop'] as const, 1))(
    'a condition makes a field required, and finishing without it names both fields, on a %s',
    async (device) => {
      const opened = await browser.open(aState(everyKind()), DEVICES[device]);
      const { stub, page, field, button } = opened;
      const isRequired = () => field('Name of spouse').evaluate((input) => input.matches(':required'));
      const before = await isRequired();
      await field('Full name').fill('Ada Lovelace');
      await field('Date of birth').click();
      await field('Country').selectOption('Norway');
      await field('By post').check();
      await signByTyping(opened, /Initials/);
      await signByTyping(opened, /Signature of the tenant/, { isForAll: true });
      await field('Signed on (DD.MM.YYYY)').click();

      await field('Married').check();
      await eventually(isRequired).toBe(true);
      await button('Finish').click();
      const link = page.getByRole('link', {
        name: 'Name of spouse is required when Married is selected.',
      });
      await link.waitFor();

      expect(before).toBe(false);
      await eventually(() => focusedName(page)).toBe('Name of spouse');
      expect(await page.locator('.field-message:visible').textContent()).toContain('Married');
      expect(stub.state.signer.status).toBe('ready');
      await expectAccessible(page);

      await field('Country').focus();
      await link.click();
      expect(await focusedName(page)).toBe('Name of spouse');
      await field('Married').uncheck();
      await link.waitFor({ state: 'detached' });
      await button('Finish').click();
      await page.getByRole('heading', { name: 'You have signed' }).waitFor();
      expectQuiet(opened);
    },
  );

  test('all members of a group are marked until one is chosen, and no message covers a member', {
    tags: 'full',
  }, async () => {
    const options = ['Arbitration', 'Court of Oslo', 'Court of Bergen'].map((label, index) =>
      aField({
        fieldType: 'checkbox',
        label,
        groupKey: 'court',
        groupRequired: true,
        yPosition: 300 + index * 40,
        width: 20,
        height: 20,
        required: false,
      }),
    );
    const { page, field, button } = await browser.open(aState(options));
    const required = () => page.locator('.field[data-required]').count();
    const before = await required();

    await button('Finish').click();
    await eventually(() => focusedName(page)).toBe('Arbitration');
    const message = page.locator('.field-message:visible');
    const said = await message.textContent();
    const places = await Promise.all(
      [message, ...options.map(({ label }) => field(label ?? ''))].map((one) => one.boundingBox()),
    );
    await field('Court of Oslo').check();

    await page.getByText('1 of 1 field').waitFor();
    expect(said).toBe('Choose one of Arbitration, Court of Oslo, Court of Bergen.');
    const [own, ...others] = places;
    expect(others.filter((other) => own && other && overlap(own, other))).toEqual([]);
    expect([before, await required()]).toEqual([3, 0]);
  });

  test('the page says when nothing is required', { tags: 'full' }, async () => {
    const optional = aField({ fieldType: 'text', label: 'Remarks', required: false });
    const { page } = await browser.open(aState([optional]));

    await page.getByText('Only optional fields').waitFor();
  });

  test('entries that could not be sent stay, and are sent on request', async () => {
    const { stub, page, field, button } = await browser.open(aState(twoFields()));
    stub.fail(/POST .fields/, 503, 2);

    await field('First').fill('one');
    await field('Second').fill('two');
    await page.keyboard.press('Enter');
    await page.getByText('Your last entries are not saved.').waitFor();
    await expectAccessible(page);
    await button('Finish').click();
    const isFinished = stub.asked.includes('POST /complete');
    await button('Try again').click();

    await page.getByText('2 of 2 fields').waitFor();
    expect(isFinished).toBe(false);
    expect(stub.state.fields.map(({ value }) => value)).toEqual(['one', 'two']);
    expect(await page.getByText('Your last entries are not saved.').count()).toBe(0);
  });

  test('entries made offline are sent automatically once the browser is online', { tags: 'full' }, async () => {
    const { stub, page, field } = await browser.open(aState(twoFields()));
    await page.context().setOffline(true);

    await field('First').fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('Your last entries are not saved.').waitFor();
    await page.context().setOffline(false);

    await page.getByText('1 of 2 fields').waitFor();
    expect(stub.state.fields.map(({ value }) => value)).toEqual(['one', null]);
  });

  test('an entry that succeeds is followed by those that had failed', { tags: 'full' }, async () => {
    const { stub, page, field } = await browser.open(aState(twoFields()));
    stub.fail(/POST .fields/, 500, 1);

    await field('First').fill('one');
    await page.keyboard.press('Enter');
    await page.getByText('Your last entries are not saved.').waitFor();
    await field('Second').fill('two');
    await page.keyboard.press('Enter');

    await page.getByText('2 of 2 fields').waitFor();
    expect(stub.state.fields.map(({ value }) => value)).toEqual(['one', 'two']);
  });

  test('an answer about one field does not change what is being typed into another', { tags: 'full' }, async () => {
    const { stub, page, field } = await browser.open(aState(twoFields()));
    const letGo = stub.hold();

    await field('First').fill('one');
    await field('Second').focus();
    await page.keyboard.type('half a w');
    letGo();
    await page.getByText('1 of 2 fields').waitFor();

    expect(await field('Second').inputValue()).toBe('half a w');
    expect(stub.state.fields.map(({ value }) => value)).toEqual(['one', null]);
  });

  test('a value entered while an earlier one is being sent wins', { tags: 'full' }, async () => {
    const { stub, page, field } = await browser.open(aState(twoFields()));
    const letGo = stub.hold();

    await field('First').fill('one');
    await page.keyboard.press('Enter');
    await field('First').fill('other');
    await page.keyboard.press('Enter');
    letGo();

    await eventually(() => stub.state.fields[0]?.value).toBe('other');
    await page.getByText('1 of 2 fields').waitFor();
    expect(await field('First').inputValue()).toBe('other');
  });

  const twoSignatures = () =>
    ['Sig 1', 'Sig 2'].map((label, index) =>
      aField({ fieldType: 'signature', label, xPosition: 10, yPosition: 20 + index * 60, width: 120, height: 40 }),
    );
  const bothSigned = (stub: { state: { fields: { value: string | null }[] } }) =>
    eventually(() => stub.state.fields.map(({ value }) => value !== null)).toEqual([true, true]);

  test('a tap on another field while a signature is being sent is not lost, nor is Finish', async () => {
    const sight = await browser.open(aState(twoSignatures()));
    const { stub, button } = sight;
    await signByTyping(sight, /Sig 1/);
    const drawn = stub.hold(/^POST .fields/);

    await button(/Sig 2/).click();
    await button('Finish').click();
    drawn();

    await bothSigned(stub);
    await eventually(() => stub.state.signer.status).toBe('completed');
  });

  test('a tap on a field while “Use it” waits for the drawing places the signature there', async () => {
    const { stub, page, button } = await browser.open(aState(twoSignatures()));
    const place = await button(/Sig 2/).boundingBox();
    if (!place) throw new Error('The field is not on screen.');
    const letGo = stub.hold(/typed-signature$/);

    await button(/Sig 1/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Type' }).click();
    await dialog.getByRole('button', { name: 'Use it' }).click();
    await page.mouse.click(place.x + 5, place.y + 5);
    expect(await dialog.count()).toBe(1);
    letGo();

    await dialog.waitFor({ state: 'detached' });
    await bothSigned(stub);
    await page.getByText('2 of 2 fields').waitFor();
  });

  test('an error without a field is shown, and the page reloads the current state', { tags: 'full' }, async () => {
    const state = aState(twoFields());
    const { stub, page, field } = await browser.open(state);
    stub.fail(/POST .fields/, 409, 1, { code: 'field_frozen', detail: 'Its owner has signed.' });
    const [first] = state.fields;
    if (first) Object.assign(first, { isFrozen: true, value: 'theirs' });

    await field('First').fill('mine');
    await page.keyboard.press('Enter');

    await page.getByText('Its owner has signed.').waitFor();
    await page.getByRole('img', { name: 'First: theirs' }).waitFor();
    expect(await page.locator('.field input').count()).toBe(1);
  });

  test('a field that can no longer be changed is reset and can be signed', { tags: 'full' }, async () => {
    const state = aState(twoFields());
    for (const field of state.fields) field.value = 'as it was';
    const { stub, page, field, button } = await browser.open(state);
    const detail = 'Fields of this document were changed too often, so they stay as they are.';
    stub.fail(/POST .fields/, 409, 1, { code: 'trail_full', detail });

    await field('First').fill('other');
    await page.keyboard.press('Enter');

    await page.getByText(detail).waitFor();
    expect(await field('First').inputValue()).toBe('as it was');
    await expectAccessible(page);
    await button('Finish').click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  });

  test('a value rejected while finishing is not signed', async () => {
    const state = aState(twoFields());
    for (const field of state.fields) field.value = 'as it was';
    const { stub, page, field, button } = await browser.open(state);
    stub.fail(/POST .fields/, 409, 1, { code: 'trail_full', detail: 'Changed too often.' });

    await typeAndFinish(page, 'other');

    await page.getByText('Changed too often.').waitFor();
    await eventually(() => field('First').inputValue()).toBe('as it was');
    expect(stub.asked).not.toContain('POST /complete');
    await button('Finish').click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  });

  test('a value changed by another signer since it was shown is not signed', async () => {
    const state = aState(twoFields());
    for (const field of state.fields) field.value = 'EUR 1,000';
    const { stub, page, field, button } = await browser.open(state);
    // Its answer is the state that is shown.
    await eventually(() => stub.asked).toContain('POST /view');
    const [, second] = stub.state.fields;
    if (second) second.value = 'EUR 100,000';

    await button('Finish').click();

    await page.getByText('The document has changed.').waitFor();
    expect(await field('Second').inputValue()).toBe('EUR 100,000');
    expect(stub.state.signer.status).toBe('ready');
    await button('Finish').click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  });

  test('a value changed by the answer to the signer’s own last entry is not signed', { tags: 'full' }, async () => {
    const state = aState(twoFields());
    for (const field of state.fields) field.value = 'EUR 1,000';
    const { stub, page, button } = await browser.open(state);
    // Its answer is the state that is shown.
    await eventually(() => stub.asked).toContain('POST /view');
    const [, second] = stub.state.fields;
    if (second) second.value = 'EUR 100,000';

    await typeAndFinish(page, 'mine');

    await page.getByText('The document has changed since it was shown to you.').waitFor();
    expect(stub.asked).not.toContain('POST /complete');
    await button('Finish').click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(stub.state.fields.map(({ value }) => value)).toEqual(['mine', 'EUR 100,000']);
  });

  test('a document voided in the meantime is shown as voided', async () => {
    const { stub, page, field } = await browser.open(aState(twoFields()));
    stub.fail(/POST .fields/, 409, 1, { code: 'document_closed', detail: 'It was withdrawn.' });
    stub.state.document.status = 'voided';

    await field('First').fill('mine');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'The document was withdrawn' }).waitFor();
    expect(await focusedName(page)).toBe('The document was withdrawn');
  });

  test('nothing can be filled or finished while the document cannot be shown', { tags: 'full' }, async () => {
    const stub = await browser.start(aState(twoFields()));
    stub.fail(/GET .pdf/, 503, 1);
    const { page, field, button } = await browser.visit(stub);

    await page.getByText('The document could not be loaded.').waitFor();
    expect(await field('First').isVisible()).toBe(false);
    expect(await button('Finish').isVisible()).toBe(false);
    await expectAccessible(page);
    await button('Try again').click();

    await page.locator('.sheet.drawn').first().waitFor();
    expect(await field('First').isVisible()).toBe(true);
    expect(await page.getByText('The document could not be loaded.').count()).toBe(0);
  });
});
