import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { BrowserContextOptions } from 'playwright-core';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { some } from '#test/support/soak.ts';
import { isPictured, PICTURED_SHELL } from '#test/support/tools.ts';
import { atRest, consoleBrowser, show } from './console-browser.ts';
import { answers } from './filled.ts';
import { clock } from './filled-base.ts';
import { ID, SUBJECT } from './screens.ts';

const browser = consoleBrowser();

const WIDE = { viewport: { width: 1440, height: 900 } };
const DARK = { ...WIDE, colorScheme: 'dark' } as const;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Screens of every kind, at both widths and in both themes. */
const LOOKS: Record<string, [path: string, options: BrowserContextOptions]> = {
  inbox: ['inbox', WIDE],
  'inbox-phone': ['inbox', PHONE],
  match: ['matches', WIDE],
  'match-phone': ['matches', PHONE],
  subject: [`subjects/${SUBJECT}`, WIDE],
  'subject-dark': [`subjects/${SUBJECT}`, DARK],
  policy: ['policies/onboarding', WIDE],
  'policy-comparison': ['policies/onboarding/compare/1...3', WIDE],
  lists: ['lists', WIDE],
  document: [`documents/${ID}`, WIDE],
  webhook: [`webhooks/${ID}`, WIDE],
};

/** The same in every run, because pages show ages and dates. */
const NOW = new Date('2026-03-15T12:00:00Z');
clock.nowMs = () => NOW.getTime();

const KEPT = join(import.meta.dirname, 'looks', PICTURED_SHELL);
/** Not committed. */
const DIFFERING = join(import.meta.dirname, '../../.local/looks');
/** Smoothing of text differs a little from machine to machine. */
const MOST_DIFFERING = 0.001;

const isComparable = isPictured(chromiumPath);

describe.skipIf(!isComparable)(`look of the console (needs Chromium) (needs ${PICTURED_SHELL})`, () => {
  test.each(some(Object.entries(LOOKS), 2))('console look: %s is as reviewed', async (name, look) => {
    const [path, options] = look;
    const { page, stub } = await browser.open('/test/contexts', answers, options);
    stub.setDate(NOW);
    await show(page, `/test/${path}`);

    const picture = await atRest(page, () => page.screenshot({ animations: 'disabled' }));

    const kept = join(KEPT, `${name}.png`);
    if (!existsSync(kept)) {
      await mkdir(KEPT, { recursive: true });
      await writeFile(kept, picture);
      expect.fail(`There was no picture of ${name}. Look at ${kept} and commit it.`);
    }
    const share = await differingShare(name, PNG.sync.read(await readFile(kept)), picture);
    expect(
      share,
      `${name} looks different: see ${DIFFERING}. If that is intended, delete ${kept} and run this test again.`,
    ).toBeLessThanOrEqual(MOST_DIFFERING);
  });
});

/** Part of all pixels; stores both pictures if it is too large. */
async function differingShare(name: string, before: PNG, picture: Buffer): Promise<number> {
  const now = PNG.sync.read(picture);
  const { width, height } = before;
  expect({ width: now.width, height: now.height }).toEqual({ width, height });
  const differences = new PNG({ width, height });
  const count = pixelmatch(before.data, now.data, differences.data, width, height);
  const share = count / (width * height);
  if (share > MOST_DIFFERING) {
    await mkdir(DIFFERING, { recursive: true });
    await writeFile(join(DIFFERING, `${name}.png`), picture);
    await writeFile(join(DIFFERING, `${name}-differences.png`), PNG.sync.write(differences));
  }
  return share;
}
