/** Instants are text in the interface and milliseconds inside. Invalid text becomes NaN. */
export const millisecondsOf = (instant: string) => Date.parse(instant);

const LAST_MS = 8_640_000_000_000_000;

/** Invalid text counts as the epoch, when no evidence existed. */
export const evaluationMs = (evaluatedAt: string) => millisecondsOf(evaluatedAt) || 0;

export const instantText = (milliseconds: number) => new Date(Math.min(milliseconds, LAST_MS)).toISOString();
