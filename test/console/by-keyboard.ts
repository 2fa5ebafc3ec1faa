import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** As people do who use no mouse. */
export const pressOn = (page: Page, name: string) =>
  press(page, page.getByRole('button', { name, exact: true }).last());
export const pressOnLink = (page: Page, name: string) => press(page, page.getByRole('link', { name }).first());

export async function press(page: Page, target: Locator) {
  await focus(page, target);
  await page.keyboard.press('Enter');
}

export async function typeInto(page: Page, label: string, text: string) {
  await focus(page, page.getByRole('dialog').getByLabel(label));
  await page.keyboard.type(text);
}

/** With Tab alone. */
export async function focus(page: Page, target: Locator) {
  await target.waitFor();
  for (let press = 0; press < 80; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  expect(await target.evaluate((element) => element === document.activeElement)).toBe(true);
}
