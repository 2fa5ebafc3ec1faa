import { MEMBERS_PER_ROW } from '#shared/platform/ids.ts';
import { rowOffsets } from '#shared/platform/offsets.ts';
import { PEP_CANDIDATES, SANCTIONS_CANDIDATES } from './limits.ts';

/** Matches of a run in one row of the lists of matches, which is at most a page. */
export const MATCHES_PER_PART = 100;

const PARTS_PER_RUN = Math.ceil((PEP_CANDIDATES + SANCTIONS_CANDIDATES) / MATCHES_PER_PART);

/** A page ends behind a run, or behind any part of it. */
export const MATCH_OFFSETS = rowOffsets([MEMBERS_PER_ROW - 1, ...Array(PARTS_PER_RUN).keys()]);
