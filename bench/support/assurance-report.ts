import {
  type AssuranceTerms,
  chooseEntries,
  innocentCustomers,
  newTally,
  resultOf,
  runEntry,
  runInnocent,
} from '@assay/watchlist/assurance';
import { isLoaded } from '#packages/watchlist/src/search/search-pool.ts';
import { nameTables } from '#shared/screening/name-tables.ts';
import { report } from './engines.ts';
import { type Lists, openJointIndex } from './recall-editions.ts';
import { sized } from './size.ts';

/** The assurance program on the published lists, as an organization runs it on its own profile. */
const REVIEW_SCORES = [70, 65];
const FIRST_SCORE = 55;
const CUSTOMERS = sized(10_000, 5);

const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export async function printAssurance(published: Lists, { entries, seed }: { entries: number; seed: number }) {
  const lists = (await openJointIndex(published)).filter(isLoaded);
  const [reviewScore = 70] = REVIEW_SCORES;
  const terms: AssuranceTerms = { lists, policy: { reviewScore, matchScore: 90 }, seed, tables: nameTables };
  const tally = newTally();
  const started = process.cpuUsage();
  for (const chosen of chooseEntries(lists, { count: entries, seed })) await runEntry(terms, chosen, tally);
  const { user } = process.cpuUsage(started);
  for (const customer of innocentCustomers(CUSTOMERS, seed)) await runInnocent(terms, customer, tally);
  const { classes, alerts, customers } = resultOf(tally, reviewScore);
  const cases = classes.reduce((sum, one) => sum + one.cases, 0);
  report({ name: `assurance, ${entries} entries, ${cases} cases`, value: user / 1e6, unit: 's CPU' });
  row(['class', 'known', 'expected', 'cases', ...REVIEW_SCORES, '95 % interval at 70']);
  row(Array.from({ length: 5 + REVIEW_SCORES.length }, () => '---'));
  for (const { class: key, known, expected, cases: all, foundAt, low, high } of classes) {
    const found = REVIEW_SCORES.map((score) => (all === 0 ? '–' : percent((foundAt[score - FIRST_SCORE] ?? 0) / all)));
    row([key, known, expected, all, ...found, `${percent(low)} to ${percent(high)}`]);
  }
  row([
    'customers on no list',
    'known',
    'customers',
    ...REVIEW_SCORES.flatMap((score) => [`alerts, ${score}`, 'flagged']),
  ]);
  row(Array.from({ length: 3 + 2 * REVIEW_SCORES.length }, () => '---'));
  for (const { known, alertsPerThousandAt, flaggedPerThousandAt } of alerts)
    row([
      'per 1,000',
      known,
      customers,
      ...REVIEW_SCORES.flatMap((score) => [
        (alertsPerThousandAt[score - FIRST_SCORE] ?? 0).toFixed(1),
        (flaggedPerThousandAt[score - FIRST_SCORE] ?? 0).toFixed(1),
      ]),
    ]);
}
