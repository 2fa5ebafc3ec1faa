import { cancelledTransaction, type Disturbance, dynamoError } from './disturbances.ts';
import { type DynamoRequest, dynamoRequestOf, type TouchedRow } from './dynamo-request.ts';
import type { Random } from './random.ts';

export interface KeyLimits {
  writeUnitsPerKey: number;
  readUnitsPerKey: number;
}

const WRITE_UNIT_BYTES = 1_024;
const READ_UNIT_BYTES = 4_096;

/**
 * Token bucket: a key can use one second's units at once. Excess consumption is subtracted later.
 */
interface Bucket {
  units: number;
  atMs: number;
}

/**
 * DynamoDB's limit of a partition, applied to every partition key as a token bucket. Units are
 * estimated: writes by the request size, reads by the response size. A batch is throttled as a
 * whole.
 */
export function keyThrottle(
  { writeUnitsPerKey, readUnitsPerKey }: KeyLimits,
  random: Random,
  nowMs: () => number = () => performance.now(),
): Disturbance {
  const buckets = new Map<string, Bucket>();
  const bucketOf = ({ table, pk, isWrite }: TouchedRow, index = '') => {
    const name = `${isWrite ? 'write' : 'read'} ${table} ${index} ${pk}`;
    const limit = isWrite ? writeUnitsPerKey : readUnitsPerKey;
    const bucket = buckets.get(name) ?? { units: limit, atMs: nowMs() };
    buckets.set(name, bucket);
    const refilled = bucket.units + ((nowMs() - bucket.atMs) / 1_000) * limit;
    Object.assign(bucket, { units: Math.min(refilled, limit), atMs: nowMs() });
    return bucket;
  };
  const isExhausted = (row: TouchedRow, index?: string) => bucketOf(row, index).units <= 0;

  return {
    strike(request) {
      const asked = dynamoRequestOf(request);
      if (!asked) return undefined;
      const { operation, rows, index } = asked;
      const throttled = rows.map((row) => isExhausted(row, index));
      if (!throttled.includes(true)) {
        for (const row of rows.filter(({ isWrite }) => isWrite)) bucketOf(row).units -= writeUnits(asked, row);
        return undefined;
      }
      if (operation.startsWith('Transact'))
        return { answer: cancelledTransaction(throttled.map((is) => (is ? REASON : undefined))) };
      const [type, message] = EXCEPTIONS[random() < 0.5 ? 0 : 1];
      return { answer: dynamoError(type, message) };
    },
    answered(request, bytes) {
      const asked = dynamoRequestOf(request);
      const reads = asked?.rows.filter(({ isWrite }) => !isWrite) ?? [];
      for (const row of reads) {
        const units = Math.max(1, Math.ceil(bytes / reads.length / READ_UNIT_BYTES));
        bucketOf(row, asked?.index).units -= asked?.isConsistent ? units : units / 2;
      }
    },
  };
}

/** A transactional write costs twice: prepare and commit. */
const writeUnits = ({ operation }: DynamoRequest, { bytes }: TouchedRow) =>
  Math.max(1, Math.ceil(bytes / WRITE_UNIT_BYTES)) * (operation.startsWith('Transact') ? 2 : 1);

const REASON = 'ThrottlingError';

/** DynamoDB throttles a hot key of an on-demand table with either of these errors. */
const EXCEPTIONS: [[string, string], [string, string]] = [
  [
    'ProvisionedThroughputExceededException',
    'The level of configured provisioned throughput for the table was exceeded.',
  ],
  [
    'ThrottlingException',
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
  ],
];
