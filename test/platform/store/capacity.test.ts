import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INITIAL_SHARDS } from '#shared/platform/store/shard-plan.ts';
import { type CapacityOperations, capacityOperations, observeOperation } from '#test/support/capacity-operations.ts';
import { prepareEngine } from '#test/support/engine.ts';
import type { Units } from '#test/support/observed-units.ts';
import { heatOf, isOfOrganization, READS_PER_KEY, WRITES_PER_KEY } from '#test/support/partition-heat.ts';
import { type Receiver, startReceiver } from '#test/support/receiver.ts';

/** The figures that docs/operations.md states; `npm run bench -- capacity` shows more of them. */
const RATES = { commits: 10_000, deliveries: 1_000, perKey: 1_000, processes: 1_000 };
const NAMES = ['create a subject', 'submit evidence', 'create a session', 'screen a name'];

let receiver: Receiver;
let capacity: CapacityOperations;

beforeAll(async () => {
  await prepareEngine();
  receiver = await startReceiver();
  capacity = await capacityOperations(receiver.url);
});
afterAll(() => receiver.stop());

/** Measured once for all tests. */
const observations = new Map<string, Promise<Units[][]>>();
function observe(name: string): Promise<Units[][]> {
  const prepare = capacity.operations[name];
  if (!prepare) throw new Error(`There is no operation ${name}.`);
  const observed = observations.get(name) ?? observeOperation(prepare, 2);
  observations.set(name, observed);
  return observed;
}

const heatsOf = (observed: Units[][], what: 'writes' | 'reads', rates = RATES) =>
  heatOf(observed, what, { rates, ids: capacity.ids, shardsOf: (kind) => INITIAL_SHARDS[kind] });

describe.each(NAMES)('capacity: %s', (name) => {
  test('keeps every key within its limit at 10,000 commits and 1,000 deliveries a second', async () => {
    const observed = await observe(name);

    const writes = heatsOf(observed, 'writes');
    expect(writes.length).toBeGreaterThan(2);
    expect(writes.filter(({ perSecond }) => perSecond > WRITES_PER_KEY)).toEqual([]);
    const reads = heatsOf(observed, 'reads').filter(({ key }) => !key.includes('#workflows#'));
    expect(reads.length).toBeGreaterThan(2);
    expect(reads.filter(({ perSecond }) => perSecond > READS_PER_KEY)).toEqual([]);

    const first = writes.find(({ key }) => isOfOrganization(key));
    expect(first?.ceiling).toBe(16_000);
  });
});

test('capacity: 8,000 subjects of one organization can be screened a second', async () => {
  const rates = { ...RATES, commits: 8_000 };
  const observed = await observe('screen a subject');

  const writes = heatsOf(observed, 'writes', rates);
  expect(writes.filter(({ perSecond }) => perSecond > WRITES_PER_KEY)).toEqual([]);
  expect(writes.find(({ key }) => isOfOrganization(key))).toMatchObject({
    key: 'screening <org>#screening-runs#*',
    ceiling: 8_000,
  });
  expect(heatsOf(observed, 'reads', rates).filter(({ perSecond }) => perSecond > READS_PER_KEY)).toEqual([]);
});

test('capacity: 2,000 of the subjects screened a second can have a match', async () => {
  const writes = heatsOf(await observe('screen a listed subject'), 'writes');

  expect(writes.find(({ key }) => key.startsWith('screening'))).toMatchObject({
    key: 'screening <org>#matches#pending#*',
    ceiling: 2_000,
  });
});

test('capacity: the write units of a commit with one delivery', async () => {
  const observed = await observe('create a subject');

  const units = Object.fromEntries(heatsOf(observed, 'writes').map(({ key, unitsEach }) => [key, unitsEach]));
  expect(units).toEqual({
    'journal <org>#events#*': 4,
    'journal/due due#*': 4,
    'journal <org>#receipts#*': 2,
    'risk <org>#subjects#*': 2,
    'risk <org>#subjects-names#*': 2,
    'webhooks <org>#deliveries#<webhook>#*': 3,
    'webhooks <org>#webhook-stats#*': 1,
    'webhooks/due due#*': 2,
    'webhooks/status <org>#deliveries#<webhook>#*#pending': 2,
    'webhooks/status <org>#deliveries#<webhook>#*#succeeded': 1,
  });
});
