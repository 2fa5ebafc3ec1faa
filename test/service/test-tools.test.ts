import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { skippedInWords } from '#test/support/skipped-tests.ts';
import { sourceFiles } from '#test/support/source-files.ts';
import { findChromium, isPictured, isPresent, PICTURED_SHELL, TOOLS } from '#test/support/tools.ts';

afterEach(() => vi.unstubAllEnvs());

describe('tools of tests', () => {
  test.each(['Chromium', 'Poppler'] as const)('%s missing is an error with CI=true', (tool) => {
    vi.stubEnv('CI', 'true');
    expect(() => isPresent(tool, false)).toThrow(TOOLS[tool]);
    expect(isPresent(tool, true)).toBe(true);

    vi.stubEnv('CI', '');
    expect(isPresent(tool, false)).toBe(false);
  });

  test('Chromium is the one that CHROMIUM_PATH names, and no other', () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
    expect(findChromium()).toBeUndefined();

    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    expect(findChromium()).toBe(process.execPath);
  });
});

test('pictures: only the browser that they were taken with is one to compare with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const browser = (name: string, version: string) => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\necho "Chromium ${version}"\n`, { mode: 0o755 });
    return path;
  };
  const version = `${PICTURED_SHELL.replace('headless-shell-', '')}.0.1.2`;
  const isLinux = process.platform === 'linux';

  expect(isPictured(browser('chromium-headless-shell', version))).toBe(isLinux);
  expect(isPictured(browser('chrome', version))).toBe(false);
  expect(isPictured(browser('chromium-headless-shell', '9.0.1.2'))).toBe(false);
  expect(isPictured(join(folder, 'missing-headless-shell'))).toBe(false);
});

describe('the last lines of a run', () => {
  test('count the tests that were skipped, and say how to run them', () => {
    const lines = skippedInWords(
      [
        'console (needs Chromium) > opens',
        'console (needs Chromium) > closes',
        'stamps (needs Poppler)',
        'lists (needs published files) > OFAC',
        'only in a soak',
      ],
      ['needs Chromium', 'needs Poppler', 'needs published files'],
    );

    expect(lines).toEqual([
      '5 tests were skipped, of them',
      `  2 for want of Chromium. To run them: ${TOOLS.Chromium}.`,
      `  1 for want of Poppler. To run them: ${TOOLS.Poppler}.`,
      expect.stringMatching(/^ {2}1 for want of published files\. .*PUBLISHED_FILES/),
    ]);
  });

  test('are none if nothing is missing', () => {
    expect(skippedInWords(['only in a soak'], ['needs Chromium'])).toEqual([]);
    expect(skippedInWords(['console (needs Chromium) > opens'], [])).toEqual([]);
  });

  // The count is by names, so a test without the words would be skipped unseen.
  test.each([
    ['(needs Chromium)', /(?:skipIf\(!|runIf\()(?:chromiumPath|hasChromium)\)/],
    ['(needs Poppler)', /(?:skipIf\(!|runIf\()hasPoppler\)/],
    ['(needs published files)', /(?:skipIf\(!|runIf\()(?:hasPdfs|hasRealLists|existsSync)/],
  ])('find %s in the name of every file that skips for it', (words, skips) => {
    const files = sourceFiles('test', 'packages')
      .filter(({ path }) => path.endsWith('.test.ts') && !path.endsWith('test-tools.test.ts'))
      .filter(({ text }) => skips.test(text));

    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(({ text }) => !text.includes(words)).map(({ path }) => path)).toEqual([]);
  });
});
