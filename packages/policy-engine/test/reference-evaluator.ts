import type { PolicyCondition, PolicyDefinition } from '../src/definition.ts';
import type { EvidenceSnapshot } from '../src/resolve-inputs.ts';

/**
 * The policy rules once more, written from their description: plain, slow, and sharing nothing
 * with the evaluator but the types. Every number is a fraction of two big integers; every question is
 * asked anew where it comes up.
 */
export function referenceEvaluation(policy: PolicyDefinition, evidence: EvidenceSnapshot, isReviewDue = false) {
  const now = new Date(evidence.evaluatedAt).getTime();
  const heard = policy.inputs.map((input) => referenceInput(input, evidence, now));
  const facts: Record<string, unknown> = {};
  for (const input of heard) if (input.reason === null) facts[input.key] = input.value;

  const known = { ...facts };
  const inputs = heard.map((input, index) => {
    const groups = policy.inputs[index]?.requiredWhen ?? [{ all: [] }];
    const answers = groups.map(({ all }) => all.map((condition) => ask(condition, known).holds));
    if (answers.some((group) => !group.includes('no'))) return input;
    facts[input.key] = NOT_REQUIRED;
    return { ...input, status: 'not_required', reason: null, value: null, usedSource: undefined };
  });

  const factors = policy.factors.map((factor) => referenceFactor(factor, facts));
  const isComplete =
    inputs.every((input) => input.reason === null) && factors.every((factor) => factor.points !== null);

  let score: Fraction | null = null;
  if (isComplete) {
    const contributions = policy.factors.map((factor, index) =>
      multiply(fraction(factors[index]?.points ?? 0), fraction(factor.weight)),
    );
    let total = contributions[0] ?? fraction(0);
    for (const next of contributions.slice(1))
      if (policy.aggregation === 'sum') total = add(total, next);
      else if (isLess(total, next)) total = next;
    if (isLess(total, fraction(policy.floor))) total = fraction(policy.floor);
    if (policy.ceiling !== null && isLess(fraction(policy.ceiling), total)) total = fraction(policy.ceiling);
    score = total;
  }

  const rules = policy.rules.map((rule) => {
    const answers = rule.all.map((condition) => ask(condition, facts));
    if (answers.some((answer) => answer.holds === 'no'))
      return { key: rule.key, result: 'not_matched', decidedBy: names(answers, 'no') };
    if (answers.some((answer) => answer.holds === 'unknown'))
      return { key: rule.key, result: 'unknown', decidedBy: names(answers, 'unknown') };
    return { key: rule.key, result: 'matched', decidedBy: [] };
  });
  const matched = policy.rules.filter((rule) => rules.find((each) => each.key === rule.key)?.result === 'matched');

  let band: string | null = null;
  if (score !== null) for (const { id, from } of policy.bands) if (!isLess(score, fraction(from))) band = id;
  const order = policy.bands.map(({ id }) => id);
  for (const { forceBand } of matched)
    if (forceBand !== null && (band === null || order.indexOf(forceBand) > order.indexOf(band))) band = forceBand;

  const effects: { kind: string; key: string; decision: string; actions: string[] }[] = [];
  for (const { id, effect } of policy.bands) if (id === band) effects.push({ kind: 'band', key: id, ...effect });
  for (const { key, effect } of matched) effects.push({ kind: 'rule', key, ...effect });
  const asked = [...effects.map((effect) => effect.decision), ...(isComplete ? [] : [policy.missingEvidence])];
  const decision = ['reject', 'restrict', 'review', 'awaiting_evidence', 'none'].find((each) => asked.includes(each));

  const periods = [policy.reviewAfterSeconds];
  for (const { id, reviewAfterSeconds } of policy.bands)
    if (id === band && reviewAfterSeconds) periods.push(reviewAfterSeconds);

  if (isReviewDue && policy.review)
    effects.push({ kind: 'review', key: 'review', decision: 'none', actions: policy.review.actions });
  const actionNames = [...new Set(effects.flatMap((effect) => effect.actions))];
  const changes = policy.inputs.flatMap((input, index) =>
    inputs[index]?.status === 'not_required' ? [] : referenceChange(input, evidence, now),
  );
  return {
    outcome: isComplete ? 'complete' : 'incomplete',
    score: score === null ? null : shown(score),
    band,
    decision,
    factors,
    rules,
    inputs,
    actions: actionNames.map((name) => ({
      name,
      requiredBy: effects.filter((effect) => effect.actions.includes(name)).map(({ kind, key }) => ({ kind, key })),
    })),
    freshUntil: changes.length === 0 ? null : new Date(Math.min(...changes)).toISOString(),
    reviewDueAt: new Date(now + Math.min(...periods) * 1000).toISOString(),
  };
}

