import { beforeAll, expect, test } from 'vitest';
import { usesOfRoute } from '#infra/grants.ts';
import { isMutation, type Route } from '#shared/platform/http/route.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { type CallOptions, call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { observed } from '#test/support/faults.ts';
import { forgetMatchesInForce } from '#test/support/older-runs.ts';
import { aWorld, done, type World } from '#test/support/risk-world.ts';
import { exampleOf } from '#test/support/route-examples.ts';
import { DOCUMENT, LISTED, screenedAttempt, screeningStep } from '#test/support/screened-sessions.ts';
import { anEntry, existingProfile, loadList } from '#test/support/screening-examples.ts';
import { callerFor } from '#test/support/tenant.ts';
import { declaredIn, touchedBy } from '#test/support/touched-tables.ts';
import { anAttempt, aStep, nativeInput, newWorkflow, policyOver, reported } from '#test/support/verification-world.ts';

/** A function's role is made of what its route says it uses: no more, or it could; no less, or it fails. */
beforeAll(prepareEngine);

const OF_PIPELINE = ['identity', 'journal', 'webhooks'];

type Prepare = (world: World) => Promise<CallOptions>;

async function policyBody(world: World) {
  const workflow = await newWorkflow(world, [aStep('check')]);
  const screening = {
    key: 'screening.sanctions',
    type: 'string',
    maxAgeSeconds: 86_400,
    acceptedSources: ['service:screening:eu_fsf:r70:m90'],
  };
  return { key: 'bound', definition: policyOver([nativeInput(workflow, 'check'), screening]) };
}
const lastStep: Prepare = async (world) => {
  const { sessionId: id, runId } = await anAttempt(world, [aStep('check')]);
  const body = { status: 'completed', outputs: {}, observedAt: new Date(0).toISOString() };
  return { params: { id, runId, stepKey: 'check_step' }, body };
};
const revision: Prepare = async (world) => {
  const { id } = await newWorkflow(world);
  return { params: { id }, query: { revision: 1 } };
};
const screened: Prepare = async (world) => {
  await loadList('eu_fsf', [anEntry()]);
  const { sessionId, subjectId } = await screenedAttempt(world, LISTED);
  const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId },
  });
  await forgetMatchesInForce(world, { subjectId, runId: items[0].id });
  return { params: { id: sessionId } };
};
const revoked: Prepare = async (world) => {
  const { subjectId, sessionId, runId } = await anAttempt(world, [aStep('extract')]);
  await reported(world, { sessionId, runId }, 'extract');
  const decision = (word: string) => ({
    params: { id: subjectId },
    body: { sessionWorkflowId: sessionId, workflowRunId: runId, decision: word, reason: 'x' },
  });
  await done(world.owner, riskRoutes.decideVerification, decision('approved'));
  return decision('revoked');
};

const screenedCheck: Prepare = async (world) => {
  await loadList('eu_fsf', [anEntry()]);
  const { subjectId, check } = await screenedAttempt(world, LISTED);
  return { params: { id: subjectId }, body: { checkId: check.id } };
};

const byProfile =
  (keyOf: (world: World) => Promise<string>): Prepare =>
  async (world) => {
    const step = screeningStep({ sources: undefined, profileKey: await keyOf(world) });
    return { body: { key: 'by_profile', steps: [DOCUMENT, step] } };
  };

/** Requests that are refused after reading what the refusal names. */
const REFUSED = new Map<Route, Prepare>([[verificationRoutes.createWorkflow, byProfile(async () => 'unknown')]]);

const FURTHER = new Map<Route, Prepare>([
  [verificationRoutes.createWorkflow, byProfile(existingProfile)],
  [verificationRoutes.reportStep, lastStep],
  [verificationRoutes.readWorkflow, revision],
  [verificationRoutes.startRun, screened],
  [riskRoutes.decideVerification, revoked],
  [riskRoutes.importSessionCheck, screenedCheck],
  [riskRoutes.validatePolicy, async (world) => ({ body: await policyBody(world) })],
  [
    riskRoutes.publishPolicy,
    async (world) => {
      const body = await policyBody(world);
      const { id } = await done(world.owner, riskRoutes.createPolicy, { body });
      // An open proposal leaves the list of those that wait.
      await done(world.admin, riskRoutes.proposePolicy, { params: { id }, body: { reason: 'Reviewed.' } });
      return { params: { id } };
    },
  ],
]);

test('permissions: a decision on a screening accesses the check of its session as declared, and nothing else', async () => {
  const world = await aWorld();
  await loadList('eu_fsf', [anEntry()]);
  const { sessionId } = await screenedAttempt(world, LISTED);
  const { items } = await done(world.client, screeningRoutes.listScreeningRuns, {
    query: { sessionId },
  });

  const { calls } = await observed(() =>
    done(world.owner, screeningRoutes.decideScreeningMatch, {
      params: { id: items[0].matches[0].id },
      body: { decision: 'false_positive', reason: 'Somebody else.' },
    }),
  );

  const touched = touchedBy(calls);
  const declared = declaredIn(usesOfRoute(screeningRoutes.decideScreeningMatch));
  const ofVerification = (line: string) => line.startsWith('verification ');
  expect(declared).toEqual(expect.arrayContaining([...touched]));
  expect([...touched].filter(ofVerification).sort()).toEqual(declared.filter(ofVerification).sort());
});

const ROUTES: Route[] = [
  ...Object.values<Route>(verificationRoutes),
  riskRoutes.listVerificationInputs,
  riskRoutes.decideVerification,
  riskRoutes.importSessionCheck,
  riskRoutes.validatePolicy,
  riskRoutes.publishPolicy,
];

test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'permissions: %s accesses what it declares, and nothing else',
  async (_title, route) => {
    const world = await aWorld();
    const prepared = [exampleOf(route).prepare, FURTHER.get(route)].filter((one) => one !== undefined);
    const touched = new Set<string>();
    for (const prepare of prepared) {
      const options = await prepare(world);
      const { result, calls } = await observed(() => call(callerFor(world, route), route, options));
      expect(result.status).toBe(route.status);
      for (const one of touchedBy(calls)) touched.add(one);
    }
    const refused = await REFUSED.get(route)?.(world);
    if (refused) {
      const { result, calls } = await observed(() => call(callerFor(world, route), route, refused));
      expect(result.status).toBe(422);
      for (const one of touchedBy(calls)) touched.add(one);
    }

    const isOwn = (line: string) => !OF_PIPELINE.some((table) => line.startsWith(table));
    const allowed = declaredIn(usesOfRoute(route));
    expect([...touched].filter(isOwn).sort()).toEqual(allowed.filter(isOwn).sort());
    expect(allowed).toEqual(expect.arrayContaining([...touched]));
    expect(touched.size).toBeGreaterThan(isMutation(route) ? 1 : 0);
  },
);
