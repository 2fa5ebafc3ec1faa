import * as z from 'zod';
import type { Resource } from '#infra/local/template/template.ts';
import type { Call } from './grants.ts';

/** Where each type names the customer-managed key it is encrypted with. */
const Encrypted = z
  .object({
    SSESpecification: z.object({ KMSMasterKeyId: z.string() }).partial(), // tables
    KmsKeyId: z.string(), // secrets
    KmsMasterKeyId: z.string(), // queues
  })
  .partial();

/** What a call needs of the key in its caller's name; everything else, AWS does in its own. */
const KEY_ACTIONS: [pattern: RegExp, actions: string[]][] = [
  [/^(dynamodb|secretsmanager):/, ['kms:Decrypt']],
  [/^sqs:SendMessage$/, ['kms:GenerateDataKey', 'kms:Decrypt']],
  [/^sqs:ReceiveMessage$/, ['kms:Decrypt']],
];

/** The further calls that a call implies, because its resource is encrypted. */
export function keysFor(resources: readonly Resource[]): (call: Call) => Call[] {
  const keys = new Map(
    resources.flatMap(({ identity, properties }) => {
      const { SSESpecification, KmsKeyId, KmsMasterKeyId } = parseEncrypted(properties);
      const key = SSESpecification?.KMSMasterKeyId ?? KmsKeyId ?? KmsMasterKeyId;
      return key === undefined ? [] : [[identity.attributes.Arn ?? identity.ref, key] as const];
    }),
  );
  return ({ action, resource }) => {
    const key = keys.get(resource.replace(/\/(index|stream)\/.*$/, ''));
    const actions = KEY_ACTIONS.find(([pattern]) => pattern.test(action))?.[1] ?? [];
    return key === undefined ? [] : actions.map((needed) => ({ action: needed, resource: key }));
  };
}

const parseEncrypted = (properties: unknown) => Encrypted.safeParse(properties).data ?? {};
