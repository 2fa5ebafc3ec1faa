import { ZenEngine } from '@gorules/zen-engine';
import { Engine, type RuleProperties } from 'json-rules-engine';
import { compilePolicy } from '#packages/policy-engine/src/compile-policy.ts';
import type { Operator, PolicyCondition, PolicyDefinition } from '#packages/policy-engine/src/definition.ts';
import { evaluate } from '#packages/policy-engine/src/evaluate-policy.ts';
import type { FactValue } from '#packages/policy-engine/src/evaluation.ts';
import type { EvidenceSnapshot } from '#packages/policy-engine/src/resolve-inputs.ts';
import { validateDefinition } from '#shared/risk/listed-sources.ts';
import { sized } from './support/size.ts';

/**
 * How many policies a second: ours beside two rule engines on the same 20 inputs, 12 factors and 8
 * rules. The others are handed plain facts and asked for the cases and rules that match, and what
 * they find is added up for them; ours also weighs receipts and explains every part of its answer.
 * All three must agree on score, band and decision before any is timed.
 */
const SOURCE = 'registered:00000000-0000-7000-8000-000000000001';
const EVALUATED_AT = '2026-03-14T09:26:53.589Z';
const EVIDENCE_SETS = 64;
const ROUNDS = sized(30, 1);
const ROUND_MS = sized(100, 1);

const numbers = ['age_days', 'logins', 'amount', 'chargebacks', 'devices', 'velocity', 'tenure', 'score'];
const texts = ['country', 'card_country', 'channel', 'segment', 'status', 'plan'];
const booleans = ['vpn', 'verified', 'frozen', 'new_device'];
const lists = ['tags', 'flags'];
const words = ['aa', 'bb', 'cc', 'dd'];

const when = (input: string, operator: Operator, value: PolicyCondition['value']): PolicyCondition => ({
  input,
  operator,
  value,
});
const effect = (decision: 'none' | 'review' | 'restrict' | 'reject', ...actions: string[]) => ({
  decision,
  actions,
});

/** Three cases each, of one or two conditions. */
const factors = Array.from({ length: 12 }, (_, index) => {
  const number = numbers[index % numbers.length] ?? '';
  const text = texts[index % texts.length] ?? '';
  return {
    key: `factor_${index}`,
    match: 'first',
    weight: 1 + (index % 3) / 2,
    defaultPoints: 0,
    cases: [
      { all: [when(number, 'lt', 20), when(text, 'in', ['aa', 'bb'])], points: 12 },
      { all: [when(booleans[index % 4] ?? '', 'eq', true), when(number, 'gte', 70)], points: 7.5 },
      { all: [when(lists[index % 2] ?? '', 'contains', words[index % 4] ?? '')], points: 3 },
    ],
  };
});

const rules = [
  {
    all: [when('frozen', 'eq', true), when('amount', 'gt', 60)],
    effect: effect('reject', 'freeze'),
  },
  {
    all: [when('country', 'eq_fact', 'card_country'), when('vpn', 'eq', true)],
    effect: effect('review'),
  },
  {
    all: [when('country', 'neq_fact', 'card_country'), when('velocity', 'gte', 80)],
    effect: effect('restrict'),
  },
  { all: [when('chargebacks', 'gte', 90)], effect: effect('restrict', 'call'), forceBand: 'high' },
  {
    all: [when('tags', 'contains', 'dd'), when('new_device', 'eq', true)],
    effect: effect('review', 'call'),
  },
  {
    all: [when('status', 'in', ['cc', 'dd']), when('tenure', 'lte', 10)],
    effect: effect('review'),
  },
  {
    all: [when('plan', 'eq', 'aa'), when('score', 'lt', 5)],
    effect: effect('review'),
    forceBand: 'medium',
  },
  {
    all: [when('devices', 'gt', 50), when('flags', 'contains', 'aa')],
    effect: effect('none', 'note'),
  },
].map((rule, index) => ({ key: `rule_${index}`, reason: `Rule ${index}.`, ...rule }));

const input = (type: string, itemType?: string) => (key: string) => ({
  key,
  type,
  itemType: itemType ?? null,
  acceptedSources: [SOURCE],
  maxAgeSeconds: 86_400,
});

const { normalized, errors } = validateDefinition({
  inputs: [
    ...numbers.map(input('number')),
    ...texts.map(input('string')),
    ...booleans.map(input('boolean')),
    ...lists.map(input('list', 'string')),
  ],
  factors,
  aggregation: 'sum',
  ceiling: 500,
  missingEvidence: 'review',
  reviewAfterSeconds: 86_400,
  bands: [
    { id: 'low', from: 0, effect: effect('none') },
    { id: 'medium', from: 40, effect: effect('review') },
    { id: 'high', from: 70, effect: effect('restrict') },
  ],
  rules,
});
if (!normalized) throw new Error(`the policy is invalid: ${JSON.stringify(errors)}`);
const policy: PolicyDefinition = normalized;

