import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { putBlob } from '#shared/platform/blobs.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { readListState } from '#shared/screening/repository/list-states.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { refreshList } from '#shared/screening/use-cases/refresh-list.ts';
import { call, userOf } from '#test/support/api.ts';
import { everyRow, prepareEngine } from '#test/support/engine.ts';
import { workerContext } from '#test/support/webhook-workers.ts';

/** `-c listUploads=single`. Settings are read once, so this has a file of its own. */
const operators = [randomUUID(), randomUUID()];

beforeAll(async () => {
  process.env.LIST_UPLOADS = 'single';
  process.env.LIST_OPERATORS = operators.join(',');
  await prepareEngine();
});

const HEADER =
  'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name';
const firms = (count: number) => Array.from({ length: count }, (_, at) => `Firm ${'abcdefghij'[at]},Firm,,,,,,,,,`);

async function upload(count: number, uploadedBy: string) {
  const fileName = 'idb_sanctioned.csv';
  const content = [HEADER, ...firms(count)].join('\n');
  const one = { key: 'idb_sanctions' as const, uploadId: newId(), fileName, sizeBytes: content.length, uploadedBy };
  await putBlob('lists', `uploads/${one.key}/${one.uploadId}/${fileName}`, Buffer.from(content));
  await refreshList(workerContext(), { key: 'idb_sanctions', upload: one });
  return readListState(dynamoStore, 'idb_sanctions');
}

test('single uploads: a file without doubts becomes active immediately; a doubtful one waits for approval', async () => {
  const userId = randomUUID();
  const uploader = await userOf(operators[0] ?? '', 'admin', { claims: { sub: userId } });
  const first = await upload(10, `user:${userId}`);
  const second = await upload(3, `user:${userId}`);
  const [held] = second.held;

  const approved = await call(uploader, screeningRoutes.approveScreeningSource, {
    params: { key: 'idb_sanctions' },
    body: { versionId: held?.versionId },
  });

  expect(first.active).toMatchObject({ entryCount: 10, origin: 'upload' });
  expect(held?.reasons).toEqual(['shrunk', 'entities_lost_half', 'ids_replaced']);
  expect(approved).toMatchObject({ status: 200, body: { versionId: held?.versionId } });
});

test('list history: scheduled changes are recorded once for every named operator', async () => {
  await upload(9, 'user:somebody');

  const rows = (await everyRow('journal')).filter(({ events }) =>
    JSON.stringify(events ?? []).includes('"entryCount":9'),
  );

  expect(rows.map(({ organizationId }) => organizationId).sort()).toEqual([...operators].sort());
  for (const row of rows) expect(row).toMatchObject({ mode: 'live' });
});
