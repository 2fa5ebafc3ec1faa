import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { handler as refresh } from '#functions/workers/refresh-list.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { done, type World } from '#test/support/risk-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

export const LIST = 'idb_sanctions';
export const FILE = readFileSync('test/screening/fixtures/idb/idb_sanctioned.csv');
export const fileName = 'idb_sanctioned.csv';

/** What operators of a list do, in the world of the test that runs. */
export function operatorCalls(world: () => World) {
  const as = (who: 'owner' | 'admin', route: Parameters<typeof call>[1], body: unknown, key = LIST) =>
    call(world()[who], route, { params: { key }, body });

  const source = async (key = LIST) => {
    const { items } = await done(world().owner, screeningRoutes.listScreeningSources);
    return items.find((one: { key: string }) => one.key === key);
  };

  const history = async (reader = world().owner, query: Record<string, number> = {}, key = LIST) =>
    done(reader, screeningRoutes.listScreeningSourceHistory, { params: { key }, query });

  /** Uploads the file and has the worker read it. */
  async function uploaded(by: 'owner' | 'admin' = 'owner', refreshedBy = by, file = FILE) {
    const { body } = await as(by, screeningRoutes.uploadScreeningFile, { fileName, sizeBytes: file.length });
    const put = await fetch(body.url, { method: 'PUT', headers: body.headers, body: file });
    expect(put.status).toBe(200);
    const upload = { uploadId: body.uploadId, fileName };
    expect((await as(refreshedBy, screeningRoutes.refreshScreeningSource, { upload })).status).toBe(202);
    await worked(refresh, queueEvent(await drain('listRefreshes')));
    return (await source()).pending?.versionId as string;
  }

  return { as, source, history, uploaded };
}
