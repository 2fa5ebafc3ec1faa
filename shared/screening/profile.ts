import { canonicalJson } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp } from '#shared/platform/http/shapes.ts';
import {
  PROPOSAL_EXAMPLE,
  proposalShape,
  reasonWithProposal,
  requiresReasonWithProposal,
} from '#shared/platform/proposals.ts';
import {
  DEFAULT_MATCH_SCORE,
  DEFAULT_REVIEW_SCORE,
  PURPOSE_CHARACTERS,
  RATIONALE_CHARACTERS,
  REASON_CHARACTERS,
} from './limits.ts';
import { ProfilePolicy, withProfileRules } from './policy-request.ts';

/** Lists and scores under a name, with the reasons for them. Every change is a new version. */
const members = {
  ...ProfilePolicy,
  purpose: prose(PURPOSE_CHARACTERS).describe('Who is screened with the profile, and when.'),
  riskRationale: prose(RATIONALE_CHARACTERS).describe('Why these lists and scores suit the risk.'),
};

const expectedVersion = z
  .int()
  .min(0)
  .optional()
  .describe('The current version; 0 if the profile does not exist yet. Any other is refused with `stale_version`.');

const EXAMPLE = {
  sources: ['eu_fsf', 'ofac_sdn', 'service_pep'],
  reviewScore: 65,
  matchScore: 90,
  pepLookbackMonths: 24,
  purpose: 'Customers who open an account without a document.',
  riskRationale: 'Names are typed by the customer and have no date of birth: one wrong letter must be found.',
};

export const NewProfile = withProfileRules(
  z.strictObject({
    ...members,
    expectedVersion,
    proposalId: RecordId.nullish().describe('The open proposal that the change accepts. It has to propose the same.'),
    reason: prose(REASON_CHARACTERS).nullish().describe('Stored in the history only. Required with `proposalId`.'),
  }),
)
  .refine(...reasonWithProposal)
  .meta({
    id: 'NewScreeningProfile',
    allOf: [requiresReasonWithProposal],
    examples: [{ ...EXAMPLE, expectedVersion: 0 }],
  });
export type NewProfile = z.infer<typeof NewProfile>;

/** What a version of a profile says. */
const ProfileContent = z.object({
  sources: z
    .array(z.string())
    .nullable()
    .describe('Keys of the lists. Null in built-in profiles: the request names the lists.'),
  reviewScore: z.int(),
  matchScore: z.int(),
  pepLookbackMonths: z.int().nullable(),
  purpose: z.string(),
  riskRationale: z.string(),
});
export type ProfileContent = z.infer<typeof ProfileContent>;

export const ScreeningProfile = z
  .object({
    id: z.uuid().nullable().describe('The `resourceId` of its events; null for built-in profiles.'),
    key: z.string(),
    version: z.int().describe('Increases with every change, starting at 1. A version never changes.'),
    builtIn: z.boolean().describe('Built-in profiles cannot be changed.'),
    ...ProfileContent.shape,
    createdAt: Timestamp.nullable().describe('When this version was saved.'),
    createdBy: z.string().nullable(),
    proposedBy: z.string().nullable().describe('Who proposed this version, if the change accepted a proposal.'),
  })
  .meta({
    id: 'ScreeningProfile',
    examples: [
      {
        id: '019ced2c-7000-7000-8000-5d3c2b1a0f00',
        key: 'onboarding',
        version: 2,
        builtIn: false,
        ...EXAMPLE,
        createdAt: '2026-03-14T09:26:53.589Z',
        createdBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
        proposedBy: null,
      },
    ],
  });
export type ScreeningProfile = z.infer<typeof ScreeningProfile>;

export const NewProfileProposal = withProfileRules(
  z.strictObject({ ...members, expectedVersion, reason: prose(REASON_CHARACTERS) }),
).meta({
  id: 'NewScreeningProfileProposal',
  examples: [{ ...EXAMPLE, expectedVersion: 1, reason: 'The test of March missed typing errors.' }],
});
export type NewProfileProposal = z.infer<typeof NewProfileProposal>;

export const ProfileProposal = z
  .object({
    ...proposalShape,
    profileKey: z.string(),
    version: z.int().describe('The version that the proposal would create.'),
    profile: ProfileContent,
  })
  .meta({
    id: 'ScreeningProfileProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        reason: 'The test of March missed typing errors.',
        profileKey: 'onboarding',
        version: 2,
        profile: EXAMPLE,
      },
    ],
  });
export type ProfileProposal = z.infer<typeof ProfileProposal>;

export const ProfileProposals = z.object({ items: z.array(ProfileProposal) }).meta({ id: 'ScreeningProfileProposals' });

/** The content of a request, as it is stored and compared. */
export const contentOf = (asked: Omit<NewProfile, 'expectedVersion' | 'proposalId' | 'reason'>): ProfileContent => ({
  sources: asked.sources,
  reviewScore: asked.reviewScore,
  matchScore: asked.matchScore,
  pepLookbackMonths: asked.pepLookbackMonths ?? null,
  purpose: asked.purpose,
  riskRationale: asked.riskRationale,
});

const MEMBERS = ProfileContent.keyof().options;

/** The members in which two profiles differ. Lists are compared in any order, as they are searched. */
export const changedMembers = (before: ProfileContent, after: ProfileContent) =>
  MEMBERS.filter((name) => canonicalJson(inAnyOrder(before[name])) !== canonicalJson(inAnyOrder(after[name])));

const inAnyOrder = <T>(value: T) => (Array.isArray(value) ? value.toSorted() : value);

const builtIn = (key: string, content: Pick<ProfileContent, 'reviewScore' | 'purpose' | 'riskRationale'>) => ({
  id: null,
  key,
  version: 1,
  builtIn: true,
  sources: null,
  matchScore: DEFAULT_MATCH_SCORE,
  pepLookbackMonths: null,
  ...content,
  createdAt: null,
  createdBy: null,
  proposedBy: null,
});

/** 65 is the score of a name that is one letter off and has nothing else in common. */
const ONE_LETTER_OFF_SCORE = 65;

export const BUILT_IN_PROFILES: readonly ScreeningProfile[] = [
  builtIn('standard', {
    reviewScore: DEFAULT_REVIEW_SCORE,
    purpose: 'Screening of people whose date of birth is known. The scores of a request that states none.',
    riskRationale:
      'Fewer alerts. A name with a typing error is found only if a date of birth or a country agrees, not by the name alone.',
  }),
  builtIn('thorough', {
    reviewScore: ONE_LETTER_OFF_SCORE,
    purpose: 'Screening of names without a date of birth, and of companies.',
    riskRationale: 'A name that is one letter off is found by the name alone. That costs alerts.',
  }),
];

export const builtInProfile = (key: string) => BUILT_IN_PROFILES.find((profile) => profile.key === key);
