import { decisionWord } from './decision-words.ts';

/** Decisions before and after as a square of counts. */
export interface MatrixCell {
  before: string;
  after: string;
  count: number;
}

/** From the mildest to the strictest. */
const ORDER = ['none', 'review', 'restrict', 'reject'];
const OTHERS = ['awaiting_evidence', 'not_assessed', 'applicability_not_matched', 'applicability_unknown'];

const WORDS: Record<string, string> = {
  not_assessed: 'Not assessed',
  applicability_not_matched: 'Not covered',
  applicability_unknown: 'Unknown whether covered',
};

export const outcomeWord = (decision: string) => WORDS[decision] ?? decisionWord(decision);

/** The rows and columns: the four decisions, and others only where there is a case. */
export function sidesOf(cells: readonly MatrixCell[]) {
  const sideOf = (member: 'before' | 'after') => {
    const there = new Set(cells.filter(({ count }) => count > 0).map((cell) => cell[member]));
    const unknown = [...there].filter((one) => !ORDER.includes(one) && !OTHERS.includes(one));
    return [...ORDER, ...OTHERS.filter((one) => there.has(one)), ...unknown];
  };
  return { rows: sideOf('before'), columns: sideOf('after') };
}

export type Direction = 'same' | 'stricter' | 'milder' | 'other';

export function directionOf({ before, after }: Pick<MatrixCell, 'before' | 'after'>): Direction {
  if (before === after) return 'same';
  const [from, to] = [ORDER.indexOf(before), ORDER.indexOf(after)];
  if (from < 0 || to < 0) return 'other';
  return to > from ? 'stricter' : 'milder';
}

/** Cases counted by their decisions. */
export function cellsOf(cases: readonly { before: { decision: string }; after: { decision: string } }[]): MatrixCell[] {
  const groups = Map.groupBy(cases, ({ before, after }) => JSON.stringify([before.decision, after.decision]));
  return [...groups].map(([pair, all]) => {
    const [before = '', after = ''] = JSON.parse(pair) as string[];
    return { before, after, count: all.length };
  });
}

/** `2 stricter, 1 milder, 43 as before`. */
export function matrixInWords(cells: readonly MatrixCell[]): string {
  const sum = (direction: Direction) =>
    cells.filter((cell) => directionOf(cell) === direction).reduce((total, { count }) => total + count, 0);
  const parts = [
    [sum('stricter'), 'stricter'],
    [sum('milder'), 'milder'],
    [sum('other'), 'otherwise different'],
    [sum('same'), 'as before'],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      .map(([count, word]) => `${count.toLocaleString('en')} ${word}`)
      .join(', ') || 'No case'
  );
}
