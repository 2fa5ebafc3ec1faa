import type { SourcePlace } from './tree.ts';

/** A problem in a source or its data, with its place in the source. */
export interface SourceFinding extends SourcePlace {
  message: string;
}