const NOT_REQUIRED = Symbol('not required');

type Answer = { holds: 'yes' | 'no' | 'unknown'; reads: string[]; missing: string[] };

function names(answers: Answer[], holds: 'no' | 'unknown'): string[] {
  const found: string[] = [];
  for (const answer of answers) {
    const inputs = holds === 'no' ? answer.reads : answer.missing;
    if (answer.holds === holds) found.push(...inputs);
  }
  return found.filter((name, index) => found.indexOf(name) === index);
}

function ask({ input, operator, value }: PolicyCondition, facts: Record<string, unknown>): Answer {
  const reads = operator.endsWith('_fact') ? [input, String(value)] : [input];
  if (reads.some((name) => facts[name] === NOT_REQUIRED)) return { holds: 'no', reads, missing: [] };
  const missing = reads.filter((name) => !(name in facts));
  if (missing.length > 0) return { holds: 'unknown', reads, missing };
  const fact = facts[input];
  const other = facts[String(value)];
  const answers: Record<typeof operator, () => boolean> = {
    eq: () => fact === value,
    neq: () => fact !== value,
    in: () => (value as unknown[]).indexOf(fact) >= 0,
    not_in: () => (value as unknown[]).indexOf(fact) < 0,
    contains: () => (fact as unknown[]).indexOf(value) >= 0,
    intersects: () => (fact as unknown[]).filter((item) => (value as unknown[]).includes(item)).length > 0,
    gt: () => Number(fact) > Number(value),
    gte: () => Number(fact) >= Number(value),
    lt: () => Number(fact) < Number(value),
    lte: () => Number(fact) <= Number(value),
    eq_fact: () => JSON.stringify(fact) === JSON.stringify(other),
    neq_fact: () => JSON.stringify(fact) !== JSON.stringify(other),
  };
  return { holds: answers[operator]() ? 'yes' : 'no', reads, missing };
}

function referenceFactor(factor: PolicyDefinition['factors'][number], facts: Record<string, unknown>) {
  const told = (status: string, taken: number | null, points: number | null) => ({
    key: factor.key,
    status,
    case: taken,
    points,
    contribution: points === null ? null : shown(multiply(fraction(points), fraction(factor.weight))),
  });
  const results = factor.cases.map(({ all }) => {
    const holds = all.map((condition) => ask(condition, facts).holds);
    return holds.includes('no') ? 'no' : holds.includes('unknown') ? 'unknown' : 'yes';
  });
  const points = (index: number) => factor.cases[index]?.points ?? 0;

  // What could still be taken if the missing evidence arrived: one outcome means nothing is open.
  let candidates = results.flatMap((result, index) => (result === 'no' ? [] : [index]));
  if (factor.match === 'highest') candidates = candidates.sort((a, b) => points(b) - points(a) || a - b);
  const sure = candidates.find((index) => results[index] === 'yes');
  const isOpen =
    factor.match === 'first'
      ? results[candidates[0] ?? -1] === 'unknown'
      : candidates.some(
          (index) => results[index] === 'unknown' && (sure === undefined || points(index) > points(sure)),
        );
  if (isOpen) return told('unknown', null, null);
  if (sure !== undefined) return told('case_taken', sure, points(sure));
  if (factor.defaultPoints !== null) return told('default_taken', null, factor.defaultPoints);
  return told('no_case_matched', null, null);
}

