import type { Locator, Page } from 'playwright-core';

/** Draws a wave on the pad with touch events instead of a mouse. */
export async function drawWithFinger(page: Page, pad: Locator) {
  const place = await pad.boundingBox();
  if (!place) throw new Error('There is no pad to draw on.');
  const screen = await page.context().newCDPSession(page);
  const touch = (type: string, step?: number) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: step === undefined ? [] : [pointAt(place, step)],
    } as Parameters<typeof screen.send<'Input.dispatchTouchEvent'>>[1]);

  await touch('touchStart', 0);
  for (let step = 1; step <= 20; step += 1) await touch('touchMove', step);
  await touch('touchEnd');
  await screen.detach();
}

const pointAt = ({ x, y }: { x: number; y: number }, step: number) => ({
  x: x + 30 + step * 10,
  y: y + 70 + Math.sin(step / 2) * 25,
});
