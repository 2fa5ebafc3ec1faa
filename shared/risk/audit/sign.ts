import { hash } from 'node:crypto';
import { unavailable } from '@assay/foundation';
import { GetPublicKeyCommand, SignCommand, type SigningAlgorithmSpec } from '@aws-sdk/client-kms';
import { keysClient } from '#shared/platform/aws-clients.ts';
import { setting } from '#shared/platform/environment.ts';
import { isOutage } from '#shared/platform/outage.ts';

/** By the kind of the key, the first that it has. */
const ALGORITHMS: readonly SigningAlgorithmSpec[] = ['ECDSA_SHA_256', 'RSASSA_PKCS1_V1_5_SHA_256'];

interface Signature {
  signature: string;
  keyFingerprint: string;
}

/** Signs a text with the sealing key of the stage, which never leaves KMS. */
export async function signText(text: string): Promise<Signature> {
  const KeyId = setting('SEAL_KEY_ID');
  const client = keysClient();
  try {
    const { PublicKey, SigningAlgorithms } = await client.send(new GetPublicKeyCommand({ KeyId }));
    const SigningAlgorithm = ALGORITHMS.find((one) => SigningAlgorithms?.includes(one));
    if (!PublicKey || !SigningAlgorithm) throw new Error('The key SEAL_KEY_ID cannot sign roots.');
    const Message = hash('sha256', text, 'buffer');
    const { Signature } = await client.send(
      new SignCommand({ KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm }),
    );
    if (!Signature) throw new Error('KMS answered without a signature.');
    return { signature: Buffer.from(Signature).toString('base64'), keyFingerprint: hash('sha256', PublicKey) };
  } catch (error) {
    throw isOutage(error) ? unavailable('The sealing key is unavailable. Retry later.') : error;
  }
}