function referenceInput(input: PolicyDefinition['inputs'][number], { receipts }: EvidenceSnapshot, now: number) {
  const heard = input.acceptedSources.flatMap((accepted) =>
    receipts.filter(({ fact, source }) => fact === input.key && source === accepted),
  );
  const standsIn = input.resolve === 'first_available';
  const withdrawals = heard.filter(({ status }) => status === 'revoked' || (status === 'unavailable' && !standsIn));
  const judged = heard.map((receipt) => {
    const observed = new Date(receipt.observedAt).getTime();
    const expires = receipt.expiresAt === null ? null : new Date(receipt.expiresAt).getTime();
    let why: string = 'usable';
    if (receipt.status === 'revoked') why = 'revoked';
    else if (receipt.status === 'unavailable') why = 'unavailable';
    else if (observed > now) why = 'not_yet_observed';
    else if (expires !== null && now >= expires) why = 'expired';
    else if (now - observed > input.maxAgeSeconds * 1000) why = 'stale';
    else if (withdrawals.some(({ observedAt }) => new Date(observedAt).getTime() >= observed)) why = 'withdrawn';
    else if (!hasType(receipt.value, input.type, input.itemType)) why = 'type_mismatch';
    else if (input.values && [receipt.value].flat().some((one) => !input.values?.includes(String(one))))
      why = 'undocumented_value';
    return { receipt, why, value: ordered(receipt.value, input) };
  });

  const fresh = judged.filter(({ why }) => ['usable', 'type_mismatch', 'undocumented_value'].includes(why));
  const asked = standsIn && fresh.length > 0 ? fresh.slice(0, 1) : judged;
  const usable = asked.filter(({ why }) => why === 'usable');
  const distinct = new Set(usable.map(({ value }) => JSON.stringify(value)));
  const whys = asked.map(({ why }) => why);
  let reason: string | null = null;
  if (whys.includes('type_mismatch')) reason = 'type_mismatch';
  else if (whys.includes('undocumented_value')) reason = 'undocumented_value';
  else if (distinct.size > 1) reason = 'sources_disagree';
  else if (distinct.size === 0) {
    reason = 'no_evidence';
    for (const why of ['not_yet_observed', 'stale', 'expired', 'unavailable', 'revoked', 'withdrawn'])
      if (whys.includes(why)) reason = why;
  }
  return {
    key: input.key,
    status: reason === null ? 'resolved' : 'unresolved',
    reason,
    value: reason === null ? (usable[0]?.value ?? null) : null,
    usedSource: standsIn && reason === null ? usable[0]?.receipt.source : undefined,
    whys: Object.fromEntries(judged.map(({ receipt, why }) => [receipt.source, why])),
  };
}

function ordered(value: unknown, { itemOrder }: PolicyDefinition['inputs'][number]) {
  if (!Array.isArray(value) || itemOrder !== 'ignored') return value;
  const left = [...value];
  const result: unknown[] = [];
  while (left.length > 0) {
    let least = 0;
    for (const [index, item] of left.entries()) if (item < left[least]) least = index;
    result.push(...left.splice(least, 1));
  }
  return result;
}

/** The first of the instants named by the evidence at which the input, resolved anew, is another. */
function referenceChange(input: PolicyDefinition['inputs'][number], evidence: EvidenceSnapshot, now: number): number[] {
  const about = evidence.receipts.filter(({ fact }) => fact === input.key);
  const valueAt = (instant: number) =>
    JSON.stringify(referenceInput(input, { ...evidence, receipts: about }, instant).value);
  const instants = about.flatMap(({ observedAt, expiresAt }) => {
    const observed = new Date(observedAt).getTime();
    const tooOld = observed + input.maxAgeSeconds * 1000 + 1;
    return [observed, tooOld, ...(expiresAt === null ? [] : [new Date(expiresAt).getTime()])];
  });
  const later = instants.filter((instant) => instant > now).sort((a, b) => a - b);
  const value = valueAt(now);
  const change = later.find((instant) => valueAt(instant) !== value);
  return change === undefined ? [] : [change];
}

function hasType(value: unknown, type: string, itemType: string | null): boolean {
  if (type === 'list') return Array.isArray(value) && value.filter((item) => typeof item !== itemType).length === 0;
  return typeof value === type;
}

interface Fraction {
  above: bigint;
  below: bigint;
}

/** A number as it is written in decimals. */
function fraction(decimal: number): Fraction {
  const [whole = '0', decimals = ''] = decimal.toFixed(6).split('.');
  return { above: BigInt(whole + decimals), below: 10n ** BigInt(decimals.length) };
}

const add = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.below + b.above * a.below,
  below: a.below * b.below,
});
const multiply = (a: Fraction, b: Fraction): Fraction => ({
  above: a.above * b.above,
  below: a.below * b.below,
});
const isLess = (a: Fraction, b: Fraction) => a.above * b.below < b.above * a.below;

/** Read back from its decimals, of which a product has at most twelve. */
function shown({ above, below }: Fraction): number {
  const picos = (above * 10n ** 12n) / below;
  return Number(`${picos}e-12`);
}
