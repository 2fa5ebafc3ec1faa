import type { Api } from '../../api/client.ts';

type Reasons = Awaited<ReturnType<Api['organization']['readSettings']>>['reasons'];
export type ReasonFact = Reasons['facts'][number]['fact'];

/** A reason as it is edited. A row that is added has an id before it has a text. */
export interface ReasonRow {
  id: number;
  list: 'falsePositive' | 'confirmed';
  text: string;
  fact: ReasonFact;
}

export const LISTS = [
  ['falsePositive', 'Reasons for “Not them”'],
  ['confirmed', 'Reasons for “It is them”'],
] as const;

/** What a reason of each list says about a fact. */
export const FACTS: Record<ReasonRow['list'], readonly (readonly [ReasonFact, string])[]> = {
  falsePositive: [
    ['none', 'Says nothing compared'],
    ['birth', 'Date of birth differs'],
    ['nationality', 'Nationality or country differs'],
    ['document', 'Document number differs'],
    ['name', 'Full name differs'],
    ['kind', 'Person or organization differs'],
  ],
  confirmed: [
    ['none', 'Says nothing compared'],
    ['birth', 'Date of birth agrees'],
    ['nationality', 'Nationality or country agrees'],
    ['document', 'Document number agrees'],
    ['name', 'Full name agrees'],
    ['kind', 'Person or organization agrees'],
  ],
};

export function rowsOf({ facts, ...lists }: Reasons): readonly ReasonRow[] {
  const factOf = (text: string) => facts.find(({ reason }) => reason === text)?.fact ?? 'none';
  return LISTS.flatMap(([list]) => lists[list].map((text) => ({ list, text, fact: factOf(text) }))).map((row, id) => ({
    id,
    ...row,
  }));
}

/** Rows without a text are left out. */
export function reasonsFrom(rows: readonly ReasonRow[]): Reasons {
  const written = rows.map((row) => ({ ...row, text: row.text.trim() })).filter(({ text }) => text);
  const textsIn = (list: ReasonRow['list']) => written.filter((row) => row.list === list).map(({ text }) => text);
  return {
    falsePositive: textsIn('falsePositive'),
    confirmed: textsIn('confirmed'),
    // A text of both lists has one fact, the first.
    facts: [...new Map(written.toReversed().map(({ text, fact }) => [text, fact]))].map(([reason, fact]) => ({
      reason,
      fact,
    })),
  };
}

/** For the comparison with what another person has saved. */
export const reasonsInWords = (reasons: Reasons): Record<string, string> =>
  Object.fromEntries(
    LISTS.map(([list, label]) => [
      label,
      rowsOf(reasons)
        .filter((row) => row.list === list)
        .map(({ text, fact }) => (fact === 'none' ? text : `${text} (${fact})`))
        .join(', ') || 'none',
    ]),
  );
