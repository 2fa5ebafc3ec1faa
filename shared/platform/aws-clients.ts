import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { s3Endpoint } from './environment.ts';

/**
 * One client per service and process, created on first use, so that functions do not pay for clients they
 * do not use. Tests inject faults here that local engines cannot produce.
 */
const REQUEST_TIMEOUT_MS = 3_000;
const CONNECTION_TIMEOUT_MS = 1_000;

const settings = () => ({
  maxAttempts: 4,
  requestHandler: {
    requestTimeout: REQUEST_TIMEOUT_MS,
    throwOnRequestTimeout: true, // else the SDK only warns, and waits on
    connectionTimeout: CONNECTION_TIMEOUT_MS,
  },
});

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The SDK copies every input and output for its logger, even without one. */
function withoutLogging(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

export const dynamoClient = /* @__PURE__ */ once(() => withoutLogging(new DynamoDBClient(settings())));
/**
 * For rate limits, which every request checks: a retry would wait while the caller floods, and add to the load
 * of the throttled row. Shares its connections with `dynamoClient`.
 */
export const rateLimitClient = /* @__PURE__ */ once(() => {
  const { requestHandler } = dynamoClient().config;
  return withoutLogging(new DynamoDBClient({ ...settings(), maxAttempts: 1, requestHandler }));
});
export const queueClient = /* @__PURE__ */ once(() => new SQSClient({ ...settings(), useQueueUrlAsEndpoint: false }));
/** Created anew when the endpoint changes, as it does in tests. */
let s3: { client: S3Client; endpoint: string | undefined } | undefined;
export function s3Client(): S3Client {
  const endpoint = s3Endpoint();
  if (!s3 || s3.endpoint !== endpoint)
    s3 = {
      endpoint,
      client: new S3Client({
        ...settings(),
        // Local engines use one host for all buckets.
        ...(endpoint && { endpoint, forcePathStyle: true }),
        // Without this, a presigned upload is signed for the checksum of an empty body.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // Callers set the deadline, since large objects take longer than rows.
        requestHandler: { connectionTimeout: 3_000, requestTimeout: 60_000 },
      }),
    };
  return s3.client;
}
/** A model may take minutes, so the caller sets the deadline and decides on retries. */
export const bedrockClient = /* @__PURE__ */ once(() => new BedrockRuntimeClient({ maxAttempts: 1 }));
export const secretsClient = /* @__PURE__ */ once(() => new SecretsManagerClient(settings()));
export const keysClient = /* @__PURE__ */ once(() => new KMSClient(settings()));
export const userPoolClient = /* @__PURE__ */ once(() => new CognitoIdentityProviderClient(settings()));
export const mailClient = /* @__PURE__ */ once(() => new SESv2Client(settings()));
