import { canonicalJson } from '@assay/foundation/canonical-json';
import { DefinitionKey } from '@assay/policy-engine';
import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { prose, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { reasonWithProposal, requiresReasonWithProposal } from '#shared/platform/proposals.ts';
import { BUILT_IN_REASONS, Reasons, ReasonsUpdate, updatedReasons } from './decision-reasons.ts';

/** Settings of an organization, shared by both modes. */
const NAME_CHARACTERS = 100;
const DEADLINES = 100;
const SHORTEST_DEADLINE_SECONDS = 60;
const LONGEST_DEADLINE_SECONDS = 366 * 24 * 60 * 60;
const LINK_CHARACTERS = 500;
const CHANGE_REASON_CHARACTERS = 2_000;

const Deadlines = z
  .record(DefinitionKey, z.int().min(SHORTEST_DEADLINE_SECONDS).max(LONGEST_DEADLINE_SECONDS))
  .refine((deadlines) => Object.keys(deadlines).length <= DEADLINES, {
    message: `must have at most ${DEADLINES} properties`,
  })
  .meta({
    maxProperties: DEADLINES,
    description:
      'By action name: the seconds after its creation at which an open action is late. Actions without an entry are never late.',
  });

export const FourEyes = z
  .strictObject({
    policies: z.boolean().describe('Publishing a policy version.'),
    overrides: z.boolean().describe('Creating an override.'),
    matches: z.boolean().describe('Deciding a screening match, and changing a screening profile.'),
    lists: z.boolean().describe('Approving a list version.'),
  })
  .meta({
    id: 'FourEyes',
    description: 'The changes that require two different people.',
  });
export type FourEyes = z.infer<typeof FourEyes>;

/** While one is on, changes that could get around it require two people as well. */
export const isAnyRuleOn = (fourEyes: FourEyes) => Object.values(fourEyes).some(Boolean);

/** Rules that are on before and off after. */
export const weakenedRules = (before: FourEyes, after: FourEyes): (keyof FourEyes)[] =>
  FourEyes.keyof().options.filter((rule) => before[rule] && !after[rule]);

const SubjectLink = z
  .string()
  .max(LINK_CHARACTERS)
  .regex(
    /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?\/(?=\S*\{externalId\})([^\s{}<>"\\^`|]|\{externalId\}|\{kind\})*$/,
    'Must be an https URL with a path that contains `{externalId}`. `{kind}` is the only other placeholder.',
  )
  .describe(
    'URL of a subject in your own system. `{externalId}` and `{kind}` stand for those of the subject, percent-encoded.',
  );

/** Bounds of every score of the screening. */
const ReviewScore = z.int().min(1).max(100);
export const HighestReviewScore = ReviewScore.nullable().describe(
  'The highest `reviewScore` that screenings of this organization may have; null for no limit. Runs, searches and ' +
    'workflows above it are refused with 422 `review_score_too_high`.',
);

/** Whether screenings may find less than before. */
export const isRaised = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before);

const LinksByEmailOnly = z
  .boolean()
  .describe(
    'Signing links go to signers by email only: `returnLinks` and the return of a new link are refused with 409 ' +
      '`links_by_email_only`, in both modes.',
  );

/** Whether callers of the API may be given signing links that they could not be given before. */
export const releasesLinks = (before: Settings, after: Settings) => before.linksByEmailOnly && !after.linksByEmailOnly;

const MOST_REMEMBERED_DAYS = 730;

/** How screening remembers decisions on matches. */
export const ScreeningMemory = z.strictObject({
  rememberDecisions: z
    .boolean()
    .describe('Whether a match of a new run inherits the decision on an equal match of an earlier run of its subject.'),
  expiresAfterDays: z
    .int()
    .min(1)
    .max(MOST_REMEMBERED_DAYS)
    .describe('How long after a decision later runs inherit it. A change applies to decisions made before, too.'),
});
export type ScreeningMemory = z.infer<typeof ScreeningMemory>;

/** Whether runs may inherit decisions that they could not inherit before. */
export const remembersMore = (before: ScreeningMemory | undefined, after: ScreeningMemory | undefined): boolean =>
  after?.rememberDecisions === true && (!before?.rememberDecisions || after.expiresAfterDays > before.expiresAfterDays);

const properties = {
  name: text(NAME_CHARACTERS).nullable().describe('The name of the organization.'),
  deadlines: Deadlines,
  reasons: Reasons,
  fourEyes: FourEyes,
  subjectLink: SubjectLink.nullable(),
  highestReviewScore: HighestReviewScore,
  linksByEmailOnly: LinksByEmailOnly,
  screening: ScreeningMemory.optional().describe(
    'As set with `PUT /screening/settings`. Absent until then: decisions are not remembered.',
  ),
};

const EXAMPLE = {
  name: 'Example Payments',
  deadlines: { manual_review: 86_400 },
  reasons: {
    falsePositive: ['Different date of birth', 'Different nationality'],
    confirmed: ['Same identification number'],
    facts: [
      { reason: 'Different date of birth', fact: 'birth' },
      { reason: 'Different nationality', fact: 'nationality' },
      { reason: 'Same identification number', fact: 'document' },
    ],
  },
  fourEyes: { policies: true, overrides: false, matches: true, lists: false },
  subjectLink: 'https://crm.example.com/customers/{externalId}',
  highestReviewScore: 70,
  linksByEmailOnly: false,
};

/** An absent property stays as it is, so that no client switches a rule off by leaving it out. */
export const SettingsUpdate = z
  .strictObject({
    name: properties.name.optional(),
    deadlines: Deadlines.optional(),
    reasons: ReasonsUpdate.nullish().describe('Null restores the built-in reasons.'),
    fourEyes: FourEyes.partial()
      .optional()
      .describe('The rules to change. Only owners can; switching one off requires `proposalId`.'),
    subjectLink: SubjectLink.nullish(),
    highestReviewScore: HighestReviewScore.optional().describe(
      'Only owners can change it. Raising or removing it while `fourEyes.matches` is on requires `proposalId`.',
    ),
    linksByEmailOnly: LinksByEmailOnly.optional().describe(
      'Only owners can change it. Switching it off while any rule of `fourEyes` is on requires `proposalId`.',
    ),
    expectedRevision: z.int().min(0),
    proposalId: RecordId.nullish().describe(
      'The open proposal of another person that the update accepts. It then changes what was proposed and nothing else.',
    ),
    reason: prose(CHANGE_REASON_CHARACTERS)
      .nullish()
      .describe('Stored in the history only. Required with `proposalId`.'),
  })
  .refine(...reasonWithProposal)
  .meta({
    ...requiresReasonWithProposal,
    id: 'OrganizationSettingsUpdate',
    examples: [
      { name: 'Example Payments', expectedRevision: 0 },
      {
        fourEyes: { matches: false },
        expectedRevision: 4,
        proposalId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        reason: 'Agreed until the new reviewers have started.',
      },
    ],
  });
export type SettingsUpdate = z.infer<typeof SettingsUpdate>;

export const Settings = z
  .object({
    ...properties,
    revision: z.int().describe('Increases with every update; 0 before the first.'),
    updatedAt: Timestamp.nullable(),
    updatedBy: z.string().nullable(),
  })
  .meta({
    id: 'OrganizationSettings',
    examples: [
      {
        ...EXAMPLE,
        revision: 3,
        updatedAt: '2026-03-14T09:26:53.589Z',
        updatedBy: 'user:019ced2b-aa00-7000-8000-5d3c2b1a0f01',
      },
    ],
  });
export type Settings = z.infer<typeof Settings>;

export const DEFAULT_SETTINGS: Settings = {
  name: null,
  deadlines: {},
  reasons: BUILT_IN_REASONS,
  fourEyes: { policies: false, overrides: false, matches: false, lists: false },
  subjectLink: null,
  highestReviewScore: null,
  linksByEmailOnly: false,
  revision: 0,
  updatedAt: null,
  updatedBy: null,
};

const PROPERTIES = [
  'name',
  'deadlines',
  'reasons',
  'fourEyes',
  'subjectLink',
  'highestReviewScore',
  'linksByEmailOnly',
  'screening',
] as const;

/** The properties in which two settings differ. */
export const changedSettings = (before: Settings, after: Settings) =>
  PROPERTIES.filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null));

