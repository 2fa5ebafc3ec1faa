/** Compares ISO 8601 timestamps in UTC with milliseconds, as they are stored. */
export const laterOf = (one: string, other: string) => (one > other ? one : other);
export const earlierOf = (one: string, other: string) => (one < other ? one : other);
