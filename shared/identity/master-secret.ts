import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { secretsClient } from '#shared/platform/aws-clients.ts';
import { setting } from '#shared/platform/environment.ts';
import { isOutage } from '#shared/platform/outage.ts';
import { unavailable } from '#shared/platform/problem.ts';

/**
 * Secrets of API keys and webhooks are derived from one master secret and never stored: a table that
 * leaks holds nothing to sign with. The version in a record lets one secret be replaced alone.
 */
let master: Promise<KeyObject> | undefined;

export async function deriveSecret(purpose: string, id: string, version: number): Promise<Buffer> {
  master ??= readMasterSecret().catch((error: unknown) => {
    master = undefined; // so that the next request asks again
    throw error;
  });
  return createHmac('sha256', await master)
    .update(`${purpose}\n${id}\n${version}`)
    .digest();
}

async function readMasterSecret(): Promise<KeyObject> {
  const command = new GetSecretValueCommand({ SecretId: setting('MASTER_SECRET_ARN') });
  const { SecretString } = await secretsClient()
    .send(command)
    .catch((error: unknown) => {
      throw isOutage(error) ? unavailable('The secret store is unavailable. Retry later.') : error;
    });
  if (!SecretString) throw new Error('The master secret is empty.');
  return createSecretKey(SecretString, 'utf8');
}
