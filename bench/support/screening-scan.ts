/**
 * The baseline of the index: every listed name is compared with the subject's by Jaro–Winkler, word by word, as
 * scanning matchers do. Names are normalised once beforehand, in favour of the scan.
 */
const PREFIX_LETTERS = 4;
const PREFIX_WEIGHT = 0.1;

function jaro(a: string, b: string): number {
  if (a === b) return 1;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const matched: number[] = [];
  for (let i = 0; i < a.length; i += 1)
    for (let j = Math.max(0, i - reach); j <= Math.min(b.length - 1, i + reach); j += 1)
      if (taken[j] === 0 && a.charCodeAt(i) === b.charCodeAt(j)) {
        taken[j] = 1;
        matched.push(a.charCodeAt(i));
        break;
      }
  if (matched.length === 0) return 0;
  let at = 0;
  let swapped = 0;
  for (let j = 0; j < b.length; j += 1)
    if (taken[j] === 1) {
      if (b.charCodeAt(j) !== matched[at]) swapped += 1;
      at += 1;
    }
  const count = matched.length;
  return (count / a.length + count / b.length + (count - swapped / 2) / count) / 3;
}

export function jaroWinkler(a: string, b: string): number {
  const similarity = jaro(a, b);
  let prefix = 0;
  while (prefix < PREFIX_LETTERS && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return similarity + prefix * PREFIX_WEIGHT * (1 - similarity);
}

export interface ScannedName {
  entry: number;
  words: readonly string[];
}

/** The best entries, each word of the subject against its best word of the name. */
export function scan(names: readonly ScannedName[], subject: readonly string[], atLeast: number) {
  const found = new Map<number, number>();
  for (const { entry, words } of names) {
    let sum = 0;
    for (const own of subject) {
      let best = 0;
      for (const listed of words) best = Math.max(best, jaroWinkler(own, listed));
      sum += best;
    }
    const score = sum / subject.length;
    if (score >= atLeast && score > (found.get(entry) ?? 0)) found.set(entry, score);
  }
  return found;
}
