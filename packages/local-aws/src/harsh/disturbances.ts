import type { AwsRequest } from '../aws/aws-request.ts';
import type { AwsAnswer } from '../aws/denials.ts';

/** A fault between functions and the AWS engines. */
export interface Disturbance {
  /** Replaces the call; undefined lets it through. */
  strike?(request: AwsRequest): Strike | undefined;
  /** Receives the size of the engine's response. */
  answered?(request: AwsRequest, bytes: number): void;
  /** Changes the engine's response; undefined leaves it unchanged. */
  rewriterOf?(request: AwsRequest): ((body: Buffer) => Buffer) | undefined;
}

/** An AWS response, or a connection that breaks before or after the engine has done the work. */
export type Strike = { answer: AwsAnswer } | { hangUp: 'before' | 'after' };

export const firstStrike = (disturbances: readonly Disturbance[], request: AwsRequest): Strike | undefined => {
  for (const { strike } of disturbances) {
    const struck = strike?.(request);
    if (struck) return struck;
  }
  return undefined;
};

export const firstRewriter = (disturbances: readonly Disturbance[], request: AwsRequest) =>
  disturbances.map(({ rewriterOf }) => rewriterOf?.(request)).find(Boolean);

/** An error in DynamoDB's format. */
export const dynamoError = (type: string, message: string, more: object = {}): AwsAnswer => ({
  status: type === 'InternalServerError' ? 500 : 400,
  contentType: 'application/x-amz-json-1.0',
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message, ...more }),
});

/** A cancelled transaction with one reason per item; `None` for items without a conflict. */
export function cancelledTransaction(codes: readonly (string | undefined)[]): AwsAnswer {
  const reasons = codes.map((code) => ({
    Code: code ?? 'None',
    ...(code !== undefined && { Message: MESSAGES[code] ?? code }),
  }));
  const listed = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${listed}]`;
  return dynamoError('TransactionCanceledException', message, {
    Message: message,
    CancellationReasons: reasons,
  });
}

const MESSAGES: Record<string, string> = {
  TransactionConflict: 'Transaction is ongoing for the item',
  ThrottlingError:
    'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.',
};
