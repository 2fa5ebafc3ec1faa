import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';

/**
 * With `SLOW_ANSWERS=1500` each answer that a page asks for is delayed by up to that many milliseconds. Tests that rely
 * on the order of answers, and screens that act before they know enough, fail then as they would on a busy machine.
 */
const SLOWEST_MS = Number(process.env.SLOW_ANSWERS ?? 0);

export const answerSlowly = () => (SLOWEST_MS > 0 ? sleep(Math.random() * SLOWEST_MS) : undefined);

/** For pages of a service whose answers cannot be delayed themselves. */
export async function withSlowAnswers(context: BrowserContext): Promise<void> {
  if (SLOWEST_MS === 0) return;
  await context.route('**/*', async (route) => {
    if (route.request().resourceType() === 'fetch') await answerSlowly();
    await route.fallback();
  });
}
