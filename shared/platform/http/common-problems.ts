import type { Problems } from './route.ts';

/** Problems that routes of several modules return. */

export const missing = {
  not_found: [404, 'The record does not exist in this organization and mode.'],
} as const satisfies Problems;

export const stale = {
  stale_revision: [409, 'The record has changed. Reload it and retry.'],
} as const satisfies Problems;

/** The record exists already; the problem names it. */
export const existing = (code: string, what: string): Problems => ({
  [code]: [409, `${what} already exists. See \`existingId\`.`, { existingId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' }],
});
