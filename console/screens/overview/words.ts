import type { Overview } from '../../api/overview.ts';

export const DECISION_ROWS = [
  { decision: 'reject', label: 'Reject' },
  { decision: 'restrict', label: 'Restrict' },
  { decision: 'review', label: 'Review' },
  { decision: 'awaiting_evidence', label: 'Awaiting evidence' },
  { decision: 'none', label: 'No decision' },
] as const;

export const subjects = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'subject' : 'subjects'}`;

/** `4%`, and `less than 1%` for a small share that is not nothing. */
export const percent = (share: number) => (share > 0 && share < 0.01 ? 'less than 1%' : `${Math.round(share * 100)}%`);

const are = (count: number, what: string, whats: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en-GB')} ${count === 1 ? what : whats}`];

/** What changed since the beginning of yesterday, a sentence for each figure that is not zero. */
export function sinceYesterday(flow: Overview['sinceYesterday']): string[] {
  const { opened, closed, confirmed, falsePositive, screenings, screeningsWithMatches } = flow;
  const found = screeningsWithMatches === 0 ? 'without a match' : `${screeningsWithMatches} with a match`;
  return [
    ...are(opened, 'subject came onto the worklist', 'subjects came onto the worklist'),
    ...are(closed, 'subject was closed', 'subjects were closed'),
    ...are(confirmed, 'match was confirmed', 'matches were confirmed'),
    ...are(falsePositive, 'match was not the person', 'matches were not the person'),
    ...are(screenings, `screening, ${found}`, `screenings, ${found}`),
  ];
}
