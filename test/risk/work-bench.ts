import { riskRoutes } from '#shared/risk/routes.ts';
import { call, type Response } from '#test/support/api.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';

const { listWorklist, transitionAction, transitionActions } = riskRoutes;

/** Subjects with open work of every decision. */
export const DECISIONS = ['review', 'restrict', 'reject', 'none'] as const;
type Decision = (typeof DECISIONS)[number];

export interface Bench {
  world: World;
  source: Source;
  policies: Record<Decision, string>;
}

/** A policy per decision, each of which requests two actions of everyone. */
export async function aBench(mode: 'test' | 'live' = 'test', organizationId?: string): Promise<Bench> {
  const world = await aWorld(mode, organizationId);
  const source = await newSource(world);
  const policies = {} as Record<Decision, string>;
  for (const decision of DECISIONS) {
    const bands = [{ id: 'all', from: 0, effect: { decision, actions: ['call_back', `do_${decision}`] } }];
    policies[decision] = await newPolicy(world, aDefinition(source.identity, { bands }), `p_${decision}`);
  }
  return { world, source, policies };
}

export async function assessAs({ world, source, policies }: Bench, decision: Decision, subjectId?: string) {
  const id = subjectId ?? (await newSubject(world));
  if (!subjectId) await stated(source, id);
  return { id, assessment: await assessed(world, id, policies[decision]) };
}

export const worklist = ({ world }: Bench, query: Record<string, string | number> = {}, as = world.client) =>
  call(as, listWorklist, { query });

export const idsIn = ({ status, body }: Response): string[] => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.items.map(({ subject }: { subject: { id: string } }) => subject.id);
};

export const move = ({ world }: Bench, id: string, status: string, expectedRevision = 1, as = world.owner) =>
  call(as, transitionAction, {
    params: { id },
    body: { status, expectedRevision, reason: 'Because.' },
  });

export const moveAll = (
  { world }: Bench,
  status: string,
  items: readonly { id: string; expectedRevision: number }[],
  as = world.owner,
) => call(as, transitionActions, { body: { status, reason: 'Because.', items } });
