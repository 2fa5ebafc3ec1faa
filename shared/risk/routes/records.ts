import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, RecordId } from '#shared/platform/http/route.ts';
import { Instant, pageOf, paging, text } from '#shared/platform/http/shapes.ts';
import { AssessmentSummaryRecord } from '../assessment.ts';
import { eventFilter } from '../event-filter.ts';
import { EXTERNAL_ID_CHARACTERS, SEARCH_CHARACTERS } from '../limits.ts';
import { PolicyStatus } from '../policy.ts';
import { AnyRecord } from '../record.ts';
import { LIST_FILTERS, Resource } from '../resource.ts';
import { SubjectSummaryRecord } from '../subject.ts';
import { WorkDecision } from '../work.ts';

const ListQuery = z.strictObject({
  resourceId: RecordId.optional().describe('Filters by record.'),
  investigationId: RecordId.optional().describe('Filters by investigation.'),
  search: text(SEARCH_CHARACTERS).optional().describe('Literal, case-insensitive search of external id or policy key.'),
  kind: DefinitionKey.optional().describe('Filters subjects by kind. Of contexts: with `externalId`.'),
  externalId: text(EXTERNAL_ID_CHARACTERS)
    .optional()
    .describe('Filters by exact external id. Contexts also require `kind`.'),
  key: DefinitionKey.optional().describe('Filters by exact policy key.'),
  status: PolicyStatus.optional().describe('Filters by status.'),
  view: z
    .enum(['full', 'summary', 'webhook'])
    .optional()
    .describe(
      'Of assessments: `summary` leaves out `policy`, `evidence` and `inputs`. Of subjects: `summary` adds score, decision, ' +
        'open actions and assignee. Of events: `summary` adds `subject`, `webhook` adds `webhookBody`.',
    ),
  policyVersionId: RecordId.optional().describe('Filters assessments by policy version.'),
  band: DefinitionKey.optional().describe(
    'Filters assessments by band. With `policyVersionId`, and not with `decision`.',
  ),
  decision: WorkDecision.optional().describe(
    'Filters assessments by their own decision. With `policyVersionId`, and not with `band`.',
  ),
  ...eventFilter,
  from: Instant.optional().describe('Events that occurred from this time on.'),
  to: Instant.optional().describe('Events that occurred before this time. Must be after `from`.'),
  ...paging,
});

function filtersInWords(): string {
  const narrowed = Object.entries(LIST_FILTERS).filter(([, filters]) => filters.length > 0);
  return narrowed.map(([kind, filters]) => `${kind} by ${filters.map((one) => `\`${one}\``).join(' and ')}`).join(', ');
}

/** With `view=summary`, assessments and subjects are summaries. */
const ListedRecord = z.union([SubjectSummaryRecord, AnyRecord, AssessmentSummaryRecord]);

/** All kinds of records are listed and read in the same way. */
export const recordRoutes = defineRoutes('risk', {
  listRecords: get('/risk/{resource}', 'client', pageOf(ListedRecord), {
    summary: 'List records',
    forAuthors: 'by parameters',
    description:
      'In order of creation, or newest first with `order=newest`. The filters depend on the resource, and any other is refused: ' +
      `${filtersInWords()}. All take \`offset\` and \`order\`. \`search\` cannot be combined with exact filters or \`order=newest\`. ` +
      'Assessments of a version can take a second to be listed. ' +
      'A page of filtered events, or of subjects of one `kind`, can have few or no items and still have a `nextOffset`. ' +
      '`view=summary` costs three read units more per subject that one policy has assessed; of events, one read unit per subject. ' +
      'With `from` and `to` the list begins and ends with the range, whatever is outside it. ' +
      'The events are the history of the whole organization in this mode, of API keys, webhooks, verification and ' +
      'screening lists too.',
    params: { resource: Resource },
    query: ListQuery,
    uses: {
      tables: { risk: ['Query', 'BatchGetItem'], journal: ['Query', 'BatchGetItem'] },
      indexes: { risk: ['version', 'band', 'decision'] },
    },
  }),
  readRecord: get('/risk/{resource}/{id}', 'client', AnyRecord, {
    summary: 'Read a record',
    forAuthors: 'by parameters',
    params: { resource: Resource },
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'], journal: ['GetItem'] } },
  }),
});
