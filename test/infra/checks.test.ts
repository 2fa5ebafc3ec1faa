import { Annotations, type App, CfnResource } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addChecks, findingsIn } from '#infra/checks.ts';
import { EdgeStack } from '#infra/edge-stack.ts';
import { mapRecord } from '#infra/map-record.ts';
import { suppressions } from '#infra/nag-suppressions.ts';
import { stageNamed } from '#infra/stage.ts';

import type { Route } from '#shared/platform/http/route.ts';
import { routes } from '#shared/routes.ts';
import { isFull, isSoaking, oneOfEachKind } from '#test/support/soak.ts';
import { newApp, type StackOptions, stackOf } from './synthesised.ts';

const OWN_ISSUER = {
  issuer: 'https://login.example.com',
  jwksUri: 'https://login.example.com/keys',
  audience: 'assay',
};

beforeEach(() => {
  process.env.CDK_VALIDATION = 'true';
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const check = (app: App) => {
  addChecks(app);
  return findingsIn(app.synth().directory);
};

/**
 * Routes of one kind have the same resources, so one of each kind is checked; the full run checks all
 * routes in production, the soak in every stage.
 */
const kinds = new Set(Object.values<Record<string, Route>>(routes).flatMap((its) => oneOfEachKind(Object.values(its))));
const someRoutes: StackOptions = isSoaking
  ? {}
  : {
      routes: mapRecord<string, Record<string, Route>, Record<string, Route>>(routes, (its) =>
        Object.fromEntries(Object.entries(its).filter(([, route]) => kinds.has(route))),
      ),
    };

/** `npm test` leaves out what has less of the same. */
const STAGES: [string, StackOptions][] = [
  [
    'production',
    {
      ...(isFull ? {} : someRoutes),
      settings: {
        alarmEmail: 'on-call@example.com',
        corsOrigins: ['https://app.example.com'],
        mailFrom: 'Example <sign@example.com>',
        journalLockYears: 5,
        egressVpc: { subnets: ['subnet-0a1b2c3d'], securityGroups: ['sg-0a1b2c3d'] },
      },
    },
  ],
  [
    'staging',
    {
      routes: { service: routes.service },
      workers: [],
      settings: {
        encryptLogs: true,
        domain: 'assay.example.com',
        hostedZoneId: 'Z0123456789',
        backupVault: 'arn:aws:backup:eu-central-1:444455556666:backup-vault:assay',
      },
    },
  ],
  ...(isFull
    ? ([
        ['dev', someRoutes],
        ['local', { ...someRoutes, settings: { issuer: OWN_ISSUER } }],
      ] satisfies [string, StackOptions][])
    : []),
];

test.each(STAGES)('%s synthesises without a finding', (stage, props) => {
  const app = newApp();
  stackOf(app, stage, props);

  expect(check(app)).toEqual([]);
});

/** What one of each kind has is found in it as in the whole, many times sooner. */
const small = { routes: { service: routes.service }, workers: [] };

test('the stack of us-east-1 synthesises without a finding', () => {
  const app = newApp();
  new EdgeStack(app, 'edge', {
    stage: stageNamed('production'),
    domain: 'assay.example.com',
    hostedZoneId: 'Z0123456789',
    requestsPerIp: 100_000,
  });

  expect(check(app)).toEqual([]);
});

describe('a check can fail', () => {
  test('on what AWS advises against', () => {
    const app = newApp();
    new Queue(stackOf(app, 'dev', small), 'OpenQueue');

    expect(() => check(app)).toThrow(/AwsSolutions-SQS4/);
  });

  test('on a warning', () => {
    const app = newApp();
    Annotations.of(stackOf(app, 'dev', small)).addWarningV2('assay:odd', 'This is odd.');

    expect(check(app)).toEqual([expect.stringContaining('This is odd.')]);
  });

  test("on what CloudFormation's schema does not know", () => {
    const app = newApp();
    const stack = stackOf(app, 'dev', small);
    const [key] = stack.node.findAll().filter((it) => it.node.path.endsWith('DataKey/Resource'));
    if (!(key instanceof CfnResource)) throw new Error('no key');
    key.addPropertyOverride('EnableKeyRotation', { yes: 'please' });

    expect(() => check(app)).toThrow(/EnableKeyRotation/);
  });
});

describe('a rule that we do not follow', () => {
  const app = newApp();
  stackOf(app, 'dev', someRoutes);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);

  test.each(suppressions.map((it) => [it.rule, it] as const))(
    '%s would be found if it were not justified',
    (_rule, { rule, path }) => {
      const paths = violations
        .filter(({ ruleName }) => ruleName === rule)
        .flatMap(({ violatingResources }) => violatingResources.map((it) => it.constructPath ?? ''));

      expect(paths.filter((it) => path?.test(it) ?? true)).not.toEqual([]);
    },
  );
});
