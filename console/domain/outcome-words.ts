/** What an outcome says of a subject. */
export const OUTCOMES = [
  ['confirmed_fraud', 'Fraud, confirmed'],
  ['confirmed_money_laundering', 'Money laundering, confirmed'],
  ['suspicion_reported', 'Suspicion reported to the authority'],
  ['sanctions_breach', 'Breach of sanctions'],
  ['loss', 'Loss'],
  ['legitimate', 'Legitimate: examined and in order'],
] as const;
export type OutcomeLabel = (typeof OUTCOMES)[number][0];

export const outcomeWord = (label: string) => OUTCOMES.find(([key]) => key === label)?.[1] ?? label;
