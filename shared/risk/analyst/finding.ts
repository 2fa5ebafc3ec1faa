import * as z from 'zod';
import { CITATIONS_PER_FINDING, FINDINGS, FINDINGS_BYTES, STATEMENT_CHARACTERS } from './limits.ts';

/** A statement of an analyst about a subject, with the records it is based on. */
const KEY = /^[a-z0-9][a-z0-9_.:-]{0,119}$/;

/** Control characters, and characters that display text in another order than it is stored. */
const DISGUISING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const Statement = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= STATEMENT_CHARACTERS, {
    message: `must have at most ${STATEMENT_CHARACTERS} characters`,
  })
  .refine((text) => !DISGUISING.test(text), { message: 'must be plain text' })
  .meta({ maxLength: STATEMENT_CHARACTERS });

const Citations = z
  .array(z.uuid())
  .max(CITATIONS_PER_FINDING)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'must not repeat' });

export const Finding = z.strictObject({
  key: z.string().regex(KEY).describe('Key of the finding within its investigation.'),
  statement: Statement,
  evidenceIds: Citations.describe('Receipts that the finding cites.'),
  eventIds: Citations.describe('Events that the finding cites.'),
  confidence: z.enum(['low', 'medium', 'high']),
});
export type Finding = z.infer<typeof Finding>;

/** All findings of an investigation. A model's answer must have this shape as well. */
export const Findings = z
  .array(Finding)
  .max(FINDINGS)
  .refine((findings) => new Set(findings.map(({ key }) => key)).size === findings.length, {
    message: 'must have unique keys',
  })
  .refine((findings) => Buffer.byteLength(JSON.stringify(findings)) <= FINDINGS_BYTES, {
    message: 'must have at most 256 KiB',
  });
