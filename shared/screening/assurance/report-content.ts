import type { AssuranceResult } from '@assay/watchlist/assurance';
import {
  CLASS_WORDS,
  EXPECTED_WORDS,
  KNOWN_WORDS,
  LOWEST_REVIEW_SCORE,
  OUTCOME_WORDS,
  percent,
  STATUS_WORDS,
} from '@assay/watchlist/assurance-reading';
import type { ScreeningAssurance } from './assurance.ts';
import { isOfClass } from './carry-limits.ts';

/** A completed test as a report for a supervisor: every text and number that is printed. */
export interface ReportContent {
  title: string;
  about: readonly string[];
  tested: readonly string[];
  sections: readonly { title: string; texts: readonly string[] }[];
  classes: readonly ClassRow[];
  alerts: readonly { score: string; bare: string; known: string }[];
}

interface ClassRow {
  label: string;
  known: string;
  expected: string;
  found: string;
  interval: string;
  cases: string;
  status: string;
}

type CompletedAssurance = ScreeningAssurance & { result: NonNullable<ScreeningAssurance['result']> };

interface About {
  organization: string;
  mode: string;
  /** SHA-256 of the canonical JSON of the result. */
  digest: string;
}

export const REPORT_TITLE = 'Test of the effectiveness of screening';

/** Beyond these the API has more. */
const MISSES_OF_CLASS = 3;
const SCORE_STEP = 5;

export function reportContent(test: CompletedAssurance, { organization, mode, digest }: About): ReportContent {
  const { result, reviewScore, nextDueAt } = test;
  return {
    title: REPORT_TITLE,
    about: [
      `${organization}, ${mode} mode.`,
      `Test ${test.id}, started at ${test.createdAt} by ${test.createdBy}, ended at ${test.endedAt ?? ''}.`,
      `Outcome: ${OUTCOME_WORDS[result.outcome]} (${result.outcome}). The next test is due at ${nextDueAt ?? ''}.`,
    ],
    tested: testedTexts(test),
    classes: result.classes.map((one) => classRow(one, test.limits.some(isOfClass(one)))),
    alerts: result.alerts[0] ? alertRows(result, reviewScore) : [],
    sections: [
      ...(test.files.length > 0 ? [{ title: 'Cases of your own', texts: ownTexts(test) }] : []),
      { title: 'Accepted limits', texts: limitTexts(test) },
      { title: 'Above and below the line', texts: lineTexts(test) },
      { title: 'Differences to the test before', texts: differenceTexts(test) },
      { title: 'Missed cases', texts: missTexts(test) },
      { title: 'Limits', texts: LIMITS },
      {
        title: 'How to check this report',
        texts: [
          `SHA-256 of the property result of GET /screening/assurance/${test.id} as canonical JSON (members sorted by name, no spaces): ${digest}.`,
          'The same seed, list versions and scorer version give the same result again.',
          'This file is sealed: its seal covers every byte, and names the test and the organization. assay documents verify checks it, and the event report.sealed of the history has the SHA-256 of the file.',
        ],
      },
    ],
  };
}

export const METHOD: readonly string[] = [
  'Entries of the lists in use are drawn in equal shares per list. The name of each is changed in some twenty ways that happen in life, such as other spellings, ' +
    'typing errors, abbreviations and disguises, and each is screened by the name alone and with the date of birth and nationality that the list states. A case is ' +
    'found if the entry that it was made of reaches the review score.',
  'What is expected of each class was set before: it must be found (95 %), should be found (80 %), or is measured so that the limit is known. A class is below what is ' +
    'expected only if its whole 95 % Wilson interval is, so that few cases do not fail by chance.',
  'Customers who are on no list are composed of common names and screened too, to count alerts. No data of real customers is used.',
];

const LIMITS: readonly string[] = [
  'The test measures the lists, scores and scorer version that are named above. A change of any of them needs another test.',
  'It measures the search and the score. Whether people decide on alerts well, and whether all customers are screened, is not part of it.',
  'Manipulated names are made by rules. Names that people disguise in other ways are not covered.',
  'Composed customers have other names than your own: the alerts that they cause are an estimate of yours.',
];

