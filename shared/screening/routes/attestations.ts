import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get } from '#shared/platform/http/route.ts';
import { ATTESTATIONS_PER_PAGE, Attestation, AttestationPage } from '../attestation.ts';
import { COVERAGE_DAYS, ListCoverage } from '../lists/coverage.ts';

const Day = z.iso.date().describe('A day, such as 2026-03-14.');

const notYet = [
  409,
  'The day is not over, or was not an hour ago: attestations are made between 01:00 and 02:00 UTC.',
] as const;

export const attestationRoutes = defineRoutes('screening', {
  listScreeningAttestations: get('/screening/attestations', 'client', AttestationPage, {
    summary: 'List screening attestations',
    description:
      'One for each day (UTC) since the organization and mode screened anyone for the first time, made in the night after it: ' +
      'which versions of each list were searched from when to when, when their publishers confirmed them, every gap, held and ' +
      'stale period, the watches that were verified and against what, and the runs that were incomplete. The oldest first, ' +
      `${ATTESTATIONS_PER_PAGE} days to a page.`,
    query: z
      .strictObject({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be before `from`.' }),
    uses: { tables: { screening: ['Query'] } },
  }),
  readScreeningAttestation: get('/screening/attestations/{date}', 'client', Attestation, {
    summary: 'Read a screening attestation',
    params: { date: Day },
    problems: {
      ...missing,
      not_attested_yet: notYet,
    },
    uses: { tables: { screening: ['GetItem'] } },
  }),
  readListCoverage: get('/screening/sources/{key}/coverage', 'client', ListCoverage, {
    summary: 'Read the coverage calendar of a list',
    description:
      `${COVERAGE_DAYS} days (UTC), and for each what its attestation says of the list: its outcome, the minutes of its gaps, and whether a ` +
      'version waited for approval or the last confirmation was too old. Own lists of your organization and mode too, while they exist.',
    params: { key: z.string().max(80) },
    query: z.strictObject({
      until: Day.optional().describe('The last day; by default the last one that was over an hour ago.'),
    }),
    problems: { not_found: [404, 'The list does not exist.'], not_attested_yet: notYet },
    uses: { tables: { screening: ['BatchGetItem', 'Query'] } },
  }),
});
