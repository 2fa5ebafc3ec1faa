/** Of two moments as we keep them. */
export const laterOf = (one: string, other: string) => (one > other ? one : other);
export const earlierOf = (one: string, other: string) => (one < other ? one : other);
