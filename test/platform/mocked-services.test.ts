import { generateKeyPairSync } from 'node:crypto';
import { DescribeKeyCommand, GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { kmsSigner } from '#shared/documents/kms-signer.ts';
import { sendMail } from '#shared/platform/mail.ts';
import { serviceError } from '#test/support/aws-errors.ts';

/** Responses that the local replacements of KMS and SES never give. */
vi.hoisted(() =>
  Object.assign(process.env, {
    SEAL_KEY_ID: 'arn:aws:kms:us-east-1:000000000000:key/seal',
    MAIL_FROM: 'sign@example.com',
    AWS_REGION: 'us-east-1',
  }),
);

const kms = mockClient(KMSClient);
const ses = mockClient(SESv2Client);
beforeEach(() => {
  kms.reset();
  ses.reset();
});

const EMAIL = {
  to: 'ada@example.com',
  subject: 'Please sign: Lease',
  text: 'Please sign.',
  html: '<p>Please sign.</p>',
};

test('sealing key: a throttled KMS returns a 503, and is called again for the next document', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  kms.on(DescribeKeyCommand).resolves({ KeyMetadata: { KeyId: 'seal', CreationDate: new Date() } });
  kms.on(GetPublicKeyCommand).rejectsOnce(serviceError('ThrottlingException'));

  await expect(kmsSigner()).rejects.toMatchObject({ status: 503, code: 'unavailable' });

  kms.on(GetPublicKeyCommand).resolves({
    PublicKey: publicKey.export({ type: 'spki', format: 'der' }),
    SigningAlgorithms: ['RSASSA_PSS_SHA_256'],
  });
  await expect(kmsSigner()).rejects.toThrow('does not sign with RSASSA_PKCS1_V1_5_SHA_256');
});

test('emails: SES receives both parts, and the reply address only if one is given', async () => {
  ses.on(SendEmailCommand).resolves({ MessageId: '1' });

  await sendMail(EMAIL);
  await sendMail({ ...EMAIL, replyTo: 'sender@example.com' });

  const [plain, answered] = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
  expect(plain).toMatchObject({
    FromEmailAddress: 'sign@example.com',
    Destination: { ToAddresses: ['ada@example.com'] },
    Content: {
      Simple: { Body: { Text: { Data: EMAIL.text }, Html: { Data: EMAIL.html } } },
    },
  });
  expect(plain).not.toHaveProperty('ReplyToAddresses');
  expect(answered).toMatchObject({ ReplyToAddresses: ['sender@example.com'] });
});

test('emails: an error of SES reaches the caller, who stores the email for later', async () => {
  ses.on(SendEmailCommand).rejects(serviceError('SendingPausedException', 400));

  await expect(sendMail(EMAIL)).rejects.toMatchObject({ name: 'SendingPausedException' });
});
