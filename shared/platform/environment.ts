import * as z from 'zod';
import type { QueueName } from '../queues.ts';
import type { TableName } from '../tables.ts';

/** The only reader of `process.env`. A missing setting is named, not guessed. */
const Settings = z.object({
  STAGE: z.string().default('local'),
  ISSUER: z.url().optional(),
  JWKS_URI: z.url().optional(),
  AUDIENCE: z.string().optional(),
  MASTER_SECRET_ARN: z.string().optional(),
  /** Set by the local cloud alone: webhooks may be sent to this machine. */
  LOOPBACK_WEBHOOKS: z.literal('allowed').optional(),
});

let settings: z.infer<typeof Settings> | undefined;

export function setting(name: keyof z.infer<typeof Settings>): string {
  settings ??= Settings.parse(process.env);
  return settings[name] ?? missing(name);
}

export function mayCallThisMachine(): boolean {
  settings ??= Settings.parse(process.env);
  return settings.LOOPBACK_WEBHOOKS === 'allowed';
}

export const tableNameOf = (table: TableName) => named(`TABLE_${environmentName(table)}`);
export const queueUrlOf = (queue: QueueName) => named(`QUEUE_${environmentName(queue)}`);

/** `webhookDeliveries` is `WEBHOOK_DELIVERIES` in the environment. */
export const environmentName = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const named = (variable: string) => process.env[variable] ?? missing(variable);

function missing(variable: string): never {
  throw new Error(`The environment variable ${variable} is not set.`);
}
