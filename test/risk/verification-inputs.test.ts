import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { aWorld, everyItem, newPolicy, type World } from '#test/support/risk-world.ts';
import {
  ALL_STEPS,
  aStep,
  newWorkflow,
  policyOver,
  STEP_TYPES,
  sourceOf,
  UPON_APPROVAL,
} from '#test/support/verification-world.ts';

beforeAll(prepareEngine);

const page = ({ client }: World, offset: number) =>
  call(client, riskRoutes.listVerificationInputs, { query: { offset } });
const catalog = async (world: World) => (await everyItem((offset) => page(world, offset))).items;
const outputs = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `o${index}`, type: 'number' }));

test('verification inputs: lists every output with binding, source and whether it requires approval', async () => {
  const world = await aWorld();
  const workflow = await newWorkflow(world);

  const items = await catalog(world);

  expect(items).toEqual(
    STEP_TYPES.map((type) => {
      const [stepKey, output] = [`${type}_step`, `${type}_output`];
      return {
        key: output,
        type: 'string',
        itemType: null,
        stepType: type,
        source: sourceOf(workflow, stepKey),
        binding: { workflowId: workflow.id, revision: 1, stepKey, output },
        workflowKey: workflow.key,
        requiresApproval: UPON_APPROVAL.some((waiting) => waiting === type),
      };
    }),
  );
});

test('verification inputs: can be copied into a policy unchanged', async () => {
  const world = await aWorld();
  const list = [{ key: 'names', type: 'list', itemType: 'string' }];
  await newWorkflow(world, [...ALL_STEPS, aStep('check', { key: 'lists', outputs: list })]);

  const inputs = (await catalog(world)).map(({ key, type, itemType, source, binding }) => ({
    key,
    type,
    itemType,
    maxAgeSeconds: 3_600,
    acceptedSources: [source],
    verification: binding,
  }));

  expect(inputs).toHaveLength(7);
  await expect(newPolicy(world, policyOver(inputs))).resolves.toEqual(expect.any(String));
});

test('verification inputs: lists the latest revision of each workflow in order of creation', async () => {
  const world = await aWorld();
  const first = await newWorkflow(world, [aStep('check')]);
  await newWorkflow(world, [aStep('risk')]);
  await newWorkflow(world, [aStep('validate')], first.key);

  const items = await catalog(world);

  expect(items.map(({ key, binding }) => [key, binding.revision])).toEqual([
    ['validate_output', 2],
    ['risk_output', 1],
  ]);
});

test('verification inputs: skips a workflow without outputs', async () => {
  const world = await aWorld();
  await newWorkflow(world, [{ key: 'selfie', type: 'capture' }]);
  await newWorkflow(world, [aStep('risk')]);

  expect((await catalog(world)).map(({ key }) => key)).toEqual(['risk_output']);
});

test('verification inputs: pages of at most 100 list every output once, in order', async () => {
  const world = await aWorld();
  const counts = [70, 100, 1, 99, 30];
  for (const count of counts) await newWorkflow(world, [aStep('risk', { outputs: outputs(count) })]);

  const first = await page(world, 0);
  const items = await catalog(world);

  expect(first.body.items.length).toBeLessThanOrEqual(100);
  expect(first.body.nextOffset).toEqual(expect.any(Number));
  expect(items.map(({ key }) => key)).toEqual(counts.flatMap((count) => outputs(count).map(({ key }) => key)));
});

test('verification inputs: lists nothing of other organizations or the other mode', async () => {
  const world = await aWorld();
  await newWorkflow(world);

  expect(await catalog(await aWorld())).toEqual([]);
  expect(await catalog(await aWorld('live', world.organizationId))).toEqual([]);
});
