import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaled } from '../../../test/support/soak.ts';
import { canonicalJson } from '../../foundation/src/canonical-json.ts';
import { applicabilityOf } from '../src/applicability.ts';
import { compilePolicy } from '../src/compile-policy.ts';
import type { PolicyDefinition, PolicyRule } from '../src/definition.ts';
import { evaluate } from '../src/evaluate-policy.ts';
import type { PolicyEvaluation } from '../src/evaluation.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';
import { randomEvidence } from './random-evidence.ts';
import { randomPolicy, SOURCES } from './random-policy.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** What must hold between two evaluations, whatever either of them is. */
interface Given {
  policy: PolicyDefinition;
  evidence: EvidenceSnapshot;
  before: PolicyEvaluation;
  dice: SeededRandom;
}

const RUNS = scaled(500, 2_000);
const evaluated = (policy: PolicyDefinition, evidence: EvidenceSnapshot) => evaluate(compilePolicy(policy), evidence);

/** `check` says whether the case was one the law speaks of; a law that is never tried proves nothing. */
function law(name: string, check: (given: Given) => boolean) {
  test(name, () => {
    let tried = 0;
    fc.assert(
      fc.property(fc.noBias(fc.nat()), fc.nat({ max: 3 }), (seed, size) => {
        const policy = randomPolicy(seed, size);
        const evidence = randomEvidence(seed, policy);
        const before = evaluated(policy, evidence);
        if (check({ policy, evidence, before, dice: seededRandom(~seed) })) tried += 1;
      }),
      { numRuns: RUNS },
    );
    expect(tried).toBeGreaterThan(RUNS / 20);
  });
}

const DECISIONS = ['none', 'awaiting_evidence', 'review', 'restrict', 'reject'];
const rankOf = ({ decision }: PolicyEvaluation) => DECISIONS.indexOf(decision);
const bandOf = ({ bands }: PolicyDefinition, { band }: PolicyEvaluation) => bands.findIndex(({ id }) => id === band);

/** A rule with conditions such as the policy has. */
function anotherRule(policy: PolicyDefinition, rest: Partial<PolicyRule>, dice: SeededRandom): PolicyDefinition {
  const conditions = [
    ...policy.rules.flatMap(({ all }) => all),
    ...policy.factors.flatMap(({ cases }) => cases.flatMap(({ all }) => all)),
    ...policy.applicability.flatMap(({ all }) => all),
  ];
  if (conditions.length === 0) return policy;
  const effect = { decision: 'none' as const, actions: [] };
  const rule = { key: 'another', reason: 'Another.', forceBand: null, effect };
  const rules = [...policy.rules, { ...rule, all: [dice.pick(conditions)], ...rest }];
  return { ...policy, rules };
}

const hasMatched = ({ rules }: PolicyEvaluation) =>
  rules.some(({ key, result }) => key === 'another' && result === 'matched');

function shuffled<T>(dice: SeededRandom, items: readonly T[]): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(dice.below(left.length), 1));
}

law('adding a reject rule never lowers a decision', ({ policy, evidence, before, dice }) => {
  const effect = { decision: 'reject' as const, actions: [] };
  const after = evaluated(anotherRule(policy, { effect }, dice), evidence);

  expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before));
  if (hasMatched(after)) expect(after.decision).toBe('reject');
  expect(after).toMatchObject({ score: before.score, band: before.band });
  return hasMatched(after);
});

law('a forced band never lowers the band, and never touches the score', (given) => {
  const { policy, evidence, before, dice } = given;
  const forceBand = dice.pick(policy.bands).id;
  const after = evaluated(anotherRule(policy, { forceBand }, dice), evidence);

  expect(bandOf(policy, after)).toBeGreaterThanOrEqual(bandOf(policy, before));
  expect(after.score).toBe(before.score);
  return hasMatched(after);
});

