import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { audit } from '#test/support/auditor.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import { aWorld, done, eventTypes, riskySubject, stated, type World } from '#test/support/risk-world.ts';
import { countRows, readRows } from '#test/support/stored-state.ts';

/** Assessments that are evaluated again, as callers see it. */
preparedForFile(aWorld);

const { replayAssessment } = riskRoutes;
const replayed = (world: Pick<World, 'client'>, id: string) => call(world.client, replayAssessment, { params: { id } });

let world: World;
let risky: Awaited<ReturnType<typeof riskySubject>>;
let id: string;
beforeAll(async () => {
  world = await aWorld();
  risky = await riskySubject(world);
  id = risky.assessment.id;
});

test('an assessment is what its policy, evidence and time give, also when the evidence has changed since', async () => {
  const counts = await countRows(world.organizationId);
  const first = await replayed(world, id);
  const { data } = risky.assessment;

  expect(first).toMatchObject({
    status: 200,
    body: { assessmentId: id, evaluatorVersion: data.evaluatorVersion, identical: true },
  });
  expect(first.body.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(first.body).not.toHaveProperty('differences');
  expect(await countRows(world.organizationId)).toEqual(counts);
  expect(await eventTypes(world, id)).toEqual(['risk.assessment.created']);

  await stated(risky.source, data.subjectId, { value: 1 });
  expect((await replayed(world, id)).body).toEqual(first.body);
});

test('a result, evidence or policy that was rewritten in the table is found, and named', async () => {
  const { digest } = (await replayed(world, id)).body;
  const rows = await readRows();
  const row = rows.find(({ kind, item }) => kind === 'assessments' && item.id === id);
  if (!row) throw new Error('The assessment has no row.');
  const whole = unpack([row.item.packed as Uint8Array]) as Record<string, unknown> & {
    evidence: Record<string, unknown>[];
    policy: { definition: { missingEvidence: string } };
  };
  const rewrite = async (data: unknown) => {
    const [packed] = pack(data);
    await dynamoStore.transact([{ table: row.table, put: { ...row.item, packed } }], randomUUID());
    return (await replayed(world, id)).body;
  };
  const { evidence, policy } = whole;
  const { definition } = policy;

  const result = await rewrite({ ...whole, decision: 'none' });
  expect(result).toMatchObject({
    identical: false,
    differences: [{ path: 'decision', recorded: 'none', replayed: whole.decision }],
  });
  expect(result.digest).not.toBe(digest);
  const [first, ...others] = evidence;
  const older = { ...first, observedAt: '2020-01-01T00:00:00.000Z' };
  const paths = ({ differences }: { differences: { path: string }[] }) => differences.map(({ path }) => path);
  expect(paths(await rewrite({ ...whole, evidence: [older, ...others] }))).toContain('evidence.0');
  const strange = { ...first, id: randomUUID() };
  expect(await rewrite({ ...whole, evidence: [strange, ...others] })).toMatchObject({
    differences: expect.arrayContaining([expect.objectContaining({ path: 'evidence.0', replayed: null })]),
  });
  const missingEvidence = definition.missingEvidence === 'review' ? 'awaiting_evidence' : 'review';
  const changed = { ...whole, policy: { ...policy, definition: { ...definition, missingEvidence } } };
  expect(paths(await rewrite(changed))).toEqual(['policy.definition']);
  expect(await rewrite({ ...whole, evaluatorVersion: 'policy-evaluator-v1' })).toMatchObject({
    status: 422,
    code: 'unknown_evaluator',
  });

  expect(await rewrite(whole)).toMatchObject({ identical: true, digest });
});

test('is read by its organization and mode alone', async () => {
  const stranger = await aWorld();
  expect(await replayed(stranger, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await replayed(world, randomUUID())).toMatchObject({ status: 404 });
  await done(world.client, replayAssessment, { params: { id } });
});

afterAll(async () => expect(await audit()).toEqual([]));