/** Numbers that look random and are the same on every run. */
let state = 1;
const below = (limit: number) => {
  state = (state * 48_271) % 2_147_483_647;
  return state % limit;
};
const word = () => words[below(words.length)] ?? '';

function someFact({ type }: PolicyDefinition['inputs'][number]): FactValue {
  if (type === 'number') return below(100);
  if (type === 'boolean') return below(2) === 0;
  return type === 'string' ? word() : [word(), word()];
}

type Facts = Record<string, FactValue>;
const factSets: Facts[] = Array.from({ length: EVIDENCE_SETS }, () =>
  Object.fromEntries(policy.inputs.map((each) => [each.key, someFact(each)])),
);

const instant = (secondsAgo: number) => new Date(Date.parse(EVALUATED_AT) - secondsAgo * 1000).toISOString();

const evidenceOf = (facts: Facts): EvidenceSnapshot => ({
  evaluatedAt: EVALUATED_AT,
  receipts: Object.entries(facts).map(([fact, value], index) => ({
    id: `receipt-${index}`,
    fact,
    source: SOURCE,
    status: 'available',
    value,
    observedAt: instant(below(80_000)),
    expiresAt: index % 3 === 0 ? instant(-3600 * index - 1) : null,
  })),
});

/** What the engines found, concluded for them in a few plain steps. */
interface Found {
  cases: ReadonlyMap<string, number>;
  rules: ReadonlySet<string>;
}

interface Conclusion {
  score: number;
  band: string;
  decision: string;
}

const RANKS = ['none', 'review', 'restrict', 'reject'];

function conclude({ cases, rules }: Found): Conclusion {
  let score = 0;
  for (const { key, weight, cases: all } of policy.factors) score += weight * (all[cases.get(key) ?? -1]?.points ?? 0);
  let band = policy.bands.findLastIndex(({ from }) => from <= score);
  let rank = 0;
  for (const { key, forceBand, effect } of policy.rules) {
    if (!rules.has(key)) continue;
    band = Math.max(
      band,
      policy.bands.findIndex(({ id }) => id === forceBand),
    );
    rank = Math.max(rank, RANKS.indexOf(effect.decision));
  }
  rank = Math.max(rank, RANKS.indexOf(policy.bands[band]?.effect.decision ?? ''));
  return { score, band: policy.bands[band]?.id ?? '', decision: RANKS[rank] ?? '' };
}

const THEIR_OPERATORS: Partial<Record<Operator, string>> = {
  eq: 'equal',
  neq: 'notEqual',
  in: 'in',
  not_in: 'notIn',
  contains: 'contains',
  eq_fact: 'equal',
  neq_fact: 'notEqual',
  gt: 'greaterThan',
  gte: 'greaterThanInclusive',
  lt: 'lessThan',
  lte: 'lessThanInclusive',
};
const readsFact = ({ operator }: PolicyCondition) => operator.endsWith('_fact');

function jsonRulesEngine(): (facts: Facts) => Promise<Conclusion> {
  const conditions = (all: readonly PolicyCondition[]) => ({
    all: all.map((each) => ({
      fact: each.input,
      operator: THEIR_OPERATORS[each.operator] ?? each.operator,
      value: readsFact(each) ? { fact: each.value } : each.value,
    })),
  });
  const engine = new Engine([
    ...policy.factors.flatMap(({ key, cases }) =>
      cases.map(
        ({ all }, index): RuleProperties => ({
          conditions: conditions(all),
          event: { type: 'case', params: { key, index } },
        }),
      ),
    ),
    ...policy.rules.map(
      ({ key, all }): RuleProperties => ({
        conditions: conditions(all),
        event: { type: 'rule', params: { key } },
      }),
    ),
  ]);
  return async (facts) => {
    const { events } = await engine.run(facts);
    const cases = new Map<string, number>();
    const rules = new Set<string>();
    for (const { type, params } of events) {
      if (type === 'rule') rules.add(params?.key);
      else cases.set(params?.key, Math.min(cases.get(params?.key) ?? Infinity, params?.index));
    }
    return conclude({ cases, rules });
  };
}

const ZEN_COMPARISONS: Partial<Record<Operator, string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

