import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFunctions } from '#infra/bundle.ts';
import { bundleName } from '#infra/function-names.ts';
import { riskRoutes } from '#shared/risk/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { startFakeBedrock, toolCall } from '#test/support/fake-bedrock.ts';
import { queueEvent, worked } from '#test/support/lambda-events.ts';
import { aWorld, done, newSource, newSubject, readRecord, stated } from '#test/support/risk-world.ts';
import { drain } from '#test/support/webhook-workers.ts';

/** Parts of the SDK are left out of what is deployed, so what is deployed is what is tried here. */
const directory = mkdtempSync(join(tmpdir(), 'assay-investigation-'));
beforeAll(async () => {
  process.env.BEDROCK_MODEL_ID = 'some-model';
  await prepareEngine();
});
afterAll(() => rmSync(directory, { recursive: true }));

test('the bundled investigation worker calls the model and stores its findings', { tags: 'full' }, async () => {
  const worker = { module: 'workers', name: 'runInvestigation' };
  const bundles = bundleFunctions([worker], directory).directory;
  const world = await aWorld();
  const subjectId = await newSubject(world);
  const { id: receiptId } = await stated(await newSource(world), subjectId);
  const finding = { key: 'seen', statement: 'It is there.', evidenceIds: [receiptId] };
  const findings = [{ ...finding, eventIds: [], confidence: 'low' }];
  const bedrock = await startFakeBedrock(() => toolCall({ findings }));
  process.env.AWS_ENDPOINT_URL_BEDROCK_RUNTIME = bedrock.url;
  await done(world.owner, riskRoutes.updateInvestigationAiSettings, {
    body: { aiInvestigations: true },
  });
  const { id } = await done(world.client, riskRoutes.startInvestigation, {
    params: { id: subjectId },
    body: { question: 'Is it there?', assistance: 'ai' },
  });

  const { handler } = await import(join(bundles, bundleName(worker), 'index.mjs'));
  const answer = await worked(handler, queueEvent(await drain('investigations')));
  bedrock.stop();

  expect(answer).toEqual({ batchItemFailures: [] });
  const { data } = (await readRecord(world, 'investigations', id)).body;
  expect(data).toMatchObject({ status: 'completed', findings });
});
