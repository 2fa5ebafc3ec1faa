import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { verificationRoutes } from '#shared/verification/routes.ts';
import { webhookRoutes } from '#shared/webhooks/routes.ts';
import { type Units, unitsOf } from './observed-units.ts';
import type { KnownIds } from './partition-heat.ts';
import { aSubject } from './risk-examples.ts';
import { aDefinition, assessed, aWorld, done, newPolicy, newSource, newSubject, stated } from './risk-world.ts';
import { loadInventedLists } from './screening-world.ts';
import { newSession, newWorkflow } from './verification-world.ts';
import { deliverAll, dispatchAll } from './webhook-workers.ts';

/** Creates the records that the operation needs, which is not counted, and returns the operation. */
type Prepare = () => Promise<() => Promise<unknown>>;

export interface CapacityOperations {
  ids: KnownIds;
  operations: Record<string, Prepare>;
}

/** Operations of one organization, each on its own record, with one webhook that receives the events. */
export async function capacityOperations(url: string): Promise<CapacityOperations> {
  await loadInventedLists();
  const world = await aWorld();
  const { client, organizationId } = world;
  const body = { url, events: ['*'], mode: 'test' };
  const webhook = await done(client, webhookRoutes.createWebhook, { body });
  const source = await newSource(world);
  const policyId = await newPolicy(world, aDefinition(source.identity));
  const workflow = await newWorkflow(world);
  const subjectWithEvidence = async () => {
    const subjectId = await newSubject(world);
    await stated(source, subjectId);
    return subjectId;
  };
  const screen = (name: string, riskSubjectId?: string) => {
    const body = { subject: { name, entityType: 'person' }, sources: ['eu_fsf', 'uk_sanctions'], riskSubjectId };
    return done(client, screeningRoutes.createScreeningRun, { body });
  };
  return {
    ids: { organizationId, webhookIds: [webhook.id] },
    operations: {
      'create a subject': async () => () => done(client, riskRoutes.createSubject, { body: aSubject() }),
      'submit evidence': async () => {
        const subjectId = await newSubject(world);
        return () => stated(source, subjectId);
      },
      'create an assessment': async () => {
        const subjectId = await subjectWithEvidence();
        return () => assessed(world, subjectId, policyId);
      },
      'create a session': async () => {
        const subjectId = await newSubject(world);
        return () => newSession(world, workflow, subjectId);
      },
      'start a run': async () => {
        const params = { id: await newSession(world, workflow, null) };
        return () => done(client, verificationRoutes.startRun, { params });
      },
      'screen a name': async () => () => screen('Cordelia Blotter'),
      'screen a subject': async () => {
        const subjectId = await newSubject(world);
        return () => screen('Cordelia Blotter', subjectId);
      },
      'screen a listed subject': async () => {
        const subjectId = await newSubject(world);
        return () => screen('Ambrose Quillfeather', subjectId);
      },
    },
  };
}

/** The units of an operation, of the dispatch of its events and of their delivery, times a count. */
export async function observeOperation(prepare: Prepare, times: number): Promise<Units[][]> {
  const observed: Units[][] = [];
  for (let time = 0; time < times; time += 1) {
    const operation = await prepare();
    await dispatchAll();
    await deliverAll();
    const units = await unitsOf(async () => {
      await operation();
      await dispatchAll();
      await deliverAll();
    });
    observed.push(units);
  }
  return observed;
}
