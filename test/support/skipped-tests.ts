import { existsSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { isFull } from './soak.ts';
import { isPictured, missingTools, PICTURED_SHELL, PUBLISHED_LISTS, TOOLS } from './tools.ts';

const PUBLISHED = 'needs published files';
const SHELL = `needs ${PICTURED_SHELL}`;

/** Words in the names of tests, and how such tests are run. */
const NEEDS = [
  ...Object.entries(TOOLS).map(([tool, remedy]) => ({ word: `needs ${tool}`, remedy })),
  {
    word: PUBLISHED,
    remedy: 'name their folder in PUBLISHED_FILES (CONTRIBUTING.md, "Test")',
  },
  {
    word: SHELL,
    remedy: 'name the path of that version in CHROMIUM_PATH, on Linux',
  },
] as const;

/** What is missing here. A test can also be skipped because a run names other tests. */
const missingHere = () => [
  ...missingTools().map((tool) => `needs ${tool}`),
  ...(existsSync(PUBLISHED_LISTS) ? [] : [PUBLISHED]),
  ...(isPictured() ? [] : [SHELL]),
];

/** How many tests were skipped because something is missing, and how to run them. */
export function skippedInWords(names: readonly string[], missing: readonly string[]): string[] {
  const lines = NEEDS.filter(({ word }) => missing.includes(word)).flatMap(({ word, remedy }) => {
    const count = names.filter((name) => name.includes(word)).length;
    const noun = word.replace('needs ', '');
    return count > 0 ? [`  ${count} for want of ${noun}. To run them: ${remedy}.`] : [];
  });
  return lines.length > 0 ? [`${names.length} tests were skipped, of them`, ...lines] : [];
}

/** Prints them after the summary, so that a green run does not seem to have run everything. */
export class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests('skipped')]);
    const [left, missed] = [skipped.filter(isLeftToTheFullRun), skipped.filter((one) => !isLeftToTheFullRun(one))];
    for (const line of skippedInWords(
      missed.map(({ fullName }) => fullName),
      missingHere(),
    ))
      console.log(line);
    if (left.length > 0) console.log(`Left to \`npm run test:full\`: ${left.length} tests.`);
  }
}

const isLeftToTheFullRun = ({ tags }: TestCase) => !isFull && tags.includes('full');
