import { randomUUID } from 'node:crypto';
import { riskRoutes } from '#shared/risk/routes.ts';
import { runInvestigation } from '#shared/risk/use-cases/run-investigation.ts';
import {
  aDefinition,
  ago,
  aStatement,
  assessed,
  done,
  EMAIL_AGE,
  newPolicy,
  newSource,
  newSubject,
  stated,
  type World,
} from './risk-world.ts';
import { workerContext } from './webhook-workers.ts';

/** Marker of values, names, reasons and rules, which webhook events must not contain. */
export const CANARY = 'canary';

/** Calls every operation of the risk module once, and returns the ids. */
export async function createOneOfEachRecord(world: World) {
  const facts = [
    { key: EMAIL_AGE, type: 'number' },
    { key: `${CANARY}.fact`, type: 'string' },
  ];
  const source = await newSource(world, facts);
  const subjectId = await newSubject(world, `${CANARY}-${randomUUID()}`);
  const policyId = await newPolicy(
    world,
    aDefinition(source.identity, {
      rules: [
        {
          key: `${CANARY}_rule`,
          reason: `${CANARY} rule`,
          forceBand: 'high',
          all: [{ input: EMAIL_AGE, operator: 'lt', value: 30 }],
          effect: { decision: 'restrict', actions: [`${CANARY}_action`] },
        },
      ],
    }),
    `${CANARY}${randomUUID()}`,
  );
  const params = { id: subjectId };
  const receipt = await stated(source, subjectId, { providerRef: CANARY });
  const value = `${CANARY} `.repeat(200);
  const batch = await done(source.speaks, riskRoutes.submitEvidenceBatch, {
    params,
    body: {
      sourceRegistrationId: source.id,
      items: [aStatement(), aStatement({ fact: `${CANARY}.fact`, value })],
    },
  });
  const activity = await done(world.client, riskRoutes.reportActivity, {
    params,
    body: {
      activityType: CANARY,
      category: 'other',
      title: CANARY,
      summary: CANARY,
      reference: CANARY,
      occurredAt: ago(1_000),
    },
  });
  const assessment = await assessed(world, subjectId, policyId, { trigger: CANARY, eventIds: [activity.id] });
  const [actionId = '', otherActionId = ''] = assessment.data.actionIds as string[];
  await done(world.client, riskRoutes.transitionAction, {
    params: { id: actionId },
    body: { status: 'acknowledged', expectedRevision: 1, reason: CANARY },
  });
  await done(world.member, riskRoutes.createRequest, {
    params,
    body: { kind: 'escalation', about: { actionIds: [actionId] }, text: CANARY },
  });
  const override = await done(world.owner, riskRoutes.createOverride, {
    params: { id: assessment.id },
    body: { decision: 'none', reason: CANARY, expiresAt: ago(-60_000) },
  });
  await done(world.owner, riskRoutes.revokeOverride, {
    params: { id: override.id },
    body: { reason: CANARY },
  });
  const outcome = await done(world.client, riskRoutes.recordOutcome, {
    params,
    body: {
      label: 'loss',
      occurredAt: ago(0),
      amount: { value: '90071992547409.931', currency: 'EUR' },
      reference: CANARY,
    },
  });
  await done(world.client, riskRoutes.withdrawOutcome, { params: { id: outcome.id }, body: { reason: CANARY } });
  const context = await done(world.client, riskRoutes.createContext, {
    body: { kind: CANARY, externalId: `${CANARY}-${randomUUID()}`, label: CANARY },
  });
  const ofContext = { id: context.id };
  await done(world.client, riskRoutes.addContextSubject, { params: ofContext, body: { subjectId, role: CANARY } });
  await done(world.owner, riskRoutes.replaceContextPolicies, {
    params: ofContext,
    body: { expectedRevision: 0, policyVersionIds: [policyId] },
  });
  await done(world.client, riskRoutes.selectPolicies, { params, body: { contextId: context.id } });
  await done(world.owner, riskRoutes.updateInvestigationAiSettings, {
    body: { aiInvestigations: true },
  });
  const investigation = await done(world.client, riskRoutes.startInvestigation, {
    params,
    body: { question: CANARY, assessmentIds: [assessment.id] },
  });
  const { organizationId, mode } = world;
  await runInvestigation(workerContext(), { organizationId, mode, investigationId: investigation.id });
  await done(world.owner, riskRoutes.reviewInvestigation, {
    params: { id: investigation.id },
    body: { finding: `lenient_override:${override.id}`, verdict: 'supported', reason: CANARY },
  });
  await done(world.client, riskRoutes.configureMonitoring, {
    params,
    body: { policyVersionId: policyId, enabled: true },
  });
  await done(world.owner, riskRoutes.replaceSourceBindings, {
    params: { id: source.id },
    body: { expectedRevision: 1, apiKeyIds: [], enabled: false },
  });
  const found = { receipt, batch, activity, assessment, override, outcome, investigation };
  return { subjectId, policyId, actionId, otherActionId, ...found };
}
