import { createHash } from 'node:crypto';

const ID_CHARS = 16;

/** An id for whom a roster numbers not: the same for the same content, whatever else is listed. */
export const madeId = (roster: string, content: string) =>
  `${roster}:${createHash('sha256').update(content).digest('hex').slice(0, ID_CHARS)}`;
