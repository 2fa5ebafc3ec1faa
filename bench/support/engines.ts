import type { TransactWriteItem, TransactWriteItemsCommandInput } from '@aws-sdk/client-dynamodb';
import { startDynamoDb, startQueuesAndBuckets } from '#packages/local-aws/src/engines.ts';
import { dynamoClient } from '#shared/platform/aws-clients.ts';
import { startIdentity } from '#test/support/identity-server.ts';
import { itemBytes } from '#test/support/item-bytes.ts';
import { deleteTables, type Endpoints, prepareTables } from '#test/support/prepare-tables.ts';

/**
 * Engines for one benchmark, stopped when it is over however it ends. Running ones are used if
 * `BENCH_ENGINES` has their endpoints, with tables of the benchmark's own.
 */
export async function withEngines(measure: () => Promise<void>): Promise<void> {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  const running = process.env.BENCH_ENGINES;
  const { endpoints, stop } = running
    ? { endpoints: JSON.parse(running) as Endpoints, stop: deleteTables }
    : await startEngines();
  try {
    await prepareTables(endpoints);
    await measure();
  } finally {
    await stop();
  }
}

async function startEngines() {
  const engines = await Promise.all([startDynamoDb(), startQueuesAndBuckets(), startIdentity()]);
  const [dynamo, queues, identity] = engines;
  const endpoints: Endpoints = {
    dynamo: dynamo.endpoint,
    queues: queues.endpoint,
    identity: identity.endpoint,
  };
  return { endpoints, stop: () => Promise.all(engines.map((engine) => engine.stop())) };
}

export interface Cost {
  calls: number;
  /** Calls that waited for an earlier one, which determine the latency. */
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
}

/** Counts every call to DynamoDB while `work` runs, with the capacity it consumed. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const spans: { startedMs: number; endedMs: number }[] = [];
  const cost = { calls: 0, readUnits: 0, writeUnits: 0 };
  const name = 'countCosts';
  dynamoClient().middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const startedMs = performance.now();
        const answer = await next(args);
        spans.push({ startedMs, endedMs: performance.now() });
        cost.calls += 1;
        if (commandName === 'TransactWriteItemsCommand')
          cost.writeUnits += transactionUnits(args.input as TransactWriteItemsCommandInput);
        else cost[/Get|Query/.test(commandName) ? 'readUnits' : 'writeUnits'] += unitsIn(answer.output);
        return answer;
      },
    { step: 'initialize', name },
  );
  try {
    await work();
  } finally {
    dynamoClient().middlewareStack.remove(name);
  }
  return { ...cost, roundTrips: depthOf(spans) };
}

function unitsIn(output: object): number {
  const { ConsumedCapacity } = output as {
    ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
  };
  return [ConsumedCapacity ?? []].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
}

/**
 * What AWS charges for a transaction: two units per begun KiB of every row. The local engine counts one
 * per table. Of an update only the changed attributes are known here, so it is a lower bound; rows that
 * also stand in an index cost one unit more.
 */
function transactionUnits({ TransactItems = [] }: TransactWriteItemsCommandInput): number {
  const bytesOf = ({ Put, Update }: TransactWriteItem) =>
    itemBytes(Put?.Item ?? { ...Update?.Key, ...Update?.ExpressionAttributeValues });
  return TransactItems.reduce((sum, one) => sum + 2 * Math.max(1, Math.ceil(bytesOf(one) / 1024)), 0);
}

/** The longest chain of sequential calls. */
function depthOf(spans: readonly { startedMs: number; endedMs: number }[]): number {
  let depth = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedMs, endedMs } of spans.toSorted((a, b) => a.endedMs - b.endedMs))
    if (startedMs >= until) {
      depth += 1;
      until = endedMs;
    }
  return depth;
}

export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The baseline that was measured in the same run, and the ratio to it. */
  against?: string;
  ratio?: number;
}

const rounded = (value: number) => Number(value.toPrecision(4));

export const report = ({ name, value, unit, against, ratio }: Figure) =>
  console.log(
    JSON.stringify({
      name,
      value: rounded(value),
      unit,
      against: against ?? null,
      ratio: ratio === undefined ? null : rounded(ratio),
    }),
  );

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