type Changes = Omit<SettingsUpdate, 'expectedRevision' | 'proposalId' | 'reason'>;

/** The settings with changes, to be stored: null reasons are the built-in ones. */
export function mergedSettings(before: Settings, changes: Changes) {
  const { name, deadlines, reasons, fourEyes, subjectLink, highestReviewScore, linksByEmailOnly } = changes;
  const isBuiltIn = canonicalJson(before.reasons) === canonicalJson(BUILT_IN_REASONS);
  const current = isBuiltIn ? null : before.reasons;
  return {
    name: name === undefined ? before.name : name,
    deadlines: deadlines ?? before.deadlines,
    reasons: reasons === undefined ? current : reasons && updatedReasons(before.reasons, reasons),
    fourEyes: { ...before.fourEyes, ...definedIn(fourEyes ?? {}) },
    subjectLink: subjectLink === undefined ? before.subjectLink : subjectLink,
    highestReviewScore: highestReviewScore === undefined ? before.highestReviewScore : highestReviewScore,
    linksByEmailOnly: linksByEmailOnly ?? before.linksByEmailOnly,
    ...(before.screening && { screening: before.screening }),
  };
}

const definedIn = (rules: { [Rule in keyof FourEyes]?: boolean | undefined }): Partial<FourEyes> =>
  Object.fromEntries(Object.entries(rules).filter(([, isOn]) => isOn !== undefined));
