import { expect } from 'vitest';
import { handler as advanceHandler } from '#functions/workers/advance-watches.ts';
import { now } from '#shared/platform/clock.ts';
import { advanceWatches } from '#shared/screening/index.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import type { World } from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

export const LISTS = ['eu_fsf', 'uk_sanctions'];

const { createScreeningWatch, readScreeningWatch, readScreeningRun } = screeningRoutes;

/** A turn of the watches of a world. */
export const turn = ({ organizationId, mode }: World) => worked(advanceHandler, queueEvent([{ organizationId, mode }]));

/** The same at another time, and with errors thrown. */
export const turnAt = ({ organizationId, mode }: World, at: Date = now()) =>
  advanceWatches(workerContext(at), { organizationId, mode });

export async function watched(world: World, subject: Record<string, unknown>, more: Record<string, unknown> = {}) {
  const { status, body } = await call(world.client, createScreeningWatch, {
    body: { subject, sources: LISTS, ...more },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id as string;
}

export const readWatch = async ({ client }: World, id: string) =>
  (await call(client, readScreeningWatch, { params: { id } })).body;

export const readRun = async ({ client }: World, id: string) =>
  (await call(client, readScreeningRun, { params: { id } })).body;

/** What a result says of a customer: which entries, how much they agree, and what they are. */
export const outcomeOf = ({ status, matches }: { status: string; matches: Record<string, unknown>[] }) => ({
  status,
  matches: matches
    .map(({ source, sourceEntryId, score, factors, pep, entry }) => {
      return { source, sourceEntryId, score, factors, pep, digest: (entry as { digest: string } | null)?.digest };
    })
    .toSorted((a, b) => (`${a.source} ${a.sourceEntryId}` < `${b.source} ${b.sourceEntryId}` ? -1 : 1)),
});

export async function resultOf(world: World, id: string) {
  const { status, result } = await readWatch(world, id);
  expect(status).toBe('active');
  return outcomeOf(await readRun(world, result.runId));
}
