import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { readOrCreateJson, writeJson } from '../json-file.ts';
import type { TemplateResource } from '../template/template.ts';

/** The template's secrets by ARN: generated on the first start, then stored. */
export type Secrets = Record<string, string>;

const Properties = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: z
    .strictObject({
      PasswordLength: z.number().default(32),
      ExcludePunctuation: z.boolean().default(false),
    })
    .optional(),
});

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

export function openSecrets(file: string, declared: readonly TemplateResource[]): Secrets {
  const kept = readOrCreateJson<Secrets>(file, () => ({}));
  const missing = declared.filter(({ identity }) => kept[identity.ref] === undefined);
  for (const { identity, properties } of missing) kept[identity.ref] = generate(properties);
  if (missing.length > 0) writeJson(file, kept);
  return kept;
}

function generate(properties: unknown): string {
  const { SecretString, GenerateSecretString } = Properties.parse(properties);
  if (SecretString !== undefined || !GenerateSecretString) return SecretString ?? '';
  const { PasswordLength, ExcludePunctuation } = GenerateSecretString;
  const alphabet = ExcludePunctuation ? LETTERS_AND_DIGITS : LETTERS_AND_DIGITS + PUNCTUATION;
  return Array.from({ length: PasswordLength }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** Secrets Manager's `GetSecretValue`, the only operation that functions use. */
export function answerSecretsManager(secrets: Secrets, target: string, body: Buffer) {
  if (!target.endsWith('.GetSecretValue'))
    return { status: 400, answer: { __type: 'InvalidRequestException', Message: target } };
  const { SecretId } = z.object({ SecretId: z.string() }).parse(JSON.parse(body.toString()));
  const SecretString = secrets[SecretId];
  if (SecretString === undefined)
    return { status: 400, answer: { __type: 'ResourceNotFoundException', Message: SecretId } };
  const Name = SecretId.split(':').at(-1);
  return {
    status: 200,
    answer: { ARN: SecretId, Name, SecretString, VersionStages: ['AWSCURRENT'] },
  };
}
