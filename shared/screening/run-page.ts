import { MEMBERS_PER_ROW } from '#shared/platform/ids.ts';
import { checkNumberOf, EARLIEST_POSITION } from '#shared/platform/offsets.ts';

/**
 * Page numbers of the list of runs. A page number is a position in the list, so that every page
 * costs the same; a count such as 2 or 3 would require reading every earlier row. A run has a row
 * to itself, which leaves the member bits of its position free: they hold a check number, which
 * distinguishes a `nextPage` from a number that a client counted or made up.
 */
export const FIRST_PAGE = 1;

export const EARLIEST_PAGE = EARLIEST_POSITION;

/** From 1 to 127. */
const checkOf = (row: number) => checkNumberOf(row, MEMBERS_PER_ROW - 1) + 1;

const rowAt = (position: number) => Math.floor(position / MEMBERS_PER_ROW);

/** The number of the page that begins after the run at this position. */
export const pageAfter = (position: number) => rowAt(position) * MEMBERS_PER_ROW + checkOf(rowAt(position));

/** The position before which a page begins. */
export const positionBefore = (page: number) =>
  page === FIRST_PAGE ? Number.POSITIVE_INFINITY : rowAt(page) * MEMBERS_PER_ROW;

/** Whether it is the first page, or a number that was given as `nextPage`. */
export const isRunPage = (page: number) => page === FIRST_PAGE || (page >= EARLIEST_PAGE && page === pageAfter(page));
