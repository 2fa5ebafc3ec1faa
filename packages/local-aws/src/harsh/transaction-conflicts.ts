import { cancelledTransaction, type Disturbance, dynamoError } from './disturbances.ts';
import { dynamoRequestOf } from './dynamo-request.ts';
import type { Random } from './random.ts';

const SINGLE_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem'];

/**
 * Writes that conflict with another transaction on one of their items, which DynamoDB Local never
 * reports. A transaction is cancelled with the reason `TransactionConflict`; a single write is
 * refused with `TransactionConflictException`, which the SDK does not retry.
 */
export const transactionConflicts = (rate: number, random: Random): Disturbance => ({
  strike(request) {
    const asked = dynamoRequestOf(request);
    if (!asked) return undefined;
    const { operation, rows } = asked;
    const isSingle = SINGLE_WRITES.includes(operation);
    if ((!isSingle && !operation.startsWith('Transact')) || random() >= rate) return undefined;
    if (isSingle)
      return {
        answer: dynamoError('TransactionConflictException', 'Transaction is ongoing for the item'),
      };
    const met = Math.floor(random() * rows.length);
    const codes = rows.map((_, index) => (index === met ? 'TransactionConflict' : undefined));
    return { answer: cancelledTransaction(codes) };
  },
});
