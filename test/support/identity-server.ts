import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerKms } from '#packages/local-aws/src/aws/kms.ts';
import { publicKeys } from './issuer.ts';

const MAIL_PATH = '/v2/email/outbound-emails';

/** The key that encrypts the keys of watches in the tests. */
export const DATA_KEY = 'arn:aws:kms:us-east-1:000000000000:key/data';

/** The key that seals documents in the tests. */
export const SEAL_KEY = 'arn:aws:kms:us-east-1:000000000000:key/seal';

/**
 * Services that no engine provides: the issuer's public keys, Secrets Manager's `GetSecretValue`, the sealing key of KMS,
 * and SES's `SendEmail`, whose emails can be read again under its own path.
 */
export async function startIdentity() {
  const emails: unknown[] = [];
  const createdAt = '2026-01-01T00:00:00.000Z';
  const keys = {
    [SEAL_KEY]: { privateKey: aPrivateKey(), createdAt },
    [DATA_KEY]: { privateKey: Buffer.alloc(32, 7).toString('base64'), createdAt },
  };
  const answerTo = ({ method = 'GET', url: path = '/', headers }: IncomingMessage, body: string): unknown => {
    if (String(headers['x-amz-target']).startsWith('TrentService.'))
      return answerKms(keys, { headers, body: Buffer.from(body) }).answer;
    if (path === MAIL_PATH && method === 'GET') return emails;
    if (path === MAIL_PATH) return { MessageId: String(emails.push(JSON.parse(body))) };
    return method === 'GET' ? publicKeys : { SecretString: 'the master secret of the tests' };
  };
  const server = createServer(async (request, response) => {
    const answer = answerTo(request, await bodyOf(request));
    response.setHeader('content-type', 'application/x-amz-json-1.1');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const aPrivateKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

export interface SentEmail {
  Destination: { ToAddresses: string[] };
  ReplyToAddresses?: string[];
  ConfigurationSetName?: string;
  EmailTags?: { Name: string; Value: string }[];
  Content: {
    Simple: { Subject: { Data: string }; Body: { Text: { Data: string }; Html: { Data: string } } };
  };
}

/** The emails that were sent to an address, oldest first. */
export async function emailsTo(address: string): Promise<SentEmail[]> {
  const response = await fetch(`${process.env.AWS_ENDPOINT_URL_SESV2}${MAIL_PATH}`);
  const emails = (await response.json()) as SentEmail[];
  return emails.filter(({ Destination }) => Destination.ToAddresses.includes(address));
}
