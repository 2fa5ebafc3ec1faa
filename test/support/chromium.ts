import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's binaries rather than its wrapper scripts, then where others put theirs. */
const PLACES = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Where a Chromium is on this machine, if anywhere; what needs one is skipped without it. */
export const chromiumPath = [process.env.CHROMIUM_PATH, ...PLACES].find(
  (path): path is string => path !== undefined && existsSync(path),
);

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
