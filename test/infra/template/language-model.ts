import { App, Stack } from 'aws-cdk-lib';
import { describe, expect, test } from 'vitest';
import { deployedName } from '#infra/function-names.ts';
import { modelArns, modelFor } from '#infra/language-model.ts';
import { stageNamed } from '#infra/stage.ts';
import { routes } from '#shared/routes.ts';
import { grantedTo } from '../granted.ts';
import { synthesise, workers } from '../synthesised.ts';

const asking = workers.filter(({ uses }) => uses.bedrock);
const service = synthesise('dev');

test('one worker may invoke the model, and nothing else', () => {
  expect(asking.map(({ name }) => name)).toEqual(['runInvestigation']);
  const granted = workers.flatMap((worker) => grantedTo(service, worker).filter((line) => line.startsWith('bedrock:')));
  expect(granted).toEqual(['bedrock:InvokeModel foundation-model', 'bedrock:InvokeModel inference-profile']);
});

describe('permissions for the model', () => {
  const stack = new Stack(new App(), 'stack', {
    env: { region: 'eu-west-1', account: '111122223333' },
  });
  const arns = (modelId: string) =>
    modelArns(stack, modelId).map((arn) => stack.resolve(arn)['Fn::Join']?.[1].join('') ?? arn);
  const withoutPartition = (modelId: string) => arns(modelId).map((arn) => String(arn).replace(/^arn:[^:]*:/, ''));

  test('of a profile: itself, and its model in every region', () => {
    expect(withoutPartition('eu.anthropic.model-v1:0')).toEqual([
      'bedrock:eu-west-1:111122223333:inference-profile/eu.anthropic.model-v1:0',
      'bedrock:*::foundation-model/anthropic.model-v1:0',
    ]);
  });

  test('of a model: itself, in this region', () => {
    expect(withoutPartition('anthropic.model-v1:0')).toEqual([
      'bedrock:eu-west-1::foundation-model/anthropic.model-v1:0',
    ]);
  });
});

describe('the model id is in the environment', () => {
  const settingOf = (stage: string, modelId: string | undefined) => {
    const { all } = synthesise(stage, { routes: { risk: routes.risk }, modelId });
    return all('AWS::Lambda::Function').flatMap(({ properties }) => {
      const name = properties.Environment?.Variables?.BEDROCK_MODEL_ID;
      return name === undefined ? [] : [[properties.FunctionName, name]];
    });
  };
  const knowing = [routes.risk.startInvestigation, ...asking];

  test('of the worker that invokes it and of the endpoint that refuses without it, as configured', () => {
    const names = knowing.map((fn) => deployedName(stageNamed('dev'), fn)).sort();
    expect(settingOf('dev', 'eu.chosen').sort()).toEqual(names.map((name) => [name, 'eu.chosen']));
  });

  test('of no function in the local cloud', { tags: 'full' }, () => {
    expect(settingOf('local', undefined)).toEqual([]);
  });
});

describe('the default model', () => {
  test.each([
    ['us-east-1', 'us.anthropic.'],
    ['eu-central-1', 'eu.anthropic.'],
    ['ap-northeast-1', 'jp.anthropic.'],
    ['ap-southeast-2', 'au.anthropic.'],
  ])('of %s stays there: %s', (region, profile) => {
    expect(modelFor(region)).toMatch(new RegExp(`^${profile.replaceAll('.', '\\.')}`));
  });

  test('is one that accepts a forced tool call and a temperature', () => {
    expect(modelFor('us-east-1')).toBe('us.anthropic.claude-sonnet-4-6');
  });

  test.each(['eu-west-2', 'ap-southeast-1', 'sa-east-1', undefined])(
    'of %s is undefined: AI assistance is off, and everything else deploys',
    (region) => {
      expect(modelFor(region)).toBeUndefined();
    },
  );
});
