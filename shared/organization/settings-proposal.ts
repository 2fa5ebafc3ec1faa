import { conflict } from '@assay/foundation';
import * as z from 'zod';
import { FourEyes, type Settings, weakenedRules } from '#shared/organization/settings/contract.ts';
import { distinct } from '#shared/platform/http/list-rules.ts';
import { prose } from '#shared/platform/http/shapes.ts';
import { PROPOSAL_EXAMPLE, proposalShape } from '#shared/platform/proposals.ts';

/** A proposal to switch two-person rules off, which takes two people itself. */
const REASON_CHARACTERS = 2_000;

const Rule = FourEyes.keyof();

export const NewSettingsProposal = z
  .strictObject({
    switchOff: distinct(z.array(Rule).min(1)).describe('Rules of `fourEyes`, each of which is on.'),
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

/**
 * The change that accepts a proposal switches off what was proposed and nothing else, from the rules
 * that the first person saw.
 */
export function assertAsProposed(
  { switchOff, fourEyes }: SettingsProposal,
  { before, after, changed }: { before: Settings; after: Settings; changed: readonly string[] },
): void {
  const rules = Rule.options;
  if (rules.some((rule) => fourEyes[rule] !== before.fourEyes[rule]))
    throw conflict('proposal_differs', 'The rules have changed since the proposal. Create a new proposal.');
  const isSame = rules.every((rule) => after.fourEyes[rule] === (before.fourEyes[rule] && !switchOff.includes(rule)));
  if (!isSame || changed.some((name) => name !== 'fourEyes'))
    throw conflict(
      'proposal_differs',
      `The proposal switches off ${switchOff.map((rule) => `\`${rule}\``).join(', ')}. Change exactly these rules and no other setting.`,
    );
}

export const isWeakened = (before: Settings, after: Settings) =>
  weakenedRules(before.fourEyes, after.fourEyes).length > 0;
