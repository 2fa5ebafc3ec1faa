import * as z from 'zod';
import { distinct, distinctBy } from '#shared/platform/http/list-rules.ts';
import { notBlank, text } from '#shared/platform/http/shapes.ts';

/** Reasons for decisions on matches, and what each one says about the comparison. */
const REASONS = 20;
const REASON_CHARACTERS = 200;

export const ReasonFact = z.enum(['birth', 'nationality', 'document', 'name', 'kind', 'none']).meta({
  id: 'DecisionReasonFact',
  description:
    'What a reason says about the customer and the listed entry: the date of birth, a nationality or country, a ' +
    'document number, the full name, or the kind (person or organization). As a reason for a false positive it says ' +
    'that they differ, as one for a confirmation that they agree. `none`: the reason says nothing that is compared.',
});
export type ReasonFact = z.infer<typeof ReasonFact>;

const Reason = notBlank(text(REASON_CHARACTERS));
const reasonList = () => distinct(z.array(Reason).min(1).max(REASONS));

const reasonFacts = () =>
  distinctBy(
    z.array(z.strictObject({ reason: Reason, fact: ReasonFact })).max(2 * REASONS),
    ({ reason }) => reason,
    'must not have a reason twice',
  );

const lists = {
  falsePositive: reasonList().describe('Offered when a match is decided as a false positive.'),
  confirmed: reasonList().describe('Offered when a match is confirmed.'),
};

export const Reasons = z
  .object({
    ...lists,
    facts: reasonFacts().describe('What each reason says about the comparison.'),
  })
  .meta({ id: 'DecisionReasons' });
export type Reasons = z.infer<typeof Reasons>;

export const ReasonsUpdate = z
  .strictObject({
    ...lists,
    facts: reasonFacts()
      .optional()
      .describe(
        'What each reason says about the comparison. Reasons that it does not name keep the fact they have; a new one ' +
          'has that of the built-in reason with the same text, or else `none`. Facts of reasons that are not listed ' +
          'are ignored.',
      ),
  })
  .meta({ id: 'DecisionReasonsUpdate' });
export type ReasonsUpdate = z.infer<typeof ReasonsUpdate>;

type ReasonDecision = 'false_positive' | 'confirmed';

/** One thing that a reason says. `earlier`: the same match of this subject was cleared before. */
export interface ReasonClaim {
  about: Exclude<ReasonFact, 'none'> | 'earlier';
  agrees: boolean;
}

interface KnownReason {
  text: string;
  decision: ReasonDecision;
  claims: readonly ReasonClaim[];
}

const differ = (...about: ReasonClaim['about'][]) => about.map((one): ReasonClaim => ({ about: one, agrees: false }));
const agree = (...about: ReasonClaim['about'][]) => about.map((one): ReasonClaim => ({ about: one, agrees: true }));

const clearing = (reason: string, claims: readonly ReasonClaim[]): KnownReason => ({
  text: reason,
  decision: 'false_positive',
  claims,
});
const confirming = (reason: string, claims: readonly ReasonClaim[]): KnownReason => ({
  text: reason,
  decision: 'confirmed',
  claims,
});

/** Reasons of every organization that has not set its own. */
const BUILT_IN: readonly KnownReason[] = [
  clearing('Different date of birth', differ('birth')),
  clearing('Different nationality', differ('nationality')),
  clearing('Different identification number', differ('document')),
  clearing('Different full name', differ('name')),
  clearing('Different kind of entity', differ('kind')),
  clearing('Common name without further agreement', differ('birth', 'nationality', 'document')),
  confirming('Same identification number', agree('document')),
  confirming('Same full name and date of birth', agree('birth', 'name')),
  confirming('Confirmed by public sources', []),
  confirming('Confirmed by the subject', []),
];

/** Reasons that the console derives from a comparison (`console/domain/compare-entry.ts`). */
const OF_CONSOLE: readonly KnownReason[] = [
  clearing('Born in another year', differ('birth')),
  clearing('Another nationality', differ('nationality')),
  clearing('Registered in another country', differ('nationality')),
  clearing('No document number agrees', differ('document')),
  clearing('Only part of the name agrees', differ('name')),
  clearing('A person, not a company', differ('kind')),
  clearing('A company, not a person', differ('kind')),
  clearing('Cleared before: same customer, same entry, unchanged', agree('earlier')),
  confirming('A document number agrees', agree('document')),
  confirming('Same name and date of birth', agree('birth', 'name')),
  confirming('Same name, date of birth and country', agree('birth', 'name', 'nationality')),
  confirming('Part of the name and the date of birth agree', agree('birth')),
];

/** Case, spaces, invisible characters and punctuation at the end make no other reason. */
const fold = (reason: string) =>
  reason
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .trim()
    .toLowerCase();

const KNOWN = new Map([...BUILT_IN, ...OF_CONSOLE].map((one) => [fold(one.text), one]));

const isSame = (one: string, other: string) => fold(one) === fold(other);

/** A setting names one fact; a reason that says several things has its first one there. */
function knownFact(reason: string, decision: ReasonDecision): ReasonFact {
  const known = KNOWN.get(fold(reason));
  if (known?.decision !== decision) return 'none';
  const [first] = known.claims;
  return first === undefined || first.about === 'earlier' ? 'none' : first.about;
}

type FactList = readonly { reason: string; fact: ReasonFact }[];

/** The reasons with the fact of each: the given one, or else that of the built-in reason with this text. */
export function withFacts(
  { falsePositive, confirmed }: Pick<Reasons, 'falsePositive' | 'confirmed'>,
  given: FactList,
): Reasons {
  const facts = new Map<string, ReasonFact>();
  const add = (decision: ReasonDecision) => (reason: string) => {
    const own = given.find((one) => one.reason === reason)?.fact ?? facts.get(reason);
    facts.set(reason, own ?? knownFact(reason, decision));
  };
  falsePositive.forEach(add('false_positive'));
  confirmed.forEach(add('confirmed'));
  return {
    falsePositive,
    confirmed,
    facts: [...facts].map(([reason, fact]) => ({ reason, fact })),
  };
}

/** An update that does not name the fact of a reason leaves it as it is: an older client knows no facts. */
export const updatedReasons = (before: Reasons, update: ReasonsUpdate): Reasons =>
  withFacts(update, [...(update.facts ?? []), ...before.facts]);

const textsOf = (decision: ReasonDecision) =>
  BUILT_IN.filter((one) => one.decision === decision).map((one) => one.text);

export const BUILT_IN_REASONS: Reasons = withFacts(
  { falsePositive: textsOf('false_positive'), confirmed: textsOf('confirmed') },
  [],
);

/**
 * What a reason says, as far as it is known: that of the reasons built into the product, whatever client sends their
 * text, and the fact that the organization has set. A reason in other words says nothing that can be checked.
 */
export function claimsOf(
  reasons: Reasons,
  { reason, decision }: { reason: string; decision: ReasonDecision },
): readonly ReasonClaim[] {
  const fact = reasons.facts.find((one) => isSame(one.reason, reason))?.fact ?? 'none';
  const isIn = (texts: readonly string[]) => texts.some((one) => isSame(one, reason));
  // A reason of both lists says what the decision needs; any other one says the same under either decision.
  const isConfirming = isIn(reasons.confirmed) && (decision === 'confirmed' || !isIn(reasons.falsePositive));
  return [
    ...(KNOWN.get(fold(reason))?.claims ?? []),
    ...(fact === 'none' ? [] : [{ about: fact, agrees: isConfirming }]),
  ];
}
