import { REGION } from '#infra/local/template/identities.ts';

/** Services that speak JSON: the prefix of an operation's name, and the name they sign under. */
const SERVICES = {
  dynamodb: { prefix: 'DynamoDB_20120810', scope: 'dynamodb' },
  streams: { prefix: 'DynamoDBStreams_20120810', scope: 'dynamodb' },
  sqs: { prefix: 'AmazonSQS', scope: 'sqs' },
};

/** What AWS answered instead of a result; `name` is its word for it. */
export class AwsError extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type.split('#').at(-1) ?? type;
  }
}

/**
 * AWS's JSON protocol and no more. What comes over the wire is what Lambda puts into events, so
 * that nothing is converted to the types of an SDK and back. Nobody here checks a signature, only
 * who signs.
 */
export interface AwsClient {
  call(
    service: keyof typeof SERVICES,
    operation: string,
    input: object,
    signal?: AbortSignal,
  ): Promise<unknown>;
}

export function awsClient(endpoint: string, accessKeyId: string): AwsClient {
  return {
    async call(service, operation, input, signal) {
      const { prefix, scope } = SERVICES[service];
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': `${prefix}.${operation}`,
          authorization: authorization(accessKeyId, scope),
        },
        body: JSON.stringify(input),
        signal: signal ?? null,
      });
      const answer = await response.text();
      if (!response.ok) throw errorFrom(answer);
      return answer === '' ? {} : JSON.parse(answer);
    },
  };
}

export const authorization = (accessKeyId: string, scope: string) =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/${REGION}/${scope}/aws4_request, ` +
  'SignedHeaders=host, Signature=local';

function errorFrom(answer: string): AwsError {
  const { __type = 'UnknownError', message, Message } = JSON.parse(answer || '{}');
  return new AwsError(String(__type), String(message ?? Message ?? ''));
}
