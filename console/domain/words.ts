/** A condition of a policy: an input compared with a value. */
export interface Condition {
  input: string;
  operator: string;
  value: unknown;
}

export const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '≠',
  in: 'is one of',
  not_in: 'is none of',
  contains: 'has',
  intersects: 'has one of',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  eq_fact: '= value of',
  neq_fact: '≠ value of',
};

export const conditionInWords = ({ input, operator, value }: Condition) =>
  `${input} ${OPERATORS[operator] ?? operator} ${valueInWords(value)}`;

/** A value of evidence or of a policy. */
export function valueInWords(value: unknown): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'number') return shown(value);
  if (Array.isArray(value)) return value.map(valueInWords).join(', ');
  return value === null || value === undefined ? '–' : String(value);
}

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });
export const shown = (value: number) => number.format(value).replace('-', '−');
export const signed = (value: number) => (value > 0 ? `+${shown(value)}` : shown(value));

/** `source_of_funds` and `device.accounts` as words. */
export function wordsOf(key: string): string {
  const words = key.replaceAll(/[_.-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