function testedTexts(test: CompletedAssurance): string[] {
  const { profile, reviewScore, matchScore, listVersions, result } = test;
  return [
    profile
      ? `Profile ${profile.key}, version ${profile.version}.`
      : 'Lists and scores of the request, without a profile.',
    `Review from a score of ${reviewScore}, match from ${matchScore}. Scorer version ${test.scorerVersion}.`,
    ...listVersions.map(({ list, versionId, publishedAt }) =>
      versionId === null
        ? `List ${list}: it had no version and was not tested.`
        : `List ${list}: version ${versionId}${publishedAt ? `, published ${publishedAt}` : ''}.`,
    ),
    `Up to ${count(test.entries)} entries, ${count(result.customers)} customers on no list, seed ${test.seed}.`,
  ];
}

const classRow = (one: AssuranceResult['classes'][number], isAccepted: boolean): ClassRow => ({
  label: CLASS_WORDS[one.class],
  known: KNOWN_WORDS[one.known],
  expected: EXPECTED_WORDS[one.expected],
  found: one.recall === null ? '–' : percent(one.recall),
  interval: one.recall === null ? '–' : `${percent(one.low)} to ${percent(one.high)}`,
  cases: count(one.cases),
  status: STATUS_WORDS[one.status] + (isAccepted ? ', accepted' : ''),
});

function alertRows({ alerts }: AssuranceResult, reviewScore: number) {
  const at = (known: 'bare' | 'known', index: number) => {
    const of = alerts.find((one) => one.known === known);
    return `${of?.alertsPerThousandAt[index] ?? 0} (${of?.flaggedPerThousandAt[index] ?? 0})`;
  };
  return (alerts[0]?.alertsPerThousandAt ?? []).flatMap((_, index) => {
    const score = LOWEST_REVIEW_SCORE + index;
    if (index % SCORE_STEP !== 0 && score !== reviewScore) return [];
    const label = score === reviewScore ? `${score} (tested)` : String(score);
    return [{ score: label, bare: at('bare', index), known: at('known', index) }];
  });
}

function ownTexts({ files, result: { own } }: CompletedAssurance): string[] {
  const ofFiles = files.map(
    ({ use, rows, sha256 }) =>
      `${use === 'own' ? 'Cases' : 'Customers on no list'}: ${count(rows)} rows of a file with the SHA-256 ${sha256}. It is deleted; ` +
      'nothing of it but lines and references is in this report.',
  );
  if (!own) return ofFiles;
  const { found, notFound, deviations } = own;
  return [
    ...ofFiles,
    `Must be found: ${count(found.asExpected)} of ${count(found.cases)} are. Must not be found: ${count(notFound.asExpected)} of ${count(notFound.cases)} are not.`,
    ...deviations
      .slice(0, SHOWN_DEVIATIONS)
      .map(
        ({ line, reference, expected, outcome, topScore, source, entryId }) =>
          `Line ${line}${reference === null ? '' : ` (${inFonts(reference)})`}: expected ${expected}, came out ${outcome}` +
          `${topScore === null ? '' : `, score ${topScore} for ${source} ${entryId}`}.`,
      ),
  ];
}

const SHOWN_DEVIATIONS = 20;

function limitTexts({ limits, lapsedLimits, result, outcomeBeyondLimits }: CompletedAssurance): string[] {
  const accepted = limits.map(
    (one) =>
      `${labelOf(one)}: ${percent(one.recall)} accepted by ${one.acceptedBy} at ${one.acceptedAt} until ${one.expiresAt}, proposed by ` +
      `${one.proposedBy}: ${inFonts(one.reason)} Accepted because: ${inFonts(one.acceptanceReason)}`,
  );
  const lapsed = lapsedLimits.map(
    (one) => `${labelOf(one)}: the limit ${LAPSED_WORDS[one.reason]}, and is no longer accepted.`,
  );
  if (accepted.length === 0) return ['No limit is accepted.', ...lapsed];
  return [
    ...accepted,
    ...lapsed,
    `Classes with an accepted limit count in the outcome (${result.outcome}). Without them it would be ${outcomeBeyondLimits}.`,
  ];
}

