import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { offsetOf } from '#shared/platform/http/offset.ts';
import { defineRoutes, get } from '#shared/platform/http/route.ts';
import { pageOf, paging } from '#shared/platform/http/shapes.ts';
import { COUNT_OFFSETS } from '#shared/platform/offsets.ts';
import { ConsistencyProof, EventProof } from '../audit/prove.ts';
import { AuditRoot } from '../audit/root.ts';

const TreeSize = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the `treeSize` of a root')
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, description: '`treeSize` of a root.' });

/** Who may read events may read their proofs: the routes have the module, and so the scopes, of events. */
export const auditRoutes = defineRoutes('risk', {
  listAuditRoots: get('/audit/roots', 'client', pageOf(AuditRoot), {
    summary: 'List sealed roots of the audit log',
    description:
      'Every event of the organization and mode is a leaf of an append-only Merkle tree (RFC 9162). Its root is signed once a ' +
      'day, between 01:00 and 02:00 UTC, after a day with events. `upTo` of the newest root says up to where events are sealed. ' +
      'Save the roots outside the service: they prove later that no event was changed, removed, inserted or moved. ' +
      '`assay audit verify` does so offline.',
    query: z.strictObject({ ...paging, offset: offsetOf(COUNT_OFFSETS) }),
    uses: { tables: { journal: ['Query'] } },
  }),
  readEventProof: get('/audit/events/{id}/proof', 'client', EventProof, {
    summary: 'Prove that an event is in the audit log',
    description:
      'The leaf is the canonical JSON (members sorted by name, no spaces) of the event as `GET /risk/events/{id}` returns it: ' +
      '`id`, `resource` and the eight members of `data`. The proof is against the first root that was sealed after the event, ' +
      'so it never changes.',
    problems: {
      ...missing,
      event_not_sealed: [409, 'The event is not sealed yet.'],
      event_not_in_log: [
        409,
        'The event is not in the log as it is stored now: it was changed or added after its day.',
      ],
    },
    uses: { tables: { journal: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  readAuditConsistency: get('/audit/consistency', 'client', ConsistencyProof, {
    summary: 'Prove that a root continues an earlier one',
    description: 'Shows that the first `from` leaves of the tree of `to` leaves are those of the earlier root.',
    query: z
      .strictObject({ from: TreeSize, to: TreeSize })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Must not be less than `from`.' }),
    problems: missing,
    uses: { tables: { journal: ['GetItem', 'BatchGetItem'] } },
  }),
});
