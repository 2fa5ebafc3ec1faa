/**
 * The scope of one query: these items and, of the results for them, those whose item number has one
 * of these endings.
 */
export interface Slice {
  ids: readonly string[];
  /** `['']` means all. */
  endings: readonly string[];
}

const DIGITS = [...'0123456789'];
const FINEST_ENDING_CHARS = 2;

/** The part of a chunk that a name such as `7.0.1` denotes. */
export const sliceAt = (ids: readonly string[], chunk: string): Slice =>
  chunk
    .split('.')
    .slice(1)
    .reduce<Slice>((slice, half) => halfOf(slice, half === '1'), { ids, endings: [''] });

/** Splits by items; for a single item, by the last digits of its results. */
function halfOf({ ids, endings }: Slice, isSecond: boolean): Slice {
  if (ids.length > 1) return { ids: half(ids, isSecond), endings };
  return { ids, endings: half(endings.length > 1 ? endings : finer(endings), isSecond) };
}

const half = (all: readonly string[], isSecond: boolean) => {
  const middle = Math.ceil(all.length / 2);
  return isSecond ? all.slice(middle) : all.slice(0, middle);
};

const finer = (endings: readonly string[]) => endings.flatMap((ending) => DIGITS.map((digit) => digit + ending));

/** A description of a single item cannot be split; a search for one can. */
export const isDivisible = ({ ids, endings }: Slice, isSearch: boolean): boolean =>
  ids.length > 1 || (isSearch && (endings.length > 1 || (endings[0] ?? '').length < FINEST_ENDING_CHARS));
