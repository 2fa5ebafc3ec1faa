const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;

/** `LAST, First Middle` as it is spoken: `First Middle LAST`; `LAST, First, Jr.` keeps its end. */
export function spokenName(listed: string): string {
  const [last = '', ...rest] = listed.split(',').map((part) => part.trim());
  const given = rest.filter((part) => !SUFFIX.test(part));
  const suffixes = rest.filter((part) => SUFFIX.test(part));
  return [...given, last, ...suffixes].filter(Boolean).join(' ');
}
