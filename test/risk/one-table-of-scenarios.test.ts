import { afterAll, beforeAll, expect, test } from 'vitest';
import { continueJob } from '#shared/jobs/index.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { aPolicyKey } from '#test/support/policy-examples.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  ago,
  aWorld,
  done,
  EMAIL_AGE,
  everyItem,
  FACTS_OF_EVERY_TYPE,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  statedTogether,
  tryToAssess,
} from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/**
 * One table of scenarios, evaluated by a simulation, an assessment, its replay, a shadow version and a backtest. All of
 * them have to agree with the table, and so with each other.
 */
const FLAG = 'name.flag';
const HOUR = 3_600_000;

interface Statement {
  from?: 'first' | 'second';
  fact?: string;
  status?: string;
  value?: unknown;
  /** Milliseconds before now. */
  observed?: number;
}

interface Expected {
  decision: string;
  band: string | null;
  score: number | null;
}

const KNOWN: Statement = { fact: FLAG, value: 'customer' };
const age = (value: number, more: Statement = {}): Statement => ({ value, ...more });
const gone = (status: string): Statement => ({ status });
const decided = (decision: string, band: string | null, score: number | null): Expected => ({ decision, band, score });
const INCOMPLETE = decided('review', null, null);

const TABLE: [name: string, Statement[], Expected][] = [
  ['a new address', [KNOWN, age(3)], decided('review', 'high', 40)],
  ['below the bound of a case', [KNOWN, age(29.999)], decided('review', 'high', 40)],
  ['at the bound of a case', [KNOWN, age(30)], decided('none', 'low', 10.5)],
  ['at the next bound', [KNOWN, age(365)], decided('none', 'low', 0)],
  ['a rule beside the score', [KNOWN, age(1)], decided('reject', 'high', 40)],
  ['two sources that agree', [KNOWN, age(3), age(3, { from: 'second' })], decided('review', 'high', 40)],
  ['two sources that disagree', [KNOWN, age(3), age(90, { from: 'second' })], INCOMPLETE],
  ['a stale statement', [KNOWN, age(3, { observed: 25 * HOUR })], INCOMPLETE],
  [
    'a fresh one beside it',
    [KNOWN, age(400, { observed: 25 * HOUR }), age(3, { from: 'second' })],
    decided('review', 'high', 40),
  ],
  ['a revoked one', [KNOWN, gone('revoked')], INCOMPLETE],
  ['an unavailable one', [KNOWN, gone('unavailable')], INCOMPLETE],
  ['nothing known of the address', [KNOWN], INCOMPLETE],
  [
    'a large value of a list',
    [{ fact: FLAG, value: 'listed' }, age(3), { fact: 'list.words', value: ['x'.repeat(2_000)] }],
    decided('reject', 'high', 40),
  ],
  [
    'a subject that is not covered',
    [{ fact: FLAG, value: 'exempt' }, age(3)],
    decided('applicability_not_matched', null, null),
  ],
  ['a subject of which it is not known', [age(3)], decided('applicability_unknown', null, null)],
];

const world = preparedForFile(() => aWorld());
let sources: Record<'first' | 'second', Source>;
let definition: Record<string, unknown>;
let assessments: { assessment: Response; compared: Response['body'] }[];
let beside: { key: string; inForce: string; tested: string };

beforeAll(async () => {
  sources = { first: await newSource(world, FACTS_OF_EVERY_TYPE), second: await newSource(world) };
  const both = [sources.first.identity, sources.second.identity];
  const input = { maxAgeSeconds: 86_400, acceptedSources: [sources.first.identity] };
  const inputs = [
    { ...input, key: EMAIL_AGE, type: 'number', acceptedSources: both },
    { ...input, key: FLAG, type: 'string' },
  ];
  const requiredWhen = [{ all: [{ input: FLAG, operator: 'eq', value: 'listed' }] }];
  const words = { ...input, key: 'list.words', type: 'list', itemType: 'string', requiredWhen };
  definition = aDefinition(sources.first.identity, {
    inputs: [...inputs, words],
    applicability: [{ all: [{ input: FLAG, operator: 'neq', value: 'exempt' }] }],
    factors: [
      {
        key: 'email_age',
        match: 'first',
        weight: 1,
        defaultPoints: 0,
        cases: [
          { all: [{ input: EMAIL_AGE, operator: 'lt', value: 30 }], points: 40 },
          { all: [{ input: EMAIL_AGE, operator: 'lt', value: 365 }], points: 10.5 },
        ],
      },
    ],
    rules: [
      {
        key: 'very_new',
        reason: 'Very new.',
        all: [{ input: EMAIL_AGE, operator: 'lt', value: 2 }],
        effect: { decision: 'reject', actions: ['close_account'] },
      },
      {
        key: 'words',
        reason: 'A long word.',
        all: [{ input: 'list.words', operator: 'contains', value: 'x'.repeat(2_000) }],
        effect: { decision: 'reject', actions: [] },
      },
    ],
  });
  const own = await newPolicy(world, definition);
  // Another policy, of which the definition is the shadow: it decides everything otherwise.
  const key = aPolicyKey();
  const other = aDefinition(sources.first.identity, {
    inputs,
    factors: [],
    bands: [{ id: 'any', from: 0, effect: { decision: 'restrict', actions: [] } }],
    missingEvidence: 'awaiting_evidence',
  });
  const inForce = await newPolicy(world, other, key);
  const { id: tested } = await done(world.owner, riskRoutes.createPolicy, { body: { key, definition } });
  await done(world.owner, riskRoutes.configureShadow, { params: { id: tested }, body: { enabled: true } });
  beside = { key, inForce, tested };
  assessments = await Promise.all(TABLE.map(([, statements]) => assessedBoth(statements, own)));
});
afterAll(async () => expect(await audit()).toEqual([]));

