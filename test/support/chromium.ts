import { type Browser, chromium } from 'playwright-core';
import { findChromium, isPresent } from './tools.ts';

/** The path of Chromium on this machine; tests that need it are skipped without it. */
export const chromiumPath = findChromium();
isPresent('Chromium', chromiumPath !== undefined);

/** Timeout of one step of a page; an idle machine needs less. */
export const STEP_MS = 120_000;

export function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium on this machine.');
  return chromium.launch({
    executablePath: chromiumPath,
    // Its sandbox does not work as root, and it only opens our own pages.
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
}

/** Beyond the modules of a file, because every file has instances of its own. */
const worker = globalThis as { assayChromium?: Promise<Browser> };

/** One for all files that a worker runs, until it ends. Tests close the contexts they open. */
export async function sharedChromium(): Promise<Browser> {
  const running = await worker.assayChromium;
  if (running?.isConnected()) return running;
  worker.assayChromium = launchChromium();
  return worker.assayChromium;
}

/** A script for pages in which timers of this length take longer, for what a busy machine would miss or give up. */
export const longerTimer = (fromMs: number, toMs: number) => `{
  const later = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => later(run, ms === ${fromMs} ? ${toMs} : ms, ...rest);
}`;
