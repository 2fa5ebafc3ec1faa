import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readTemplate } from '../src/template/template.ts';

const ENDPOINT = 'http://127.0.0.1:1234';

test('works out references across nested stacks, into them and out of them', () => {
  const assembly = assemblyOf({
    'parent.json': {
      Resources: {
        Jobs: {
          Type: 'AWS::SQS::Queue',
          Metadata: { 'aws:cdk:path': 'assay-local/jobs/Resource' },
        },
        Workers: {
          Type: 'AWS::CloudFormation::Stack',
          Properties: { Parameters: { QueueUrl: { Ref: 'Jobs' } } },
          Metadata: { 'aws:asset:path': 'child.json' },
        },
        Alarm: {
          Type: 'AWS::CloudWatch::Alarm',
          Properties: { Of: { 'Fn::GetAtt': ['Workers', 'Outputs.WorkerArn'] } },
        },
      },
    },
    'child.json': {
      Parameters: { QueueUrl: { Type: 'String' } },
      Resources: {
        Worker: {
          Type: 'AWS::Lambda::Function',
          Properties: { FunctionName: 'worker', Queue: { Ref: 'QueueUrl' }, Issuer: 'HERE/issuer' },
          Metadata: { 'aws:asset:path': 'asset.1' },
        },
      },
      Outputs: { WorkerArn: { Value: { 'Fn::GetAtt': ['Worker', 'Arn'] } } },
    },
  });

  const resources = readTemplate(assembly, {
    endpoint: ENDPOINT,
    replacements: { HERE: 'http://here' },
  });

  expect(resources).toMatchObject([
    { type: 'AWS::SQS::Queue', name: 'assay-local-jobs' },
    {
      name: 'worker',
      asset: join(assembly, 'asset.1'),
      properties: {
        Queue: `${ENDPOINT}/000000000000/assay-local-jobs`,
        Issuer: 'http://here/issuer',
      },
    },
    { properties: { Of: 'arn:aws:lambda:us-east-1:000000000000:function:worker' } },
  ]);
});

test('says which name a template refers to in vain', () => {
  const assembly = assemblyOf({
    'parent.json': {
      Resources: { A: { Type: 'AWS::SNS::Topic', Properties: { x: { Ref: 'Missing' } } } },
    },
  });

  expect(() => readTemplate(assembly, { endpoint: ENDPOINT })).toThrow('Missing');
});

test('refuses a resource that exists only under a condition', () => {
  const assembly = assemblyOf({
    'parent.json': { Resources: { A: { Type: 'AWS::SNS::Topic', Condition: 'IsProduction' } } },
  });

  expect(() => readTemplate(assembly, { endpoint: ENDPOINT })).toThrow('conditions');
});

function assemblyOf(templates: Record<string, unknown>): string {
  const directory = mkdtempSync(join(tmpdir(), 'assembly-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const manifest = {
    artifacts: {
      stack: { type: 'aws:cloudformation:stack', properties: { templateFile: 'parent.json' } },
    },
  };
  for (const [name, content] of Object.entries({ 'manifest.json': manifest, ...templates }))
    writeFileSync(join(directory, name), JSON.stringify(content));
  return directory;
}
