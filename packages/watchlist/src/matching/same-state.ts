/**
 * Passports of Hong Kong and Macao name China as state and nationality, and lists name either, so
 * the three do not contradict each other.
 */
const OF_CHINA: readonly string[] = ['CN', 'HK', 'MO'];

export const isSameState = (one: string, other: string) =>
  one === other || (OF_CHINA.includes(one) && OF_CHINA.includes(other));
