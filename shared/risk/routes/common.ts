import * as z from 'zod';
import type { Problems } from '#shared/platform/http/route.ts';
import { Offset } from '#shared/platform/http/shapes.ts';

/** What routes of several themes have in common. */
export const missing = {
  not_found: [404, 'The record does not exist in this organization and mode.'],
} as const;

export const stale = {
  stale_revision: [409, 'The record has changed. Reload it and retry.'],
} as const;

export const existing = (code: string, what: string): Problems => ({
  [code]: [
    409,
    `${what} already exists. See \`existingId\`.`,
    { existingId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00' },
  ],
});

export const PageQuery = z.strictObject({ offset: Offset });
