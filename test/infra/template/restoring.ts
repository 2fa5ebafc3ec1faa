import { expect, test } from 'vitest';
import { stageResources } from '#bin/restore/stage.ts';
import { stageNamed } from '#infra/stage.ts';
import { synthesise } from '../synthesised.ts';

const paused = synthesise('recovered', {
  stage: stageNamed('recovered', 'production'),
  settings: { workers: 'paused' },
});

test('restore: paused workers have no enabled event source and no enabled schedule', () => {
  const sources = paused.all('AWS::Lambda::EventSourceMapping');
  const schedules = paused.all('AWS::Events::Rule').filter(({ properties }) => properties.ScheduleExpression);

  expect(sources.length).toBeGreaterThan(5);
  expect(schedules.length).toBeGreaterThan(5);
  for (const { properties } of sources) expect(properties.Enabled).toBe(false);
  for (const { properties } of schedules) expect(properties.State).toBe('DISABLED');
});

test('restore: other stages run their workers', () => {
  const running = synthesise('dev');

  for (const { properties } of running.all('AWS::Lambda::EventSourceMapping'))
    expect(properties.Enabled).not.toBe(false);
  for (const { properties } of running.all('AWS::Events::Rule')) expect(properties.State).toBe('ENABLED');
});

test('restore: a stage of the kind of production is protected as production is', () => {
  expect(paused.root.terminationProtection).toBe(true);
  for (const { properties } of paused.all('AWS::DynamoDB::Table'))
    expect(properties.DeletionProtectionEnabled).toBe(true);
});

test('restore: tables, buckets and master secret are found in the resources of the stack', () => {
  const template = paused.templates.get('assay-recovered')?.toJSON() ?? {};
  const ask = ([command]: readonly string[]) =>
    command === 'describe-stacks'
      ? { Stacks: [{ Outputs: outputsOf(template) }] }
      : {
          StackResourceSummaries: Object.keys(template.Resources).map((id) => ({
            LogicalResourceId: id,
            PhysicalResourceId: `name-of-${id}`,
          })),
        };

  const { tables, buckets, masterSecret, isPaused } = stageResources('recovered', ask);

  expect(tables.risk).toMatch(/^name-of-Storesrisk/);
  expect(new Set(Object.values(tables)).size).toBe(7);
  expect(buckets.documents).toMatch(/^name-of-StoresdocumentsBucket/);
  expect(buckets.lists).toMatch(/^name-of-StoreslistsBucket/);
  expect(masterSecret).toMatch(/^name-of-StoresMasterSecret/);
  expect(isPaused).toBe(true);
});

/** As CloudFormation answers: values that it has resolved. */
const outputsOf = (template: { Outputs?: Record<string, { Value: unknown }> }) =>
  Object.entries(template.Outputs ?? {}).map(([OutputKey, { Value }]) => ({
    OutputKey,
    OutputValue: typeof Value === 'string' ? Value : 'resolved',
  }));