function zenCell({ operator, value }: PolicyCondition): string {
  if (operator === 'eq_fact') return `$ == ${value}`;
  if (operator === 'neq_fact') return `$ != ${value}`;
  if (operator === 'contains') return `contains($, ${JSON.stringify(value)})`;
  return `${ZEN_COMPARISONS[operator] ?? ''} ${JSON.stringify(value)}`;
}

function zenTable(
  id: string,
  hitPolicy: 'first' | 'collect',
  rows: { all: readonly PolicyCondition[]; output: string }[],
) {
  const fields = [...new Set(rows.flatMap(({ all }) => all.map((each) => each.input)))];
  const content = {
    hitPolicy,
    outputPath: id,
    passThrough: false,
    executionMode: 'single',
    inputs: fields.map((field) => ({ id: `in_${field}`, name: field, field })),
    outputs: [{ id: 'out', name: 'taken', field: 'taken' }],
    rules: rows.map(({ all, output }, index) => ({
      _id: `${id}_${index}`,
      ...Object.fromEntries(fields.map((field) => [`in_${field}`, ''])),
      ...Object.fromEntries(all.map((each) => [`in_${each.input}`, zenCell(each)])),
      out: output,
    })),
  };
  return { id, name: id, type: 'decisionTableNode', content };
}

function zenEngine(): (facts: Facts) => Promise<Conclusion> {
  const tables = [
    ...policy.factors.map(({ key, cases }) =>
      zenTable(
        key,
        'first',
        cases.map(({ all }, index) => ({ all, output: `${index}` })),
      ),
    ),
    zenTable(
      'rules',
      'collect',
      policy.rules.map(({ key, all }) => ({ all, output: `"${key}"` })),
    ),
  ];
  const edge = (sourceId: string, targetId: string) => ({
    id: `${sourceId}-${targetId}`,
    type: 'edge',
    sourceId,
    targetId,
  });
  const decision = new ZenEngine().createDecision({
    nodes: [
      { id: 'facts', name: 'facts', type: 'inputNode' },
      ...tables,
      { id: 'found', name: 'found', type: 'outputNode' },
    ],
    edges: tables.flatMap(({ id }) => [edge('facts', id), edge(id, 'found')]),
  });
  return async (facts) => {
    const { result } = await decision.evaluate(facts);
    const taken = policy.factors.flatMap(({ key }): [string, number][] =>
      typeof result[key]?.taken === 'number' ? [[key, result[key].taken]] : [],
    );
    const rules: { taken: string }[] = result.rules ?? [];
    return conclude({ cases: new Map(taken), rules: new Set(rules.map((rule) => rule.taken)) });
  };
}

const compiled = compilePolicy(policy);
const evidenceSets = factSets.map(evidenceOf);
const theirs = jsonRulesEngine();
const zen = zenEngine();

for (const [index, facts] of factSets.entries()) {
  const { score, band, decision } = evaluate(compiled, evidenceSets[index] ?? evidenceOf(facts));
  const answers = [{ score, band, decision }, await theirs(facts), await zen(facts)];
  if (new Set(answers.map((answer) => JSON.stringify(answer))).size !== 1)
    throw new Error(`the engines disagree: ${JSON.stringify(answers)}`);
}

const contenders: Record<string, () => unknown> = {
  ours: () => {
    for (const evidence of evidenceSets) evaluate(compiled, evidence);
  },
  'json-rules-engine': async () => {
    for (const facts of factSets) await theirs(facts);
  },
  'zen-engine one by one': async () => {
    for (const facts of factSets) await zen(facts);
  },
  'zen-engine all at once': () => Promise.all(factSets.map(zen)),
};

/** Short rounds in turns, and of each contender its best: what else the machine does disturbs all alike. */
const best = new Map<string, number>();
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, run] of Object.entries(contenders)) {
    const start = performance.now();
    let evaluations = 0;
    do {
      await run();
      evaluations += EVIDENCE_SETS;
    } while (performance.now() - start < ROUND_MS);
    const perSecond = (evaluations / (performance.now() - start)) * 1000;
    best.set(name, Math.max(perSecond, best.get(name) ?? 0));
  }

const bestOf = (...names: string[]) => Math.max(...names.map((name) => best.get(name) ?? 0));
const report = (against: string, other: number) => {
  const value = Math.round(bestOf('ours'));
  const ratio = Number((bestOf('ours') / other).toFixed(1));
  const name = 'policy evaluations, 12 factors, 8 rules, 20 inputs';
  console.log(JSON.stringify({ name, value, unit: 'evaluations/s', against, ratio }));
};
report('json-rules-engine', bestOf('json-rules-engine'));
report('@gorules/zen-engine', bestOf('zen-engine one by one', 'zen-engine all at once'));
