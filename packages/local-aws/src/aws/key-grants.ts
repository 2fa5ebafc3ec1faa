import * as z from 'zod';
import { REGION } from '../template/identities.ts';
import type { TemplateResource } from '../template/template.ts';
import type { RequestedAction } from './grants.ts';

/** The property of each resource type that names its customer-managed key. */
const Encrypted = z
  .object({
    SSESpecification: z.object({ KMSMasterKeyId: z.string() }).partial(), // tables
    KmsKeyId: z.string(), // secrets
    KmsMasterKeyId: z.string(), // queues
    BucketEncryption: z.object({
      ServerSideEncryptionConfiguration: z.tuple([
        z.object({
          ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.string() }).partial(),
        }),
      ]),
    }),
  })
  .partial();
type Encrypted = z.infer<typeof Encrypted>;

/** KMS calls that AWS makes on behalf of the caller. All others use AWS's own permissions. */
const KEY_ACTIONS: [pattern: RegExp, actions: string[]][] = [
  [/^(dynamodb|secretsmanager):/, ['kms:Decrypt']],
  [/^sqs:SendMessage$/, ['kms:GenerateDataKey', 'kms:Decrypt']],
  [/^sqs:ReceiveMessage$/, ['kms:Decrypt']],
  [/^s3:GetObject$/, ['kms:Decrypt']],
  [/^s3:PutObject$/, ['kms:GenerateDataKey']],
];

/** KMS calls implied by a call on an encrypted resource. */
export function keysFor(resources: readonly TemplateResource[]): (call: RequestedAction) => RequestedAction[] {
  const keys = new Map(
    resources.flatMap(({ identity, properties }) => {
      const key = keyIn(parseEncrypted(properties));
      return key === undefined ? [] : [[identity.attributes.Arn ?? identity.ref, key] as const];
    }),
  );
  return ({ action, resource }) => {
    const key = keys.get(encryptedPart(resource));
    const actions = KEY_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? [];
    if (key === undefined) return [];
    const keyContext = contextOf(action, resource);
    return actions.map((needed) => ({ action: needed, resource: key, keyContext }));
  };
}

/** What KMS is told of a call by a service: which service it is, and what the data belongs to. */
function contextOf(action: string, resource: string): Record<string, string> {
  const [service = ''] = action.split(':');
  const encrypted = encryptedPart(resource);
  const context: Record<string, Record<string, string>> = {
    dynamodb: { 'aws:dynamodb:tableName': encrypted.split('/').at(-1) ?? '' },
    s3: { 'aws:s3:arn': encrypted },
    secretsmanager: { SecretARN: encrypted },
    sqs: { 'aws:sqs:arn': encrypted },
  };
  const named = Object.entries(context[service] ?? {}).map(([name, value]) => [`kms:EncryptionContext:${name}`, value]);
  return { 'kms:ViaService': `${service}.${REGION}.amazonaws.com`, ...Object.fromEntries(named) };
}

function keyIn({ SSESpecification, KmsKeyId, KmsMasterKeyId, BucketEncryption }: Encrypted) {
  const [ofBucket] = BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
  const bucketKey = ofBucket?.ServerSideEncryptionByDefault.KMSMasterKeyID;
  return SSESpecification?.KMSMasterKeyId ?? KmsKeyId ?? KmsMasterKeyId ?? bucketKey;
}

/** The table of an index or stream, and the bucket of an object. */
const encryptedPart = (resource: string) =>
  resource.startsWith('arn:aws:s3:::') ? resource.replace(/\/.*$/, '') : resource.replace(/\/(index|stream)\/.*$/, '');

const parseEncrypted = (properties: unknown) => Encrypted.safeParse(properties).data ?? {};
