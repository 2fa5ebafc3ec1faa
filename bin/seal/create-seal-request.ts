import { keyTypeOf, type SealSubject, sealRequest } from '@assay/agreements/seal-request';
import { type CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms';
import * as z from 'zod';

const MOST_CHARACTERS = 64;
const Name = z
  .string()
  .trim()
  .min(1)
  .max(MOST_CHARACTERS)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name on a certificate has none of them.
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not have control characters');

export const SealRequestOptions = z
  .strictObject({
    stage: z.string().min(1).optional(),
    key: z
      .string()
      .regex(/^arn:[\w-]+:kms:[a-z0-9-]+:\d{12}:key\/[\w-]+$/, 'must be the ARN of a KMS key')
      .optional(),
    commonName: Name,
    organization: Name.optional(),
    organizationIdentifier: Name.optional(),
    organizationalUnit: Name.optional(),
    locality: Name.optional(),
    state: Name.optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as DE')
      .optional(),
    out: z.string().min(1).optional(),
  })
  .refine(({ stage, key }) => (stage === undefined) !== (key === undefined), {
    error: 'Give either --stage or --key.',
  });
export type SealRequestOptions = z.infer<typeof SealRequestOptions>;

interface Clients {
  stacks: Pick<CloudFormationClient, 'send'>;
  keys: Pick<KMSClient, 'send'>;
}

/** Why no request can be made, in words for the operator. */
export class RequestRefused extends Error {
  override name = 'RequestRefused';
}

const ALGORITHMS = { RSA: 'RSASSA_PKCS1_V1_5_SHA_256', EC: 'ECDSA_SHA_256' } as const;

/** A certification request for the sealing key of a stage, signed in KMS. */
export async function createSealRequest(options: SealRequestOptions, { stacks, keys }: Clients): Promise<string> {
  const KeyId = options.key ?? (await keyOfStage(options.stage ?? '', stacks));
  const { PublicKey, KeyUsage } = await keys.send(new GetPublicKeyCommand({ KeyId }));
  if (!PublicKey || KeyUsage !== 'SIGN_VERIFY') throw new RequestRefused(`${KeyId} is no signing key.`);
  const SigningAlgorithm = ALGORITHMS[keyTypeOf(PublicKey)];
  return sealRequest({
    publicKey: PublicKey,
    subject: subjectOf(options),
    signDigest: async (Message) => {
      const { Signature } = await keys.send(
        new SignCommand({ KeyId, Message, MessageType: 'DIGEST', SigningAlgorithm }),
      );
      if (!Signature) throw new Error('KMS answered without a signature.');
      return Signature;
    },
  });
}

const subjectOf = ({ stage: _stage, key: _key, out: _out, ...subject }: SealRequestOptions): SealSubject => subject;

async function keyOfStage(stage: string, stacks: Clients['stacks']): Promise<string> {
  const StackName = `assay-${stage}`;
  const { Stacks = [] } = await stacks.send(new DescribeStacksCommand({ StackName })).catch((error: unknown) => {
    if (error instanceof Error && /does not exist/.test(error.message))
      throw new RequestRefused(`There is no stack ${StackName} in this account and region.`);
    throw error;
  });
  const arn = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === 'SealKeyArn')?.OutputValue;
  if (arn === undefined) throw new RequestRefused(`The stack ${StackName} has no output SealKeyArn. Pass --key.`);
  return arn;
}
