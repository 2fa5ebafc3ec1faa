import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';

/**
 * One client per service and process, made when first needed: a function that sends no message pays
 * nothing for SQS. Tests reach the clients here to inject the faults no engine produces.
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

/** The SDK copies every input and output for a logger, also when there is none to read them. */
function withoutLogging(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

export const dynamoClient = /* @__PURE__ */ once(() =>
  withoutLogging(new DynamoDBClient(settings())),
);
export const queueClient = /* @__PURE__ */ once(
  () => new SQSClient({ ...settings(), useQueueUrlAsEndpoint: false }),
);
/** A model may think for minutes, so whoever asks sets the deadline, and decides whether to ask again. */
export const bedrockClient = /* @__PURE__ */ once(
  () => new BedrockRuntimeClient({ maxAttempts: 1 }),
);
export const secretsClient = /* @__PURE__ */ once(() => new SecretsManagerClient(settings()));
export const keysClient = /* @__PURE__ */ once(() => new KMSClient(settings()));
export const mailClient = /* @__PURE__ */ once(() => new SESv2Client(settings()));
