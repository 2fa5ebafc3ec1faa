import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { secretsClient } from '#shared/platform/aws-clients.ts';

async function readSecret(secret: string): Promise<string> {
  const { SecretString } = await secretsClient().send(new GetSecretValueCommand({ SecretId: secret }));
  if (!SecretString) throw new Error(`The secret ${secret} is empty.`);
  return SecretString;
}

/**
 * API keys, webhook secrets and signing links are derived from the master secret and would be
 * invalid with another one. The new stage has generated its own, from which nothing is derived yet.
 */
export async function carryOverMasterSecret(from: string, to: string): Promise<'same' | 'copied'> {
  const value = await readSecret(from).catch((error: unknown) => {
    throw new Error(
      `The master secret ${from} cannot be read. Without it all API keys, webhook secrets and signing links of the ` +
        'restored stage are void. If there is a copy of it, pass its ARN as --master-secret.',
      { cause: error },
    );
  });
  if (value === (await readSecret(to))) return 'same';
  await secretsClient().send(new PutSecretValueCommand({ SecretId: to, SecretString: value }));
  return 'copied';
}
