import * as z from 'zod';
import { prose } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';
import { OverrideProposal, PolicyProposal, RevocationProposal } from '#shared/risk/contract.ts';
import { ListProposal, MatchSubject, MatchSummary, ProfileProposal } from '#shared/screening/contract.ts';
import { OrganizationProposal } from './organization-proposal.ts';
import { SettingsProposal } from './settings-proposal.ts';

const REASON_CHARACTERS = 2_000;
const ABOUT_CHARACTERS = 80;

const KINDS = ['policy', 'override', 'revocation', 'match', 'profile', 'list', 'settings', 'organization'] as const;
const ProposalKind = z.enum(KINDS);

const base = {
  about: z.string().nullable().describe('Id or key of what would change. Null for settings and the organization.'),
  waitsForCaller: z
    .boolean()
    .describe('Whether the caller is another person whose role can make the change. False for closed proposals.'),
};

const { reason, ...withoutReason } = proposalShape;

/** The proposals of all kinds, so that one call shows what waits for a second person. */
const WaitingProposal = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('policy'), ...base, proposal: PolicyProposal }),
    z.object({ kind: z.literal('override'), ...base, proposal: OverrideProposal }),
    z.object({ kind: z.literal('revocation'), ...base, proposal: RevocationProposal }),
    z.object({
      kind: z.literal('match'),
      ...base,
      proposal: z.object({
        ...withoutReason,
        reason: reason.optional().describe('Only of closed ones: `GET /screening/matches/{id}` has it.'),
        decision: z.enum(['confirmed', 'false_positive']),
      }),
      match: MatchSummary,
      subject: MatchSubject.nullable(),
    }),
    z.object({ kind: z.literal('profile'), ...base, proposal: ProfileProposal }),
    z.object({ kind: z.literal('list'), ...base, proposal: ListProposal }),
    z.object({ kind: z.literal('settings'), ...base, proposal: SettingsProposal }),
    z.object({ kind: z.literal('organization'), ...base, proposal: OrganizationProposal }),
  ])
  .meta({ id: 'WaitingProposal' });
export type WaitingProposal = z.infer<typeof WaitingProposal>;

export const WaitingProposals = z.object({ items: z.array(WaitingProposal) }).meta({
  id: 'WaitingProposals',
  examples: [
    {
      items: [
        {
          kind: 'policy',
          about: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
          waitsForCaller: true,
          proposal: {
            ...PROPOSAL_EXAMPLE,
            reason: 'Tested against the assessments of March.',
            policyVersionId: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
            policyKey: 'onboarding',
            version: 3,
          },
        },
      ],
    },
  ],
});

export const ProposalsQuery = z.strictObject({
  status: z
    .enum(['open', 'closed'])
    .default('open')
    .describe('`closed`: the latest proposals of the caller that another person accepted, declined or superseded.'),
});

export const ProposalClosing = z
  .strictObject({
    kind: ProposalKind.describe('As in `GET /proposals`.'),
    about: z
      .string()
      .min(1)
      .max(ABOUT_CHARACTERS)
      .nullish()
      .describe('As in `GET /proposals`. Required unless `kind` is `settings` or `organization`.'),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({
    id: 'ProposalClosing',
    examples: [
      { kind: 'policy', about: '019ced2c-4000-7000-8000-5d3c2b1a0f00', reason: 'The new band is not agreed.' },
    ],
  });
export type ProposalClosing = z.infer<typeof ProposalClosing>;

export const ClosedProposal = z.object({ ...proposalShape, kind: ProposalKind, about: z.string().nullable() }).meta({
  id: 'ClosedProposal',
  examples: [
    {
      ...PROPOSAL_EXAMPLE,
      reason: 'Tested against the assessments of March.',
      status: 'declined' as const,
      closedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
      closedAt: '2026-03-14T10:02:11.000Z',
      closingReason: 'The new band is not agreed.',
      kind: 'policy' as const,
      about: '019ced2c-4000-7000-8000-5d3c2b1a0f00',
    },
  ],
});
