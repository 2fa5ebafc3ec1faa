import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { Mode } from '#shared/platform/caller.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { LIST_DAY_EXAMPLE, ListDay } from './lists/day-of-list.ts';

const VERSION_ID = '019ced2c-9000-7000-8000-5d3c2b1a0f00';

const WatchesOfDay = z.object({
  count: z.int(),
  verified: z.int().describe('Watches whose result held against these versions when they were last verified.'),
  failed: z.int().describe('Watches that could not be screened on that day: they say why in `problem`.'),
  verifiedAt: Timestamp.nullable().describe('The last time on that day; null if they never were.'),
  against: z.array(z.object({ key: z.string(), versionId: z.uuid().nullable() })),
});

const statement = {
  id: z.uuid(),
  organizationId: z.string(),
  mode: Mode,
  date: z.iso.date().describe('The day, in UTC.'),
  madeAt: Timestamp,
  lists: z.array(ListDay),
  watches: WatchesOfDay.nullable().describe('Null in a mode without watches.'),
  runs: z
    .object({ incomplete: z.int(), failed: z.int() })
    .describe('Runs of the day whose result is `incomplete`, and those that failed (`error`).'),
};

/** What the lists of a day were, and what was verified against them. */
export const Attestation = z
  .object({
    ...statement,
    digest: z
      .string()
      .describe(
        'SHA-256 of the canonical JSON of the other members. The event `screening.attestation.recorded` has it in its details, ' +
          'and is a leaf of the audit log.',
      ),
  })
  .meta({
    id: 'ScreeningAttestation',
    examples: [
      {
        id: '019cee9d-2f10-7a4c-9b1d-6f1c2b9a4e00',
        organizationId: '019ced2b-0000-7000-8000-5d3c2b1a0f00',
        mode: 'live',
        date: '2026-03-14',
        madeAt: '2026-03-15T01:12:04.113Z',
        lists: [LIST_DAY_EXAMPLE],
        watches: {
          count: 1_204,
          verified: 1_203,
          failed: 1,
          verifiedAt: '2026-03-14T22:31:40.020Z',
          against: [{ key: LIST_DAY_EXAMPLE.key, versionId: VERSION_ID }],
        },
        runs: { incomplete: 2, failed: 0 },
        digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
    ],
  });
export type Attestation = z.infer<typeof Attestation>;

export const withDigest = (stated: Omit<Attestation, 'digest'>): Attestation => ({
  ...stated,
  digest: sha256Hex(canonicalJson(stated)),
});

/** Days in one page of attestations. */
export const ATTESTATIONS_PER_PAGE = 31;

export const AttestationPage = z.object({
  items: z.array(Attestation),
  nextFrom: z.iso.date().nullable().describe('`from` of the next page; null on the last.'),
});