law('nor does it lower the decision, when higher bands decide no less', (given) => {
  const { policy, evidence, dice } = given;
  const ranks = policy.bands.map(({ effect }) => effect.decision);
  const rising = ranks.sort((a, b) => DECISIONS.indexOf(a) - DECISIONS.indexOf(b));
  const bands = policy.bands.map((band, index) => ({
    ...band,
    effect: { ...band.effect, decision: rising[index] ?? 'none' },
  }));
  const forceBand = dice.pick(bands).id;

  const before = evaluated({ ...policy, bands }, evidence);
  const after = evaluated(anotherRule({ ...policy, bands }, { forceBand }, dice), evidence);

  expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before));
  return hasMatched(after);
});

law('the order of the evidence does not matter, to the byte', ({ policy, evidence, before, dice }) => {
  const receipts = shuffled(dice, evidence.receipts);

  const after = evaluated(policy, { ...evidence, receipts });

  expect(canonicalJson(after)).toBe(canonicalJson(before));
  return receipts.length > 1;
});

law(
  'the order of inputs does not matter, nor that of sources which must agree',
  ({ policy, evidence, before, dice }) => {
    const inputs = shuffled(dice, policy.inputs).map((input) => ({
      ...input,
      acceptedSources:
        input.resolve === 'first_available' ? input.acceptedSources : shuffled(dice, input.acceptedSources),
    }));

    const after = evaluated({ ...policy, inputs }, evidence);

    const comparable = ({ score, band, decision, factors, rules, actions, freshUntil }: PolicyEvaluation) =>
      canonicalJson({ score, band, decision, factors, rules, actions, freshUntil });
    expect(comparable(after)).toBe(comparable(before));
    return inputs.length > 1;
  },
);

law('the order of factors does not matter to the score, however large', (given) => {
  const { policy, evidence, before, dice } = given;
  const after = evaluated({ ...policy, factors: shuffled(dice, policy.factors) }, evidence);

  expect(after).toMatchObject({ score: before.score, band: before.band });
  return before.score !== null && policy.factors.length > 1;
});

law('removing evidence never yields a complete score that needed it', (given) => {
  const { policy, evidence, before, dice } = given;
  const input = dice.pick(before.inputs);
  if (input.status === 'not_required') return false;
  const needed = new Set(input.receipts.filter(({ why }) => why === 'usable').map(({ source }) => source));
  const receipts = evidence.receipts.filter(({ fact, source }) => fact !== input.key || !needed.has(source));

  const after = evaluated(policy, { ...evidence, receipts });

  expect(after).toMatchObject({ outcome: 'incomplete', score: null });
  return before.outcome === 'complete';
});

law('a revocation observed now always leaves the score open', (given) => {
  const { policy, evidence, before, dice } = given;
  const { key, status, receipts: considered } = dice.pick(before.inputs);
  if (status === 'not_required') return false;
  const source = considered[0]?.source;
  const receipts = evidence.receipts.map((receipt) =>
    receipt.fact === key && receipt.source === source
      ? { ...receipt, status: 'revoked' as const, value: null, observedAt: evidence.evaluatedAt }
      : receipt,
  );

  const after = evaluated(policy, { ...evidence, receipts });

  if (source === undefined) return false;
  expect(after.score).toBeNull();
  return before.outcome === 'complete';
});

law('what a source says that is not accepted changes nothing', (given) => {
  const { policy, evidence, before, dice } = given;
  const stranger = evidence.receipts.map((receipt) => ({
    ...receipt,
    source: 'service:session-checks',
    status: dice.pick(['available', 'revoked'] as const),
  }));

  const after = evaluated(policy, {
    ...evidence,
    receipts: [...stranger, ...evidence.receipts],
  });

  expect(canonicalJson(after)).toBe(canonicalJson(before));
  return stranger.length > 0;
});

/** Every instant from which on a receipt might count, or count no more, and the one before it. */
function instantsOf({ inputs }: PolicyDefinition, { receipts }: EvidenceSnapshot): number[] {
  const ages = inputs.map(({ maxAgeSeconds }) => maxAgeSeconds * 1000);
  const named = receipts.flatMap(({ observedAt, expiresAt }) => {
    const observedMs = Date.parse(observedAt);
    const expiry = expiresAt === null ? [] : [Date.parse(expiresAt)];
    return [observedMs, ...expiry, ...ages.map((ageMs) => observedMs + ageMs + 1)];
  });
  return [...new Set(named.flatMap((instantMs) => [instantMs - 1, instantMs]))];
}

