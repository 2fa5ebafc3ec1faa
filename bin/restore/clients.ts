import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

let client: DynamoDBClient | undefined;

/**
 * Retries longer than the functions do: a new table accepts 4,000 writes per second and throttles
 * the rest, and no caller waits for a response.
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
