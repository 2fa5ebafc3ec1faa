import { compilePolicy, type PolicyDefinition, policyWarnings, unreachedBy } from '@assay/policy-engine';
import { validateDefinition } from '#shared/risk/listed-sources.ts';
import { hashOf } from '#shared/risk/policy.ts';
import type { Scenario } from '#shared/risk/scenario.ts';
import { presentScenarios, runScenarios } from '#shared/risk/use-cases/run-scenarios.ts';
import { answers, page } from './filled.ts';
import { ago, DAY_MS, HOUR_MS, ME, uuid } from './filled-base.ts';
import type { Answering, StubAnswer } from './stub-service.ts';

/** A service with one policy, whose texts and scenarios are checked by the real evaluator. */
const SOURCE = `registered:${uuid(6, 1)}`;

const input = (key: string, type: 'number' | 'boolean') => ({
  key,
  type,
  itemType: null,
  acceptedSources: [SOURCE],
  maxAgeSeconds: 2_592_000,
  verification: null,
});

export const labDefinition = (): PolicyDefinition => ({
  inputs: [input('email.age_days', 'number'), input('device.accounts', 'number')],
  applicability: [],
  factors: [
    {
      key: 'email_age',
      label: 'Age of the e-mail address',
      match: 'first',
      weight: 1,
      defaultPoints: 0,
      cases: [{ all: [{ input: 'email.age_days', operator: 'lt', value: 30 }], points: 30 }],
    },
    {
      key: 'device',
      label: 'Accounts on the same device',
      match: 'first',
      weight: 1,
      defaultPoints: 0,
      cases: [{ all: [{ input: 'device.accounts', operator: 'gte', value: 5 }], points: 30 }],
    },
  ],
  aggregation: 'sum',
  floor: 0,
  ceiling: 100,
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
    { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['limit_payouts'] } },
  ],
  rules: [],
  missingEvidence: 'review',
  reviewAfterSeconds: 2_592_000,
});

const version = (number: number, definition: PolicyDefinition, changes: object = {}) => ({
  id: uuid(5, number),
  resource: 'policies' as const,
  data: {
    key: 'onboarding',
    version: number,
    status: 'draft' as const,
    definition,
    createdAt: ago(60 * DAY_MS),
    publishedAt: null,
    createdBy: `user:${ME}`,
    hash: hashOf(definition),
    ...changes,
  },
});

const published = { status: 'published' as const, publishedAt: ago(59 * DAY_MS), inForce: true };
const EVALUATED_AT = '2026-03-14T09:00:00.000Z';

const receipt = (fact: string, value: number) => ({
  fact,
  source: SOURCE,
  status: 'available' as const,
  value,
  observedAt: '2026-03-14T08:00:00.000Z',
  expiresAt: null,
});

/** Of ten customers three have a young address, and every second one shares a device. */
const evidenceOf = (index: number) => [
  receipt('email.age_days', index < 3 ? 5 : 400),
  receipt('device.accounts', index % 2 === 0 ? 8 : 1),
];

function pastAssessment(index: number, definition: PolicyDefinition) {
  const evidence = evidenceOf(index);
  const [run] = runScenarios(
    compilePolicy(definition),
    [{ name: 'past', evaluatedAt: EVALUATED_AT, evidence }],
    new Date(EVALUATED_AT),
  );
  return {
    id: uuid(3, index),
    resource: 'assessments',
    data: {
      subjectId: uuid(4, index),
      policyVersionId: uuid(5, 1),
      policyKey: 'onboarding',
      policy: version(1, definition, published).data,
      trigger: 'onboarding',
      eventIds: [],
      evaluatedAt: EVALUATED_AT,
      sequence: 1,
      evidenceRevision: 2,
      previousAssessmentId: null,
      evidence: evidence.map((one, at) => ({ ...one, id: uuid(7, index * 10 + at) })),
      ...run?.run.evaluation,
      actionIds: [],
    },
  };
}

export function labService({
  role = 'owner',
  assessments = 10,
}: {
  role?: 'owner' | 'member';
  assessments?: number;
} = {}) {
  const first = labDefinition();
  const versions = [version(1, first, published)];
  const scenarios = new Map<string, Scenario[]>();
  const past = Array.from({ length: assessments }, (_, index) => pastAssessment(index, first));
  const idIn = (path: string) => path.split('/').find((part) => part.startsWith('019ced2c')) ?? '';
  const refused = (definition: unknown): StubAnswer | undefined => {
    const { valid, errors } = validateDefinition(definition);
    return valid ? undefined : { status: 422, body: { code: 'invalid_policy', detail: 'Invalid.', errors } };
  };
  const answering: Answering = (call) => {
    const body = (call.body ?? {}) as { key?: string; definition?: PolicyDefinition; scenarios?: Scenario[] };
    switch (call.route) {
      case 'organization.readMe': {
        const mine = answers(call);
        return { body: { ...(mine?.body as object), role } };
      }
      case 'risk.validatePolicy': {
        const { valid, errors, normalized } = validateDefinition(body.definition);
        const warnings = normalized ? policyWarnings(normalized) : [];
        return { body: { valid, errors, warnings, normalized: valid ? normalized : null } };
      }
      case 'risk.simulatePolicy': {
        const stored = versions.find(({ id }) => id === (call.body as { policyVersionId?: string }).policyVersionId);
        const definition = stored?.data.definition ?? body.definition;
        const problem = refused(definition);
        if (problem) return problem;
        const policy = compilePolicy(definition as PolicyDefinition);
        const runs = runScenarios(policy, body.scenarios ?? [], new Date());
        const results = runs.map(({ scenario, run, verdict }) => ({ name: scenario.name, ...run, ...verdict }));
        return { body: { results, unreached: unreachedBy(policy, runs) } };
      }
      case 'risk.readPolicyScenarios': {
        const found = versions.find(({ id }) => id === idIn(call.path)) ?? versions[0];
        if (!found) return undefined;
        const saved = scenarios.get(found.id);
        const stored = saved && { scenarios: saved, savedBy: `user:${ME}`, savedAt: ago(HOUR_MS) };
        return { body: presentScenarios(found, stored, new Date()) };
      }
      case 'risk.createPolicy': {
        const made = version(versions.length + 1, validateDefinition(body.definition).normalized ?? first, {
          key: body.key,
        });
        versions.push(made);
        scenarios.set(made.id, body.scenarios ?? []);
        return { status: 201, body: made };
      }
      case 'risk.replacePolicyScenarios':
        scenarios.set(idIn(call.path), body.scenarios ?? []);
        return { body: presentScenarios(versions[0] ?? version(1, first), undefined, new Date()) };
      case 'risk.listRecords':
        if (call.path.endsWith('/policies'))
          return page(call.query.get('key') === 'onboarding' ? versions.toReversed() : []);
        if (call.path.endsWith('/assessments')) return page(past);
        return answers(call);
      case 'risk.readRecord':
        if (call.path.includes('/policies/')) {
          const found = versions.find(({ id }) => id === idIn(call.path));
          return found ? { body: found } : { status: 404, body: { code: 'not_found', detail: 'Not found.' } };
        }
        return answers(call);
      case 'risk.listPolicyProposals':
        return { body: { items: [] } };
      default:
        return answers(call);
    }
  };
  return {
    answering,
    versions,
    scenariosOf: (id: string) => scenarios.get(id),
    /** Another person publishes the next version. */
    publishMeanwhile: (change: (definition: PolicyDefinition) => PolicyDefinition) => {
      for (const one of versions) Object.assign(one.data, { inForce: undefined });
      versions.push(version(versions.length + 1, change(first), published));
    },
  };
}
