import type { Locator, Page } from 'playwright-core';
import type { Sight } from './browser.ts';

/** Draws wide waves, one below the other. */
export async function drawStrokes(
  page: Page,
  pad: Locator,
  strokes: number,
  { stepPx = 10 }: { stepPx?: number } = {},
) {
  const place = await pad.boundingBox();
  if (!place) throw new Error('There is no pad to draw on.');
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const y = place.y + 50 + stroke * 60;
    await page.mouse.move(place.x + 30, y);
    await page.mouse.down();
    for (let step = 1; step <= 20; step += 1)
      await page.mouse.move(place.x + 30 + step * stepPx, y + Math.sin(step / 2) * 20);
    await page.mouse.up();
  }
}

/** The picture on the pad. */
export const signaturePicture = (pad: Locator) =>
  pad.evaluate((canvas) => (canvas as unknown as { toDataURL: () => string }).toDataURL());

export async function signByTyping(
  { page, button }: Sight,
  name: RegExp,
  { name: typed, isForAll = false }: { name?: string; isForAll?: boolean } = {},
) {
  await button(name).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Type' }).click();
  if (typed !== undefined) await dialog.getByRole('textbox').fill(typed);
  if (isForAll) await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Use it' }).click();
  await dialog.waitFor({ state: 'detached' });
}
