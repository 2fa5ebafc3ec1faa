const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** `IR` as `Iran`. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
