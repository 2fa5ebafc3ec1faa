import type { Place } from './tree.ts';

/** What is wrong with a source, or with data for it, and where in the source that shows. */
export interface SourceFinding extends Place {
  message: string;
}
