import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import { focusedName, type Sight } from './browser.ts';
import { drawWithFinger } from './finger.ts';
import { signWithKeys, tabTo } from './keys.ts';

export const headed = ({ page }: Sight, name: string) => page.getByRole('heading', { name }).waitFor();

/** Waits until the first page of the document is visible, or its text on a narrow screen. */
export async function drawn({ page, errors }: Sight) {
  const document = page.locator('.sheet.drawn:visible, .flow:visible').first();
  await document.waitFor().catch(async (error: unknown) => {
    const text = await page.locator('body').innerText();
    throw new Error(`The page shows no document: ${[text, ...errors].join('\n').slice(0, 1_000)}`, { cause: error });
  });
}

export const hashOn = ({ page }: Sight) => page.locator('.digest').textContent();

/** The downloaded file and its name. */
export async function downloadedFrom({ page }: Sight) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the signed PDF' }).click(),
  ]);
  const sha256 = sha256Hex(readFileSync(await download.path()));
  return { name: download.suggestedFilename(), sha256 };
}

/** Fills the tenant's fields, except for the conditionally required one. */
export async function fillOnPhone(sight: Sight) {
  const { field } = sight;
  await acceptDisclosure(sight);
  await field('Full name').fill('Åse Nilsen & Søn');
  await field('Moving in on').tap();
  await field('I keep a pet').tap();
  await field('Rent is paid').selectOption('quarterly');
  await drawInto(sight, /Initials of the tenant/);
  await drawInto(sight, /Signature of the tenant/);
}

/** Accepts the disclosure and waits until the page shows it. */
export async function acceptDisclosure({ page }: Sight) {
  await page.getByLabel(/agree to use electronic records/).check();
  await page.getByText('You agreed to use electronic records').waitFor();
}

async function drawInto({ page, button }: Sight, name: RegExp) {
  await button(name).tap();
  await drawWithFinger(page, page.locator('.pad'));
  await button('Use it').tap();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button(/signed, press to change/)
    .and(button(name))
    .waitFor();
}

/**
 * Expects an error that names the missing field and its controlling field, and follows its link.
 */
export async function refusedForPet({ page }: Sight) {
  const message = 'Kind of pet is required when I keep a pet is selected.';
  await page.getByRole('alert').getByRole('link', { name: message }).waitFor();
  expect(await page.locator('.field-message:visible').allTextContents()).toEqual([message]);
  expect(await focusedName(page)).toBe('Kind of pet');
}

/** Fills all of the landlord's fields by keyboard. */
export async function fillWithKeys({ page }: Sight) {
  const { keyboard } = page;
  await tabTo(page, /^Read the disclosure$/);
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await page.getByText('You agreed to use electronic records').waitFor();
  await tabTo(page, /^Account$/);
  await keyboard.type('NO93 8601 1117 947');
  await tabTo(page, /^Signed on/, 1);
  await keyboard.press('Enter');
  await tabTo(page, /Signature of the landlord/);
  await signWithKeys(page);
  await tabTo(page, /^Finish$/);
  await keyboard.press('Enter');
}
