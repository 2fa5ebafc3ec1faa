import { REGION } from '../template/identities.ts';

/** Services with AWS's JSON protocol: the prefix of an operation's name, and the signing name. */
const SERVICES = {
  dynamodb: { prefix: 'DynamoDB_20120810', scope: 'dynamodb' },
  streams: { prefix: 'DynamoDBStreams_20120810', scope: 'dynamodb' },
  sqs: { prefix: 'AmazonSQS', scope: 'sqs' },
};

/** An error response of AWS; `name` is its code. */
export class AwsError extends Error {
  constructor(type: string, message: string) {
    super(message);
    this.name = type.split('#').at(-1) ?? type;
  }
}

/**
 * AWS's JSON protocol without the SDK: responses have the format that Lambda puts into events, so
 * nothing is converted to SDK types and back. The signature only identifies the caller; it is not
 * verified here.
 */
export interface AwsClient {
  call(service: keyof typeof SERVICES, operation: string, input: object, signal?: AbortSignal): Promise<unknown>;
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
