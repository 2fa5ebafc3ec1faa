/**
 * Passports of Hong Kong and Macao name China as state and nationality; lists name the one or the other, and
 * the same list does either. They contradict nothing, then.
 */
const OF_CHINA: readonly string[] = ['CN', 'HK', 'MO'];

export const isSameState = (one: string, other: string) =>
  one === other || (OF_CHINA.includes(one) && OF_CHINA.includes(other));
