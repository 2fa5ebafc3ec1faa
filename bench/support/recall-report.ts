import { writeFileSync } from 'node:fs';
import { GROUPS, type RecallCase } from './recall-case.ts';
import type { Innocent } from './recall-innocents.ts';
import type { RivalResult, Rivals, Sample } from './recall-rivals.ts';

export interface RecallOutcome {
  case: RecallCase;
  isFound: boolean;
  topScore: number;
}

export interface Flagged {
  innocent: Innocent;
  byName: number;
  withDetails: number;
  /** The names that were flagged, for a reader who tunes the matcher. */
  matched: string[];
}

export interface Measured {
  outcomes: readonly RecallOutcome[];
  flagged: readonly Flagged[];
  sample: Sample;
  rivals: Rivals | undefined;
}

const WORST = 30;

const percent = (part: number, all: number) => (all === 0 ? 0 : Number(((part / all) * 100).toFixed(1)));
const rateOf = <T>(all: readonly T[], is: (one: T) => boolean) => percent(all.filter(is).length, all.length);

const isRight = ({ case: { expected }, isFound }: RecallOutcome) => isFound === (expected === 'found');
const isWanted = ({ case: { expected } }: RecallOutcome) => expected === 'found';
const isFlagged = ({ byName }: Flagged) => byName > 0;
const isFlaggedKnown = ({ withDetails }: Flagged) => withDetails > 0;

function line(name: string, value: number, against?: string, ratio?: number): void {
  console.log(JSON.stringify({ name, value, unit: '%', against, ratio }));
}

const verdictOf = ([first]: readonly RecallOutcome[]) => (first?.case.expected === 'notFound' ? 'not found' : 'found');

export function printLines({ outcomes, flagged, sample, rivals }: Measured): void {
  for (const [kind, of] of Map.groupBy(outcomes, (one) => one.case.kind))
    line(`${kind}: ${verdictOf(of)}, of ${of.length}`, rateOf(of, isRight));
  for (const group of GROUPS) {
    const of = outcomes.filter((one) => one.case.group === group);
    if (of.length > 0) line(`${group} together: ${verdictOf(of)}, of ${of.length}`, rateOf(of, isRight));
  }
  const wanted = outcomes.filter(isWanted);
  line(
    `all that must be found, of ${wanted.length}`,
    rateOf(wanted, ({ isFound }) => isFound),
  );
  for (const [country, of] of Map.groupBy(flagged, ({ innocent }) => innocent.country)) {
    line(`innocents of ${country} flagged by name, of ${of.length}`, rateOf(of, isFlagged));
    line(`innocents of ${country} flagged with date of birth and nationality`, rateOf(of, isFlaggedKnown));
  }
  line(`innocents flagged by name, of ${flagged.length}`, rateOf(flagged, isFlagged));
  line('innocents flagged with date of birth and nationality', rateOf(flagged, isFlaggedKnown));
  if (rivals) printRivals({ outcomes, flagged, sample, rivals });
}

/** Our results for the cases and people of the comparison sample. */
function oursOf({ outcomes, flagged, sample }: Measured): RivalResult {
  const found = new Map(outcomes.map((one) => [one.case, one.isFound]));
  const byPerson = new Map(flagged.map((one) => [one.innocent, isFlagged(one)]));
  return {
    name: 'screening',
    found: sample.cases.map((one) => found.get(one) ?? false),
    flagged: sample.innocents.map((one) => byPerson.get(one) ?? false),
  };
}

export function recallOf({ cases }: Sample, { found }: Pick<RivalResult, 'found'>): number {
  const wanted = found.filter((_, at) => cases[at]?.expected === 'found');
  return rateOf(wanted, (isFound) => isFound);
}

function printRivals(measured: Measured): void {
  const { sample, rivals } = measured;
  if (!rivals) return;
  const ours = oursOf(measured);
  for (const rival of [rivals.scan, ...rivals.trigrams]) {
    const [mine, theirs] = [recallOf(sample, ours), recallOf(sample, rival)];
    const ratio = Number((mine / theirs).toPrecision(3));
    line(`screening: found of a sample of ${sample.cases.length}`, mine, rival.name, ratio);
    line(`${rival.name}: found of the sample`, theirs);
    line(`${rival.name}: innocents flagged by name, of ${rival.flagged.length}`, rateOf(rival.flagged, Boolean));
  }
  if (rivals.trigrams.length === 0) console.log('pg_trgm was not measured: PostgreSQL is not installed.');
}

/** A table for the README of the index: our results over all cases, and all engines over the sample. */
export function printTable(measured: Measured): void {
  const { outcomes, flagged, sample, rivals } = measured;
  const others = rivals ? [oursOf(measured), rivals.scan, ...rivals.trigrams] : [];
  const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  const cell = (value: number | undefined) => (value === undefined ? '' : `${value} %`);
  row(['', 'cases', 'screening', ...others.map(({ name }) => `${name} (sample)`)]);
  row(['---', '---', '---', ...others.map(() => '---')]);
  for (const group of GROUPS) {
    const of = outcomes.filter((one) => one.case.group === group);
    const inSample = (_: boolean, at: number) => sample.cases[at]?.group === group;
    const isGood = (isFound: boolean) => isFound === (verdictOf(of) === 'found');
    const theirs = others.map(({ found }) => {
      const own = found.filter(inSample);
      return own.length === 0 ? undefined : rateOf(own, isGood);
    });
    const label = verdictOf(of) === 'found' ? group : `${group}: not found`;
    if (of.length > 0) row([label, of.length, cell(rateOf(of, isRight)), ...theirs.map(cell)]);
  }
  const wanted = outcomes.filter(isWanted);
  const all = cell(rateOf(wanted, ({ isFound }) => isFound));
  row(['**all that must be found**', wanted.length, all, ...others.map((one) => cell(recallOf(sample, one)))]);
  const byName = others.map((one) => cell(rateOf(one.flagged, Boolean)));
  row(['innocents flagged by name', flagged.length, cell(rateOf(flagged, isFlagged)), ...byName]);
  const known = cell(rateOf(flagged, isFlaggedKnown));
  row(['innocents flagged, date of birth and nationality', flagged.length, known, ...others.map(() => '')]);
}

/** Every wrong case and the worst innocent names, a JSON object a line. */
export function writeDetails(path: string, { outcomes, flagged }: Measured): void {
  const wrong = outcomes
    .filter((one) => !isRight(one))
    .map(({ case: { kind, subject, target, expected }, topScore }) => {
      const listed = target.entry.names.slice(0, 4).map(({ text }) => text);
      return {
        kind,
        expected,
        subject,
        list: target.list,
        entryId: target.entry.id,
        listed,
        topScore,
      };
    });
  const worst = (kind: string, by: 'byName' | 'withDetails') =>
    flagged
      .filter((one) => one[by] > 0)
      .toSorted((a, b) => b[by] - a[by])
      .slice(0, WORST)
      .map(({ innocent, matched, byName, withDetails }) => ({
        kind,
        ...innocent,
        byName,
        withDetails,
        matched: matched.slice(0, 5),
      }));
  const lines = [
    ...wrong,
    ...worst('innocent by name', 'byName'),
    ...worst('innocent with date of birth and nationality', 'withDetails'),
  ];
  writeFileSync(path, `${lines.map((each) => JSON.stringify(each)).join('\n')}\n`);
}
