import { conflict } from '@assay/foundation';
import { canonicalJson } from '@assay/foundation/canonical-json';
import * as z from 'zod';
import {
  FourEyes,
  HighestReviewScore,
  isAnyRuleOn,
  isRaised,
  releasesLinks,
  remembersMore,
  ScreeningMemory,
  type Settings,
  weakenedRules,
} from '#shared/organization/settings/contract.ts';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';

/**
 * A proposal to switch two-person rules or `linksByEmailOnly` off, to raise the highest review score or to remember decisions
 * (for longer), which takes two people itself.
 */
const REASON_CHARACTERS = 2_000;

const Rule = FourEyes.keyof();

export const NewSettingsProposal = z
  .strictObject({
    switchOff: distinct(z.array(Rule))
      .default([])
      .describe('Rules of `fourEyes`, each of which is on. Required unless another change is proposed.'),
    highestReviewScore: HighestReviewScore.optional().describe(
      'A higher limit than the current one, or null for none.',
    ),
    linksByEmailOnly: z.literal(false).optional().describe('To let callers of the API be given signing links again.'),
    screening: ScreeningMemory.optional().describe(
      'To remember decisions on matches, or for longer. Accepted with `PUT /screening/settings`; a proposal that has it ' +
        'is about nothing else.',
    ),
    reason: prose(REASON_CHARACTERS),
  })
  .meta({
    id: 'NewSettingsProposal',
    examples: [{ switchOff: ['matches'], reason: 'The night shift has one reviewer in December.' }],
  });

export const SettingsProposal = z
  .object({
    ...proposalShape,
    switchOff: z.array(Rule),
    highestReviewScore: HighestReviewScore.optional().describe('Present if a higher limit or none is proposed.'),
    linksByEmailOnly: z.literal(false).optional().describe('Present if it is to be switched off.'),
    screening: ScreeningMemory.optional().describe('Present if decisions are to be remembered, or for longer.'),
    fourEyes: FourEyes.describe('The rules when the proposal was made.'),
  })
  .meta({
    id: 'SettingsProposal',
    examples: [
      {
        ...PROPOSAL_EXAMPLE,
        reason: 'The night shift has one reviewer in December.',
        switchOff: ['matches'],
        fourEyes: { policies: true, overrides: false, matches: true, lists: false },
      },
    ],
  });
export type SettingsProposal = z.infer<typeof SettingsProposal>;

export const SettingsProposals = z.object({ items: z.array(SettingsProposal) }).meta({ id: 'SettingsProposals' });

/** The settings that are controls: only owners change them, and a proposal may be about them. */
export const CONTROLS: readonly string[] = ['fourEyes', 'highestReviewScore', 'linksByEmailOnly', 'screening'];

/**
 * The change that accepts a proposal switches off what was proposed and nothing else, from the rules
 * that the first person saw.
 */
export function assertAsProposed(
  { switchOff, fourEyes, highestReviewScore, linksByEmailOnly, screening }: SettingsProposal,
  { before, after, changed }: { before: Settings; after: Settings; changed: readonly string[] },
): void {
  const rules = Rule.options;
  if (rules.some((rule) => fourEyes[rule] !== before.fourEyes[rule]))
    throw conflict('proposal_differs', 'The rules have changed since the proposal. Create a new proposal.');
  const isSame = rules.every((rule) => after.fourEyes[rule] === (before.fourEyes[rule] && !switchOff.includes(rule)));
  const limit = highestReviewScore === undefined ? before.highestReviewScore : highestReviewScore;
  const links = linksByEmailOnly ?? before.linksByEmailOnly;
  const isOther = (name: string) => !CONTROLS.includes(name);
  const memory = canonicalJson(screening ?? before.screening ?? null);
  const isSameMemory = canonicalJson(after.screening ?? null) === memory;
  const isProposed = isSame && after.highestReviewScore === limit && after.linksByEmailOnly === links && isSameMemory;
  if (!isProposed || changed.some(isOther)) {
    const rules = switchOff.map((rule) => `switches off \`${rule}\``);
    const raised = highestReviewScore === undefined ? [] : [`sets \`highestReviewScore\` to ${highestReviewScore}`];
    const remembered = screening ? [`remembers decisions for ${screening.expiresAfterDays} days`] : [];
    const released = linksByEmailOnly === undefined ? [] : ['switches off `linksByEmailOnly`'];
    throw conflict(
      'proposal_differs',
      `The proposal ${[...rules, ...raised, ...released, ...remembered].join(', ')}. Change exactly this and no other setting.`,
    );
  }
}

export const isWeakened = (before: Settings, after: Settings) =>
  weakenedRules(before.fourEyes, after.fourEyes).length > 0 ||
  (before.fourEyes.matches && isRaised(before.highestReviewScore, after.highestReviewScore)) ||
  (before.fourEyes.matches && remembersMore(before.screening, after.screening)) ||
  (isAnyRuleOn(before.fourEyes) && releasesLinks(before, after));
