/** Instants are text outside and milliseconds inside; text that is no instant is NaN. */
export const millisecondsOf = (instant: string) => Date.parse(instant);

const LAST_MS = 8_640_000_000_000_000;

/** The time of an evaluation; text that is no instant counts as the beginning, when nothing is known. */
export const evaluationMs = (evaluatedAt: string) => millisecondsOf(evaluatedAt) || 0;

export const instantText = (milliseconds: number) =>
  new Date(Math.min(milliseconds, LAST_MS)).toISOString();
