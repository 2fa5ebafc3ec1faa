/** What one question is about: these items, and of what belongs to them those whose numbers end so. */
export interface Slice {
  ids: readonly string[];
  /** `['']` is all of them. */
  endings: readonly string[];
}

const DIGITS = [...'0123456789'];
const FINEST_ENDING_CHARS = 2;

/** The part of a numbered chunk that a name such as `7.0.1` stands for. */
export const sliceAt = (ids: readonly string[], chunk: string): Slice =>
  chunk
    .split('.')
    .slice(1)
    .reduce<Slice>((slice, half) => halfOf(slice, half === '1'), { ids, endings: [''] });

/** By items; of a single item, by the last digits of what is found for it. */
function halfOf({ ids, endings }: Slice, isSecond: boolean): Slice {
  if (ids.length > 1) return { ids: half(ids, isSecond), endings };
  return { ids, endings: half(endings.length > 1 ? endings : finer(endings), isSecond) };
}

const half = (all: readonly string[], isSecond: boolean) => {
  const middle = Math.ceil(all.length / 2);
  return isSecond ? all.slice(middle) : all.slice(0, middle);
};

const finer = (endings: readonly string[]) =>
  endings.flatMap((ending) => DIGITS.map((digit) => digit + ending));

/** What describes a single item cannot be asked for in parts; what is found for one can. */
export const isDivisible = ({ ids, endings }: Slice, isSearch: boolean): boolean =>
  ids.length > 1 ||
  (isSearch && (endings.length > 1 || (endings[0] ?? '').length < FINEST_ENDING_CHARS));
