import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { afterAll, describe, expect, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { usesOfRoute } from '#infra/grants.ts';
import { stageNamed } from '#infra/stage.ts';
import { allRoutes } from '#shared/routes.ts';
import { grantedTo } from '../granted.ts';
import { synthesise, workers } from '../synthesised.ts';

const files = mkdtempSync(join(tmpdir(), 'assay-layer-'));
writeFileSync(join(files, 'printer.txt'), 'a printer');
afterAll(() => rmSync(files, { recursive: true }));

const plain = synthesise('dev');
const chosen = synthesise('dev', {
  printer: { name: 'chromium', code: Code.fromAsset(files) },
  settings: { mailFrom: 'Contracts <sign@mail.example.com>', completedLinkDays: 7 },
});

const printing = allRoutes.filter((route) => usesOfRoute(route).printer);
const others = allRoutes.filter((route) => !usesOfRoute(route).printer);

function lambdaOf(service: typeof plain, fn: { module: string; name: string }) {
  const name = deployedName(stageNamed('dev'), fn);
  const lambda = service.all('AWS::Lambda::Function').find(({ properties }) => properties.FunctionName === name);
  return {
    ...lambda?.properties,
    settings: lambda?.properties.Environment?.Variables ?? {},
  };
}

describe('functions that print', () => {
  test('make PDFs of templates, draw typed signatures or seal', () => {
    expect(printing.map(({ name }) => name).sort()).toEqual([
      'completeSigning',
      'createBundle',
      'createDocumentFromTemplate',
      'createTemplate',
      'fillField',
      'generateBundle',
      'generatePdf',
      'previewTemplate',
      'previewTypedSignature',
      'readAssessmentExplanationPdf',
      'restoreTemplateRevision',
      'updateTemplate',
    ]);
  });

  test('have the layer of the configured printer, and its architecture', () => {
    for (const route of printing)
      expect(lambdaOf(chosen, route)).toMatchObject({
        Architectures: ['x86_64'],
        Layers: [expect.anything()],
        settings: { PRINTER: 'chromium', PRINTER_HOME: '/opt/printer' },
      });
    expect(chosen.all('AWS::Lambda::LayerVersion')).toHaveLength(1);
  });

  test('print with Typst by default', () => {
    for (const route of printing)
      expect(lambdaOf(plain, route)).toMatchObject({
        Architectures: ['arm64'],
        settings: { PRINTER: 'typst' },
      });
  });

  test('are the only functions with the layer', () => {
    for (const route of others) {
      const { Layers, Architectures, settings } = lambdaOf(chosen, route);
      expect(Layers).toBeUndefined();
      expect(Architectures).toEqual(['arm64']);
      expect(settings).not.toHaveProperty('PRINTER');
    }
  });
});

test('only the functions that complete documents, seal audit logs and seal reports may sign, and one other may read the public key', () => {
  const granted = (action: string) =>
    [...allRoutes, ...workers].filter((fn) =>
      grantedTo(plain, fn).some((line) => line.includes(action) && line.endsWith(' seal key')),
    );
  const sealing = granted('kms:Sign');

  // A report is sealed by a worker of its own, because the worker of jobs runs the code of every kind of job.
  const allowed = ['completeSigning', 'sealReport', 'tickAudit'];
  expect(sealing.map(({ name }) => name)).toEqual(allowed);
  expect(granted('kms:GetPublicKey').map(({ name }) => name)).toEqual(['readSealKey', ...allowed]);
  const [route] = sealing;
  expect(route && lambdaOf(plain, route).settings).toHaveProperty('SEAL_KEY_ID');
  const keys = plain.all('AWS::KMS::Key').filter(({ properties }) => properties.KeyUsage === 'SIGN_VERIFY');
  expect(keys.map(({ properties }) => properties.KeySpec)).toEqual(['RSA_3072']);
});

const EMAILING = [
  'documents-correct-signer',
  'documents-delegate-signing',
  'documents-issue-link',
  'documents-remind-signer',
  'documents-request-link',
  'documents-send-document',
  'documents-send-identity-code',
  'workers-send-mail',
  'workers-tick-documents',
];

describe('mail', () => {
  const senders = (service: typeof plain) =>
    workers.filter((fn) => grantedTo(service, fn).some((line) => line.startsWith('ses:')));

  test('is sent from the configured address, by workers only', () => {
    expect(senders(chosen).map(({ name }) => name)).toEqual([
      'recoverWebhook',
      'sendMail',
      'tickDocuments',
      'tickDigests',
    ]);
    for (const worker of senders(chosen))
      expect(lambdaOf(chosen, worker).settings.MAIL_FROM).toBe('Contracts <sign@mail.example.com>');
  });

  test('may use the verified SES identity and the configuration set of the stage', () => {
    for (const worker of senders(chosen))
      expect(grantedTo(chosen, worker).filter((line) => line.startsWith('ses:'))).toEqual([
        'ses:SendEmail mail as example.com',
        'ses:SendEmail mail as mail.example.com',
        'ses:SendEmail mail as sign@mail.example.com',
        'ses:SendEmail the configuration set',
      ]);
  });

  test('has its events sent by SES to the default bus, and by a rule to the queue of their worker', () => {
    const [set] = chosen.all('AWS::SES::ConfigurationSet');
    const [destination] = chosen.all('AWS::SES::ConfigurationSetEventDestination');
    const [rule] = chosen
      .all('AWS::Events::Rule')
      .filter(({ properties }) => properties.EventPattern?.source.includes('aws.ses'));
    const [target, ...others] = rule?.properties.Targets ?? [];
    const queue = target?.Arn['Fn::GetAtt'][0];

    expect(set?.properties.SuppressionOptions.SuppressedReasons).toEqual(['BOUNCE', 'COMPLAINT']);
    expect(destination?.properties).toMatchObject({
      ConfigurationSetName: { Ref: set?.id },
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: ['bounce', 'complaint', 'delivery', 'reject'],
      },
    });
    expect(JSON.stringify(destination?.properties.EventDestination.EventBridgeDestination)).toContain(
      ':event-bus/default',
    );
    expect(rule?.properties.EventPattern).toEqual({
      source: ['aws.ses'],
      detail: {
        eventType: ['Bounce', 'Complaint', 'Delivery', 'Reject'],
        mail: { tags: { 'ses:configuration-set': [{ Ref: set?.id }] } },
      },
    });
    expect(others).toEqual([]);
    expect(queue).toMatch(/^emailEventsQueue/);
    const allowed = chosen
      .all('AWS::SQS::QueuePolicy')
      .filter(({ properties }) => JSON.stringify(properties.Queues).includes(queue))
      .flatMap(({ properties }) => properties.PolicyDocument.Statement)
      .filter(({ Effect }: { Effect: string }) => Effect === 'Allow');
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({
      Principal: { Service: 'events.amazonaws.com' },
      Condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule?.id, 'Arn'] } } },
    });
    for (const worker of senders(chosen))
      expect(lambdaOf(chosen, worker).settings).toHaveProperty('MAIL_CONFIGURATION_SET');
  });

  test('limits are in the environment of sending functions only', { tags: 'full' }, () => {
    const limited = synthesise('dev', { settings: { mailFrom: 'sign@example.com', emailLimits: 'off' } });
    const told = (service: typeof plain) =>
      service
        .all('AWS::Lambda::Function')
        .filter(({ properties }) => 'EMAIL_LIMITS' in (properties.Environment?.Variables ?? {}))
        .map(({ properties }) => properties.FunctionName.replace('assay-dev-', ''))
        .sort();

    expect(told(plain)).toEqual([]);
    expect(told(limited)).toEqual(EMAILING);
  });

  test('workers and the signing page have the lifetime of links if it is not the default', () => {
    const [readSigning] = allRoutes.filter(({ name }) => name === 'readSigning');

    if (!readSigning) throw new Error('There is no such route.');
    expect(lambdaOf(chosen, readSigning).settings.COMPLETED_LINK_DAYS).toBe('7');
    for (const worker of senders(chosen)) expect(lambdaOf(chosen, worker).settings.COMPLETED_LINK_DAYS).toBe('7');
    expect(lambdaOf(plain, readSigning).settings).not.toHaveProperty('COMPLETED_LINK_DAYS');
  });

  test('is not sent by any function without a configured address', () => {
    expect(senders(plain)).toEqual([]);
    expect(plain.all('AWS::SES::ConfigurationSet')).toEqual([]);
  });
});

test('unused uploads expire', () => {
  const buckets = plain.all('AWS::S3::Bucket');

  for (const { properties } of buckets)
    expect(properties.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({
        Prefix: 'uploads/',
        ExpirationInDays: 2,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      }),
    );
  expect(buckets.length).toBeGreaterThan(1);
});
