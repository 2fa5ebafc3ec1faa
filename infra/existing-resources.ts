import { createPublicKey, X509Certificate } from 'node:crypto';
import { type CognitoIdentityProviderClient, DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeKeyCommand, GetPublicKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { Settings } from './settings.ts';

type Given = Pick<Settings, 'userPoolArn' | 'sealKeyArn' | 'sealCertificates' | 'consoleSignInOrigin'> & {
  /** The key of the deployed stage, which it keeps. */
  deployedSealKeyArn?: string | undefined;
};

/** Where the CDK CLI deploys to. */
interface Target {
  account: string;
  region: string | undefined;
}

interface Clients {
  users: Pick<CognitoIdentityProviderClient, 'send'>;
  keys: Pick<KMSClient, 'send'>;
}

/**
 * In words, why a stage cannot work with the user pool and the sealing key of another one. A wrong one would show only
 * when the first user signs in, or the first document is sealed.
 */
export async function unusableResources(given: Given, target: Target, clients: Clients): Promise<string[]> {
  const elsewhere = (['userPoolArn', 'sealKeyArn'] as const).flatMap((name) => placedElsewhere(name, given, target));
  if (elsewhere.length > 0) return elsewhere;
  return [...(await faultsOfPool(given, target, clients)), ...(await faultsOfKey(given, clients))];
}

function placedElsewhere(name: 'userPoolArn' | 'sealKeyArn', given: Given, { account, region }: Target): string[] {
  const arn = given[name];
  if (arn === undefined) return [];
  const [, , , itsRegion, itsAccount] = arn.split(':');
  const isHere = itsAccount === account && (region === undefined || itsRegion === region);
  if (isHere) return [];
  return [`${name} is in ${itsAccount} ${itsRegion}, and the stage is deployed to ${account} ${region ?? ''}.`];
}

async function faultsOfPool({ userPoolArn, consoleSignInOrigin }: Given, { region }: Target, { users }: Clients) {
  if (userPoolArn === undefined) return [];
  const command = new DescribeUserPoolCommand({ UserPoolId: userPoolArn.split('/')[1] });
  const { UserPool: pool } = await answered('userPoolArn', 'cognito-idp:DescribeUserPool', users.send(command));
  const faults: string[] = [];
  const attributes = new Set(pool?.SchemaAttributes?.map(({ Name }) => Name));
  if (!attributes.has('custom:org') || !attributes.has('custom:role'))
    faults.push('userPoolArn is not a user pool of Assay: it lacks the attributes custom:org and custom:role.');
  if (!pool?.LambdaConfig?.PreTokenGeneration && !pool?.LambdaConfig?.PreTokenGenerationConfig)
    faults.push('userPoolArn names a pool without a trigger that adds organization and role to tokens.');
  const origins = [
    ...(pool?.Domain ? [`https://${pool.Domain}.auth.${region}.amazoncognito.com`] : []),
    ...(pool?.CustomDomain ? [`https://${pool.CustomDomain}`] : []),
  ];
  if (!origins.includes(consoleSignInOrigin ?? ''))
    faults.push(
      `consoleSignInOrigin is ${consoleSignInOrigin}, and the pool has ${origins.join(' and ') || 'no domain'}.`,
    );
  return faults;
}

const ALGORITHMS = ['RSASSA_PKCS1_V1_5_SHA_256', 'ECDSA_SHA_256'] as const;

async function faultsOfKey(given: Given, clients: Clients): Promise<string[]> {
  const { sealKeyArn, deployedSealKeyArn, sealCertificates } = given;
  if (sealKeyArn !== undefined)
    return [
      ...(await faultsOfGivenKey(sealKeyArn, clients)),
      ...(await faultsOfCertificates(sealKeyArn, sealCertificates, clients)),
    ];
  return deployedSealKeyArn === undefined ? [] : faultsOfCertificates(deployedSealKeyArn, sealCertificates, clients);
}

async function faultsOfGivenKey(KeyId: string, { keys }: Clients): Promise<string[]> {
  const { KeyMetadata } = await answered('sealKeyArn', 'kms:DescribeKey', keys.send(new DescribeKeyCommand({ KeyId })));
  if (KeyMetadata?.KeyState !== 'Enabled')
    return [`sealKeyArn names a key that is ${KeyMetadata?.KeyState}. Enable it, or cancel its deletion.`];
  if (!ALGORITHMS.some((algorithm) => KeyMetadata.SigningAlgorithms?.includes(algorithm)))
    return [`sealKeyArn names a key that does not sign with ${ALGORITHMS.join(' or ')}.`];
  return [];
}

async function faultsOfCertificates(KeyId: string, sealCertificates: string | undefined, { keys }: Clients) {
  if (sealCertificates === undefined) return [];
  const command = new GetPublicKeyCommand({ KeyId });
  const { PublicKey = Buffer.of() } = await answered('The sealing key', 'kms:GetPublicKey', keys.send(command));
  const key = createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' });
  const isItsOwn = new X509Certificate(sealCertificates).publicKey.equals(key);
  return isItsOwn ? [] : [`The first certificate of sealCertificates is not for the key ${KeyId}.`];
}

async function answered<Answer>(setting: string, action: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error';
    if (/NotFound/.test(name)) throw new Error(`${setting} does not exist.`, { cause: error });
    throw new Error(`${setting} could not be read (${name}). Allow ${action}, or pass -c comparison=off.`, {
      cause: error,
    });
  }
}
