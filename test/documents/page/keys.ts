import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually, focusedName } from './browser.ts';

/** Presses Tab until this element has the focus; fails if it is never reached. */
export async function tabTo(page: Page, name: RegExp, steps = 30) {
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focusedName(page))) return;
  }
  throw new Error(`Tab does not lead to ${name}, but to ${await focusedName(page)}.`);
}

/** Confirms the prefilled typed signature and returns to the field. */
export async function signWithKeys(page: Page) {
  const name = await focusedName(page);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('ArrowRight');
  expect(await focusedName(page)).toBe('Type');
  await page.getByRole('dialog').locator('.typed-preview img').waitFor();
  await tabTo(page, /^Use it$/, 5);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(() => focusedName(page)).toContain('signed, press to change');
  expect(await focusedName(page)).toContain(name.replace(/^[\w ]+: /, '').split(',')[0]);
}
