import * as z from 'zod';
import { LookBackFinding } from './look-back.ts';

const { outcome: _o, isCertain: _c, version: _v, match: _m, ...kept } = LookBackFinding.shape;

/** What a look-back knows of a row with which a review was reached, or that was compared incompletely. */
export const LookedBackRow = z.object({
  ...kept,
  /** The first version that was compared incompletely. */
  incompleteWith: z.uuid().nullable(),
  /** The first version with which a review was reached. */
  reachedWith: z.uuid().nullable(),
  match: LookBackFinding.shape.match,
});
export type LookedBackRow = z.infer<typeof LookedBackRow>;

/** Those of a chunk, in the order of the file. */
export const LookedBackRows = z.array(LookedBackRow);
export type LookedBackRows = z.infer<typeof LookedBackRows>;

/** As before the comparison with a version, which may have been stored by a worker that died. */
export const withoutVersion = (rows: LookedBackRows, versionId: string): LookedBackRows =>
  rows.flatMap((row) => {
    const reached = row.reachedWith === versionId ? NOT_REACHED : {};
    const incomplete = row.incompleteWith === versionId ? { incompleteWith: null, incompleteReasons: [] } : {};
    const before = { ...row, ...reached, ...incomplete };
    return before.reachedWith || before.incompleteWith ? [before] : [];
  });

const NOT_REACHED = { reachedWith: null, match: null, done: null, runs: [], watchedSince: null };
