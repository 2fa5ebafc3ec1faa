/** `2012-05-07`, `2012-05`, `2012`; anything vaguer states no date. */
export const statedDay = (text: string | null | undefined): string | null =>
  text && /^\d{4}(?:-\d\d){0,2}$/.test(text) ? text : null;
