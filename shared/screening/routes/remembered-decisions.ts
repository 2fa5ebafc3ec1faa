import * as z from 'zod';
import { ScreeningMemory } from '#shared/organization/settings/contract.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, post, put, RecordId } from '#shared/platform/http/route.ts';
import { pageOf, prose } from '#shared/platform/http/shapes.ts';
import { reasonWithProposal, requiresReasonWithProposal, twoPeople } from '#shared/platform/proposals.ts';
import { EXPIRED_AT_ONCE, REASON_CHARACTERS } from '../limits.ts';
import { DecisionExpiry, ExpiredDecisions, RememberedDecision, rememberedFilter } from '../remembered.ts';

const EXAMPLE = { rememberDecisions: true, expiresAfterDays: 365 };

const ScreeningSettings = z.object(ScreeningMemory.shape).meta({ id: 'ScreeningSettings', examples: [EXAMPLE] });

const ScreeningSettingsUpdate = z
  .strictObject({
    ...ScreeningMemory.shape,
    proposalId: RecordId.nullish().describe('The open proposal of another person that the update accepts.'),
    reason: prose(REASON_CHARACTERS).nullish().describe('Stored in the history only. Required with `proposalId`.'),
  })
  .refine(...reasonWithProposal)
  .meta({ ...requiresReasonWithProposal, id: 'ScreeningSettingsUpdate', examples: [EXAMPLE] });

export const rememberedRoutes = defineRoutes('screening', {
  readScreeningSettings: get('/screening/settings', 'client', ScreeningSettings, {
    isModeless: true,
    summary: 'Read the settings of screening',
    description: 'For both modes. Before the first update decisions are not remembered.',
    uses: { tables: { identity: ['BatchGetItem'] } },
  }),
  updateScreeningSettings: put('/screening/settings', 'owner', ScreeningSettingsUpdate, ScreeningSettings, {
    isModeless: true,
    summary: 'Update the settings of screening',
    description:
      'For both modes. With `rememberDecisions` a match of a new run inherits the latest decision on the same entry of the ' +
      'same list for the same subject, if the facts of the entry, the screened data and the factors are the same, the score is not ' +
      'higher and the decision is not older than `expiresAfterDays`. Otherwise it is `pending` as without the setting, with the ' +
      'reason in `reviewReason`. Decisions on runs that were made before count only if decisions were remembered then.\n\n' +
      'While `fourEyes.matches` is on, remembering decisions, or for longer, accepts the open proposal of another owner or admin ' +
      '(`POST /organization/settings/proposals` with `screening`). Other requests apply the new settings within five seconds.',
    idempotency: 'optional',
    problems: {
      ...twoPeople,
      proposal_differs: [409, 'The update differs from the proposal, or the rules have changed since it was made.'],
    },
    uses: { tables: { identity: ['BatchGetItem', 'PutItem'] } },
  }),
  listRememberedDecisions: get('/screening/decisions', 'client', pageOf(RememberedDecision), {
    summary: 'List remembered decisions',
    description:
      'The decisions on matches that later runs inherit, and those that have expired by their age. Oldest first, up to 100 ' +
      'per page. A page can have fewer, or none if few decisions fit the filters: continue while `nextOffset` is not null.',
    query: z.strictObject({ ...rememberedFilter, offset: Offset }),
    uses: { tables: { screening: ['Query', 'BatchGetItem'], identity: ['BatchGetItem'] } },
  }),
  expireRememberedDecisions: post('/screening/decisions/expire', 'admin', DecisionExpiry, ExpiredDecisions, {
    summary: 'Expire remembered decisions',
    description:
      `In one transaction, at most ${EXPIRED_AT_ONCE}. The next run that finds such an entry asks a person, with ` +
      '`reviewReason` `remembered_expired`. Matches that have inherited a decision, and the decided matches themselves, stay as ' +
      'they are. The history has an event for each decision.',
    status: 200,
    uses: { tables: { screening: ['BatchGetItem', 'PutItem'] } },
  }),
});
