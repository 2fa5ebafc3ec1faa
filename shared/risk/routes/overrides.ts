import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, type Problems, post } from '#shared/platform/http/route.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { CreatedOverride, NewOverride, NewOverrideProposal, OverrideRecord, Revocation } from '../override.ts';
import {
  NewRevocationProposal,
  OverrideProposal,
  OverrideProposals,
  RevocationProposal,
  RevocationProposals,
} from '../proposal.ts';

const notOverridable: Problems = {
  incomplete_assessment: [422, 'An incomplete assessment cannot be overridden to `none`.'],
  invalid_expiry: [422, '`expiresAt` must be in the future and within one year.'],
  assessment_not_current: [409, 'The assessment is no longer current.'],
};

const revoked: Problems = { already_revoked: [409, 'The override is already revoked.'] };

export const overrideRoutes = defineRoutes('risk', {
  proposeOverride: post('/risk/assessments/{id}/overrides/proposals', 'member', NewOverrideProposal, OverrideProposal, {
    summary: 'Propose an override',
    description:
      'For an owner or admin to accept with `proposalId` in `POST /risk/assessments/{id}/overrides`. Changes no ' +
      'decision. An assessment has one open proposal: a new one supersedes it.',
    problems: { ...missing, ...notOverridable },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'] } },
  }),
  listOverrideProposals: get('/risk/assessments/{id}/overrides/proposals', 'client', OverrideProposals, {
    summary: 'List the proposed overrides of an assessment',
    description: 'The latest 20, newest first.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
  createOverride: post('/risk/assessments/{id}/overrides', 'admin', NewOverride, CreatedOverride, {
    summary: 'Create a temporary override',
    description:
      'With the setting `fourEyes.overrides`, an override has to accept the proposal of another person. An open proposal ' +
      'that it does not name is superseded. A newer assessment ends the override, unless the policy carries overrides.',
    problems: {
      ...missing,
      ...notOverridable,
      ...twoPeople,
      proposal_differs: [409, 'The proposal has another `decision` or `expiresAt`.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
  revokeOverride: post('/risk/overrides/{id}/revoke', 'admin', Revocation, OverrideRecord, {
    summary: 'Revoke an override',
    description:
      'Of an override that was carried, the one that continues it is revoked and returned. ' +
      'With the setting `fourEyes.overrides`, revoking an override that applies and is stricter than the assessment has to ' +
      'accept the proposal of another person.',
    status: 200,
    problems: { ...missing, ...revoked, ...twoPeople },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
  proposeRevocation: post('/risk/overrides/{id}/proposals', 'member', NewRevocationProposal, RevocationProposal, {
    summary: 'Propose to revoke an override',
    description:
      'For an owner or admin to accept with `proposalId` in `POST /risk/overrides/{id}/revoke`. An override has one open ' +
      'proposal: a new one supersedes it.',
    problems: { ...missing, ...revoked },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem'] } },
  }),
  listRevocationProposals: get('/risk/overrides/{id}/proposals', 'client', RevocationProposals, {
    summary: 'List the proposals to revoke an override',
    description: 'The latest 20, newest first.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'] } },
  }),
});
