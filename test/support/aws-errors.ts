import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { AwsCall, Fault } from './faults.ts';
import type { Random } from './random.ts';

/** Errors of AWS as the SDK throws them. */
export const serviceError = (name: string, status = 400): Error =>
  new DynamoDBServiceException({
    name,
    $fault: status >= 500 ? 'server' : 'client',
    $metadata: { httpStatusCode: status },
    message: name,
  });

export const throttled = () => serviceError('ThrottlingException');
export const overProvisioned = () => serviceError('ProvisionedThroughputExceededException');
export const limitExceeded = () => serviceError('RequestLimitExceeded');
export const internalError = () => serviceError('InternalServerError', 500);
export const connectionLost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
export const credentialsMissing = () =>
  Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' });

/** A cancelled transaction; the reason is on its first write unless another is named. */
export function cancelled(call: AwsCall, code: string, atWrite = 0): Error {
  const writes = (call.input.TransactItems ?? []) as unknown[];
  return new TransactionCanceledException({
    message: `Transaction cancelled, please refer cancellation reasons: ${code}`,
    $metadata: { httpStatusCode: 400 },
    CancellationReasons: writes.map((_, index) => ({ Code: index === atWrite ? code : 'None' })),
  });
}

export const isTransaction = ({ command }: AwsCall) => command === 'TransactWriteItems';

/** Random faults, each with its rate. The first that occurs and fits the call is used. */
export const byChance =
  (random: Random, faults: [rate: number, fault: (call: AwsCall) => Fault | undefined][]) =>
  (call: AwsCall): Fault | undefined => {
    for (const [rate, fault] of faults) {
      const struck = random() < rate ? fault(call) : undefined;
      if (struck) return struck;
    }
    return undefined;
  };

export const failing =
  (error: (call: AwsCall) => Error, fails: 'before' | 'after' = 'before') =>
  (call: AwsCall): Fault => ({ fails, error: error(call) });
