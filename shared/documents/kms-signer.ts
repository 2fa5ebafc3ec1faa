import { keyTypeOf, type SealKeyType, type SealSigner, sealSigner } from '@assay/agreements/pdf';
import { DescribeKeyCommand, GetPublicKeyCommand, SignCommand } from '@aws-sdk/client-kms';
import { keysClient } from '#shared/platform/aws-clients.ts';
import { optionalSetting, setting } from '#shared/platform/environment.ts';
import { answeredByKms } from './kms-answer.ts';

let signer: Promise<SealSigner> | undefined;

/**
 * Seals with the stage's key, which never leaves KMS; its certificate is created once per process.
 */
export function kmsSigner(): Promise<SealSigner> {
  signer ??= openKey(setting('SEAL_KEY_ID')).catch((error: unknown) => {
    signer = undefined; // so that the next document retries
    throw error;
  });
  return signer;
}

async function openKey(keyId: string): Promise<SealSigner> {
  const client = keysClient();
  const [{ PublicKey, SigningAlgorithms }, { KeyMetadata }] = await answeredByKms(
    Promise.all([
      client.send(new GetPublicKeyCommand({ KeyId: keyId })),
      client.send(new DescribeKeyCommand({ KeyId: keyId })),
    ]),
  );
  if (!PublicKey || !KeyMetadata?.CreationDate) throw new Error('The key SEAL_KEY_ID has no public key.');
  const algorithm = ALGORITHMS[keyTypeOf(PublicKey)];
  if (!SigningAlgorithms?.includes(algorithm)) throw new Error(`The key SEAL_KEY_ID does not sign with ${algorithm}.`);
  return sealSigner({
    publicKey: PublicKey,
    keyCreatedAt: KeyMetadata.CreationDate,
    organization: optionalSetting('SEAL_ORGANIZATION'),
    certificates: optionalSetting('SEAL_CERTIFICATES'),
    signDigest: (digest) => signDigest(keyId, algorithm, digest),
  });
}

const ALGORITHMS = { RSA: 'RSASSA_PKCS1_V1_5_SHA_256', EC: 'ECDSA_SHA_256' } as const satisfies Record<
  SealKeyType,
  string
>;
type Algorithm = (typeof ALGORITHMS)[SealKeyType];

async function signDigest(keyId: string, SigningAlgorithm: Algorithm, digest: Uint8Array): Promise<Uint8Array> {
  const command = new SignCommand({
    KeyId: keyId,
    Message: digest,
    MessageType: 'DIGEST',
    SigningAlgorithm,
  });
  const { Signature } = await answeredByKms(keysClient().send(command));
  if (!Signature) throw new Error('KMS answered without a signature.');
  return Signature;
}
