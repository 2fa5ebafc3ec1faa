/** What somebody typed, as it is kept: blank is the same as nothing, and a line ends in one way. */
export function enteredValue(value: string | null): string | null {
  if (value === null || value.trim() === '') return null;
  return value.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
