import { afterAll, expect, test } from 'vitest';
import { BATCH_MAPPINGS } from '#shared/screening/limits.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, eventTypes } from '#test/support/risk-world.ts';
import { aScreeningWorld } from '#test/support/screening-world.ts';
import { asked, screened } from './batch-calls.ts';

/** Column mappings of batches under a name. */
const world = preparedForFile(aScreeningWorld);
afterAll(async () => expect(await audit()).toEqual([]));

const { deleteBatchMapping, listBatchMappings, readBatchMapping, saveBatchMapping } = screeningRoutes;
const COLUMNS = { Kunde: 'name', 'Geb.': 'dateOfBirth', Filiale: 'ignore' };
const params = { name: 'core' };

test('a batch mapping is saved, read, changed and deleted, and the history says so without its headings', async () => {
  const own = await aWorld();
  const created = await call(own.client, saveBatchMapping, { params, body: { columns: COLUMNS } });
  const same = await call(own.client, saveBatchMapping, { params, body: { columns: COLUMNS } });
  const changed = await call(own.client, saveBatchMapping, { params, body: { columns: { Kunde: 'name' } } });
  const read = await call(own.client, readBatchMapping, { params });
  await call(own.client, saveBatchMapping, { params: { name: 'a' }, body: { columns: { '': 'ignore' } } });
  const listed = await call(own.client, listBatchMappings);
  const deleted = await call(own.client, deleteBatchMapping, { params });

  const { id } = created.body;
  expect(created).toMatchObject({ status: 200, body: { name: 'core', columns: COLUMNS } });
  expect(same.body).toEqual(created.body);
  expect(read.body).toEqual(changed.body);
  expect(changed.body).toMatchObject({ id, columns: { Kunde: 'name' } });
  expect(listed.body.items).toMatchObject([{ name: 'a', columns: { '': 'ignore' } }, { name: 'core' }]);
  expect(deleted.status).toBe(204);
  expect(await eventTypes(own, id)).toEqual([
    'screening.batch_mapping.created',
    'screening.batch_mapping.changed',
    'screening.batch_mapping.deleted',
  ]);
  for (const route of [readBatchMapping, deleteBatchMapping])
    expect(await call(own.client, route, { params })).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test('a batch reads its file by the mapping that it names, as it is then', async () => {
  const own = await aWorld();
  await call(own.client, saveBatchMapping, { params, body: { columns: COLUMNS } });
  const file = 'Kunde;Geb.;Filiale\nAmbrose Quillfeather;1961-04-17;Bonn\n';

  const { rows } = await screened(own, file, { mapping: 'core' });
  const unknown = await asked(own.client, file, { mapping: 'other' });
  const both = await asked(own.client, file, { mapping: 'core', columns: COLUMNS });
  const ofJson = await asked(own.client, file, { mapping: 'core', format: 'ndjson' });
  const foreign = await asked(world.client, file, { mapping: 'core' });

  expect(rows).toMatchObject([{ matchedListedName: 'Ambrose Quillfeather' }]);
  expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown_mapping' } });
  expect(both).toMatchObject({ status: 400, body: { errors: [{ path: 'mapping' }] } });
  expect(ofJson).toMatchObject({ status: 400, body: { errors: [{ path: 'mapping' }] } });
  expect(foreign).toMatchObject({ status: 422, body: { code: 'unknown_mapping' } });
});

test('a batch mapping has 1 to 200 headings with known meanings', async () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`h${index}`, 'ignore']));
  for (const columns of [{}, many, { Kunde: 'colour' }, { ['x'.repeat(201)]: 'name' }])
    expect(await call(world.client, saveBatchMapping, { params, body: { columns } })).toMatchObject({ status: 400 });
  const named = await call(world.client, saveBatchMapping, { params: { name: '#names' }, body: { columns: COLUMNS } });
  expect(named).toMatchObject({ status: 400, body: { code: 'invalid_path' } });
});

test('a mode has a limited number of batch mappings, also with concurrent requests', async () => {
  const own = await aWorld();
  const names = Array.from({ length: BATCH_MAPPINGS - 1 }, (_, index) => `m${index}`);
  const save = (name: string) => call(own.client, saveBatchMapping, { params: { name }, body: { columns: COLUMNS } });
  for (const name of names) expect((await save(name)).status).toBe(200);

  const answers = await Promise.all(['x', 'y', 'z'].map(save));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_many_mappings');
  expect((await save('m0')).status).toBe(200);
  await call(own.client, deleteBatchMapping, { params: { name: 'm0' } });
  expect((await save('x2')).status).toBe(200);
  expect((await call(own.client, listBatchMappings)).body.items).toHaveLength(BATCH_MAPPINGS);
});