const valuesOf = ({ inputs }: PolicyEvaluation) => inputs.map(({ value }) => value);

/** What follows from the values: all of an evaluation but how old its evidence is, and why some is missing. */
const resultOf = (evaluation: PolicyEvaluation) => {
  const { outcome, score, band, decision, factors, rules, actions } = evaluation;
  const values = valuesOf(evaluation);
  return canonicalJson({ values, outcome, score, band, decision, factors, rules, actions });
};

/** Evidence at other times. Says whether time gave an input a value that it did not have. */
function heldUntilFresh({ policy, evidence, before }: Given): boolean {
  const after = (instantMs: number) =>
    evaluated(policy, { ...evidence, evaluatedAt: new Date(instantMs).toISOString() });
  const nowMs = Date.parse(evidence.evaluatedAt);
  const endMs = before.freshUntil === null ? Number.POSITIVE_INFINITY : Date.parse(before.freshUntil);

  for (const instantMs of instantsOf(policy, evidence))
    if (nowMs < instantMs && instantMs < endMs) expect(resultOf(after(instantMs))).toBe(resultOf(before));

  if (before.freshUntil === null) return false;
  const changed = valuesOf(after(endMs));
  expect(changed).not.toEqual(valuesOf(before));
  return before.inputs.some(({ value }, index) => value === null && changed[index] !== null);
}

law('until `freshUntil` the same evidence gives the same result, and then another value', (given) => {
  heldUntilFresh(given);
  return given.before.freshUntil !== null;
});

law('and so it does where sources contradict each other until one of them is too old', (given) => {
  const { policy, dice } = given;
  const [first, ...others] = policy.inputs;
  if (first === undefined) return false;
  const acceptedSources = [...new Set([...first.acceptedSources, ...SOURCES])];
  const disputed = { ...policy, inputs: [{ ...first, acceptedSources }, ...others] };
  const evidence = randomEvidence(dice.below(2 ** 31), disputed);

  return heldUntilFresh({ ...given, policy: disputed, evidence, before: evaluated(disputed, evidence) });
});

law('what becomes of overrides and open actions is no part of an evaluation, to the byte', (given) => {
  const { policy, evidence, before } = given;
  const { overrides, repeatActions, ...without } = policy;

  expect(canonicalJson(evaluated(without, evidence))).toBe(canonicalJson(before));
  return overrides !== undefined || repeatActions !== undefined;
});

law('a review that is due adds its actions and changes nothing else', ({ policy, evidence, before }) => {
  const after = evaluate(compilePolicy(policy), evidence, { isReviewDue: true });
  const { actions, ...rest } = before;
  const names = (all: PolicyEvaluation['actions']) => all.map(({ name }) => name);

  expect(after).toMatchObject(rest);
  expect(new Set(names(after.actions))).toEqual(new Set([...names(actions), ...(policy.review?.actions ?? [])]));
  expect(names(after.actions).slice(0, actions.length)).toEqual(names(actions));
  return after.actions.length > actions.length;
});

law('a shorter review period of a band changes nothing but the date', ({ policy, evidence, before }) => {
  const bands = policy.bands.map(({ reviewAfterSeconds, ...band }) => band);
  const { reviewDueAt, ...after } = evaluated({ ...policy, bands }, evidence);
  const { reviewDueAt: own, ...rest } = before;

  expect(canonicalJson(after)).toBe(canonicalJson(rest));
  expect(own <= reviewDueAt).toBe(true);
  return own < reviewDueAt;
});

law('nothing it is given is changed, and nothing is thrown', ({ policy, evidence }) => {
  const compiled = compilePolicy(frozen(structuredClone(policy)));
  const given = frozen(structuredClone(evidence));

  const evaluation = evaluate(compiled, given);
  const applicability = applicabilityOf(compiled, given);

  expect(evaluate(compiled, given)).toEqual(evaluation);
  expect(applicability.reasons.length === 0).toBe(applicability.status === 'applicable');
  return true;
});

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}
