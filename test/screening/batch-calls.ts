import { expect } from 'vitest';
import { handler as runJobHandler } from '#functions/workers/run-job.ts';
import { handler as sealReportHandler } from '#functions/workers/seal-report.ts';
import { now } from '#shared/platform/clock.ts';
import type { WorkerContext } from '#shared/platform/context.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { type Credential, call } from '#test/support/api.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import type { World } from '#test/support/risk-world.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

export const LISTS = ['eu_fsf', 'uk_sanctions'];

const { createBatchUpload, createScreeningBatch, listScreeningBatchRows, readScreeningBatch } = screeningRoutes;

/** Puts a file under an address for uploads; the id of the upload. */
export async function uploaded(credential: Credential, file: string | Buffer): Promise<string> {
  const bytes = Buffer.from(file as string) as Buffer<ArrayBuffer>;
  const { status, body } = await call(credential, createBatchUpload, {
    body: { fileName: 'customers.csv', sizeBytes: bytes.length },
  });
  expect(status).toBe(201);
  const { 'content-length': _, ...headers } = body.headers;
  const stored = await fetch(body.url, { method: 'PUT', headers, body: bytes });
  expect(stored.status).toBe(200);
  return body.uploadId;
}

/** Asks for a batch of a file. */
export async function asked(credential: Credential, file: string | Buffer, more: Record<string, unknown> = {}) {
  const uploadId = await uploaded(credential, file);
  return call(credential, createScreeningBatch, { body: { uploadId, sources: LISTS, ...more } });
}

export const messageOf = ({ organizationId, mode }: Pick<World, 'organizationId' | 'mode'>, jobId: string) => ({
  organizationId,
  mode,
  jobId,
});

/** Time for a few steps in each turn. */
export function shortTurns(steps: number): WorkerContext {
  let left = steps;
  return { ...workerContext(now()), remainingMs: () => (left-- > 0 ? 60_000 : 1_000) };
}

/** A turn of the job, and one of the worker that seals, which has nothing to do for most kinds. */
export async function work(world: Pick<World, 'organizationId' | 'mode'>, id: string) {
  const event = queueEvent([messageOf(world, id)]);
  const [done, sealed] = [await worked(runJobHandler, event), await worked(sealReportHandler, event)];
  return { batchItemFailures: [...done.batchItemFailures, ...sealed.batchItemFailures] };
}

export const readBatch = async (credential: Credential, id: string) =>
  (await call(credential, readScreeningBatch, { params: { id } })).body;

/** The results of all rows, page by page. */
export async function resultsOf(credential: Credential, id: string, query: Record<string, unknown> = {}) {
  const items: Record<string, unknown>[] = [];
  for (let from: number | null = 1; from !== null; ) {
    const { status, body } = await call(credential, listScreeningBatchRows, {
      params: { id },
      query: { from, ...query },
    });
    expect(status).toBe(200);
    items.push(...body.items);
    from = body.nextFrom;
  }
  return items;
}

/** Screens a file and waits for the end. */
export async function screened(world: World, file: string | Buffer, more: Record<string, unknown> = {}) {
  const { status, body } = await asked(world.client, file, more);
  expect(status, JSON.stringify(body)).toBe(201);
  expect(await work(world, body.id)).toEqual({ batchItemFailures: [] });
  return { batch: await readBatch(world.client, body.id), rows: await resultsOf(world.client, body.id) };
}