const LAPSED_WORDS = {
  expired: 'has expired',
  recall_fell: 'has lapsed because the class finds less than it did',
} as const;

const labelOf = ({ class: key, known }: Pick<AssuranceResult['classes'][number], 'class' | 'known'>) =>
  `${CLASS_WORDS[key]}, ${KNOWN_WORDS[known].toLowerCase()}`;

/** How comparisons near the review score came out, and what people decided on matches there. */
function lineTexts({ result: { line }, decisions, reviewScore }: CompletedAssurance): string[] {
  const of = (samples: CompletedAssurance['result']['line']['above']) =>
    `${count(samples.filter(({ isListed }) => isListed).length)} of listed records, ${count(samples.filter(({ isListed }) => !isListed).length)} of customers on no list`;
  const people = decisions?.byScore ?? [];
  return [
    `Comparisons drawn with a score from ${reviewScore} on: ${of(line.above)}. Below: ${of(line.below)}.`,
    ...(people.length === 0
      ? ['People have decided on no match with a score near the line in the year before the test.']
      : people.map(
          ({ score, confirmed, falsePositive }) =>
            `Score ${score}: people confirmed ${count(confirmed)} matches and found ${count(falsePositive)} false.`,
        )),
    ...(decisions && !decisions.isComplete ? ['Only a part of the decisions of that year was read.'] : []),
  ];
}

function differenceTexts({ comparedWith, differences }: CompletedAssurance): string[] {
  if (comparedWith === null) return ['This is the first test of this profile, or of these lists and scores.'];
  if (differences.length === 0) return [`Every class has the recall that it had in test ${comparedWith}.`];
  return differences.map(
    ({ before, now, isBeyondChance, ...one }) =>
      `${labelOf(one)}: ${percent(before)} in test ${comparedWith}, ${percent(now)} now, ` +
      `${isBeyondChance ? 'beyond' : 'within'} chance.`,
  );
}

function missTexts({ missed, misses, reviewScore, id }: CompletedAssurance): string[] {
  if (missed === 0) return [`Every case reaches the review score of ${reviewScore}.`];
  const leftOut = misses.filter(({ reason }) => reason === 'not_searched').length;
  const byClass = Map.groupBy(misses, ({ class: key, known }) => `${key} ${known}`);
  return [
    `Cases below the review score of ${reviewScore}: ${count(missed)}. Up to ${MISSES_OF_CLASS} of each class follow; GET /screening/assurance/${id} has more.`,
    ...(leftOut > 0
      ? [`The search left out ${count(leftOut)} of the kept cases, which is a defect and not a limit.`]
      : []),
    ...[...byClass.values()].flatMap((ofClass) => ofClass.slice(0, MISSES_OF_CLASS).map(missText)),
  ];
}

function missText(miss: CompletedAssurance['misses'][number]): string {
  const { name, dateOfBirth, nationality, source, entryId, listedName, score, factors, reason } = miss;
  const screened = [name, dateOfBirth, nationality].flatMap((part) => part ?? []).join(', ');
  const why = factors.map(({ code, points }) => `${code} ${points > 0 ? '+' : ''}${points}`).join(', ');
  return (
    `${CLASS_WORDS[miss.class]}, ${KNOWN_WORDS[miss.known].toLowerCase()}: ${inFonts(screened)} for ${inFonts(listedName)} ` +
    `(${source} ${entryId}), score ${score}${why && `: ${why}`}${reason === 'not_searched' ? '; left out by the search' : ''}.`
  );
}

const count = (value: number) => value.toLocaleString('en-GB');

const UNPRINTED = /[^\x20-\x7e\u00a0-\u00ac\u00ae-\u024f\u2013\u2014\u2018-\u201f]/gu;

/** Look-alike and invisible characters are named because a reader would miss them, and other scripts because a font may be missing. */
const inFonts = (text: string) =>
  text
    .normalize('NFC')
    .replace(UNPRINTED, (one) => `[U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`);
