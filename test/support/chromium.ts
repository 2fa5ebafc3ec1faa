import { type Browser, chromium } from 'playwright-core';
import { oncePerWorker } from './once-per-worker.ts';
import { findChromium, isPresent } from './tools.ts';

/** Where a Chromium is on this machine, if anywhere; what needs one is skipped without it. */
export const chromiumPath = findChromium();
isPresent('Chromium', chromiumPath !== undefined);

/** How long a page may take for one step. Longer than an idle machine needs. */
export const STEP_MS = 120_000;

export function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium on this machine.');
  return chromium.launch({
    executablePath: chromiumPath,
    // Its sandbox needs a user who is not root; what is opened here is our own.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** One for all files that a worker runs, until it ends. Tests close the contexts they open. */
export async function sharedChromium(): Promise<Browser> {
  const held = oncePerWorker('chromium', (): { browser?: Promise<Browser> } => ({}));
  if (!(await held.browser)?.isConnected()) held.browser = launchChromium();
  return held.browser as Promise<Browser>;
}
