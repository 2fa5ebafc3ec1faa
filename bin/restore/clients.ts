import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

let client: DynamoDBClient | undefined;

/**
 * Patient, unlike that of the functions: a new table takes 4,000 writes a second and refuses the rest, and no
 * caller waits for an answer.
 */
export function restoreClient(): DynamoDBClient {
  client ??= new DynamoDBClient({
    maxAttempts: 20,
    retryMode: 'adaptive',
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      throwOnRequestTimeout: true,
    },
  });
  return client;
}
