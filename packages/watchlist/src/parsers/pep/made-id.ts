import { createHash } from 'node:crypto';

const ID_CHARS = 16;

/** An id for people without one in a roster: derived from the content, so that it is stable. */
export const madeId = (roster: string, content: string) =>
  `${roster}:${createHash('sha256').update(content).digest('hex').slice(0, ID_CHARS)}`;