/** By the definition, and by the policy that it is the shadow of. */
async function assessedBoth(statements: readonly Statement[], own: string) {
  const subjectId = await newSubject(world);
  for (const name of ['first', 'second'] as const) {
    const items = statements.filter(({ from = 'first' }) => from === name).map(statementOf);
    if (items.length > 0) await statedTogether(sources[name], subjectId, items);
  }
  const assessment = await tryToAssess(world, subjectId, own);
  return { assessment, compared: (await tryToAssess(world, subjectId, beside.inForce)).body };
}

const statementOf = ({ fact = EMAIL_AGE, status = 'available', value, observed = HOUR }: Statement) => ({
  fact,
  status,
  value: status === 'available' ? value : undefined,
  observedAt: ago(observed),
});

const expectedOf = TABLE.map(([name, , expected]) => ({ name, ...expected }));
const named = (outcomes: readonly Expected[]) =>
  outcomes.map(({ decision, band, score }, index) => ({ name: TABLE[index]?.[0], decision, band, score }));

test('simulation', async () => {
  const scenarios = TABLE.map(([name, statements]) => ({
    name,
    evidence: statements.map((one) => ({
      ...statementOf(one),
      value: statementOf(one).value ?? null,
      source: sources[one.from ?? 'first'].identity,
    })),
  }));
  const { results } = await done(world.client, riskRoutes.simulatePolicy, { body: { definition, scenarios } });

  const outcomes = results.map(
    ({ applicability, evaluation }: Response['body']) =>
      evaluation ?? decided(`applicability_${applicability.status}`, null, null),
  );
  expect(named(outcomes)).toEqual(expectedOf);
});

test('assessment and its replay', async () => {
  const outcomes = assessments.map(({ assessment: { status, body } }) =>
    status === 201 ? body.data : decided(body.code, null, null),
  );
  expect(named(outcomes)).toEqual(expectedOf);

  for (const { assessment } of assessments.filter((one) => one.assessment.status === 201)) {
    const replayed = await done(world.client, riskRoutes.replayAssessment, { params: { id: assessment.body.id } });
    expect(replayed).toMatchObject({ assessmentId: assessment.body.id, identical: true });
  }
});

/** Everything differs from the policy in force, so everything is listed. */
const inOrder = (changed: Response['body'][]) =>
  assessments.map(({ compared }) => {
    const { before, after } = changed.find(({ assessmentId }) => assessmentId === compared.id) ?? {};
    expect(before).toMatchObject({ decision: compared.data.decision, band: compared.data.band });
    return after;
  });

test('shadow version', async () => {
  const { items } = await everyItem((offset) =>
    call(world.client, riskRoutes.listDivergentAssessments, { params: { id: beside.tested }, query: { offset } }),
  );

  expect(items).toHaveLength(TABLE.length);
  expect(named(inOrder(items))).toEqual(expectedOf);
});

test('backtest', async () => {
  const body = { policyVersionId: beside.tested, against: { policyKey: beside.key, since: ago(HOUR) } };
  const { id: jobId } = await done(world.client, riskRoutes.createBacktest, { body });
  await continueJob(workerContext(), { organizationId: world.organizationId, mode: world.mode, jobId });
  const { items } = await everyItem((offset) =>
    call(world.client, riskRoutes.listChangedCases, { params: { id: jobId }, query: { offset } }),
  );

  expect(named(inOrder(items))).toEqual(expectedOf);
});
