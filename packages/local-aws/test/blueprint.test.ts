import { expect, test } from 'vitest';
import { readBlueprint } from '../src/template/blueprint.ts';
import { identityOf } from '../src/template/identities.ts';
import type { TemplateResource } from '../src/template/template.ts';

test('connects a route with its function, and the function with its policies', () => {
  const resources = [aRole('role'), aFunction('fn', 'role'), ...aRoute('GET /health', 'fn')];

  const { functions, routes } = readBlueprint(resources);

  expect(routes).toEqual([{ key: 'GET /health', functionName: 'fn' }]);
  expect(functions).toMatchObject([{ name: 'fn', timeoutSeconds: 10, environment: { TABLE_RISK: 'risk' } }]);
  expect(functions[0]?.policies.flatMap(({ Statement }) => Statement)).toHaveLength(2);
});

test.each([
  ['what it cannot run', [aResource('AWS::StepFunctions::StateMachine', 'flow')], 'flow'],
  [
    'a rule that sends events to something other than a queue or a topic of the stage',
    [
      aResource('AWS::Events::Rule', 'rule', {
        EventPattern: { source: ['aws.ses'] },
        Targets: [{ Arn: 'arn:aws:sns:us-east-1:000000000000:topic' }],
      }),
    ],
    'queues and topics as event targets only',
  ],
  [
    'a rule with a filter it does not know',
    [
      aResource('AWS::Events::Rule', 'rule', {
        EventPattern: { source: [{ suffix: '.ses' }] },
        Targets: [],
      }),
    ],
    'does not support the filter',
  ],
  [
    'an event source with a setting it does not know',
    [aResource('AWS::Lambda::EventSourceMapping', 'source', { ...aSource(), TumblingWindow: 5 })],
    'TumblingWindow',
  ],
  [
    'a policy with a condition that it does not evaluate',
    [aRole('role', { Condition: { StringEquals: { 'aws:SourceAccount': '1' } } }), aFunction('fn', 'role')],
    'aws:SourceAccount',
  ],
])('refuses %s', (_name, resources, complaint) => {
  expect(() => readBlueprint(resources)).toThrow(complaint);
});

test('leaves out notifications of a topic, like alarms', () => {
  const topic = aResource('AWS::SNS::Topic', 'topic');
  const Targets = [{ Arn: topic.identity.ref }];
  const rule = aResource('AWS::Events::Rule', 'rule', { EventPattern: { source: ['aws.kms'] }, Targets });

  expect(readBlueprint([topic, rule]).eventRules).toMatchObject([{ queueUrls: [] }]);
});

function aSource() {
  return { EventSourceArn: 'arn', FunctionName: 'fn' };
}

function aResource(type: string, name: string, properties = {}): TemplateResource {
  return {
    type,
    name,
    identity: identityOf(type, name, 'http://aws'),
    properties,
    asset: undefined,
  };
}

/** With one policy written into it; the other is attached to it by name. */
function aRole(name: string, more = {}): TemplateResource {
  const PolicyDocument = documentOf({ Action: 'dynamodb:GetItem', Resource: 'arn', ...more });
  return aResource('AWS::IAM::Role', name, { Policies: [{ PolicyDocument }] });
}

function aFunction(name: string, role: string): TemplateResource {
  const properties = {
    Handler: 'index.handler',
    Role: `arn:aws:iam::000000000000:role/${role}`,
    Timeout: 10,
    Environment: { Variables: { TABLE_RISK: 'risk' } },
  };
  return { ...aResource('AWS::Lambda::Function', name, properties), asset: '/code' };
}

function aRoute(key: string, functionName: string): TemplateResource[] {
  const integration = aResource('AWS::ApiGatewayV2::Integration', `${key} integration`, {
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    PayloadFormatVersion: '2.0',
  });
  const Target = `integrations/${integration.identity.ref}`;
  return [
    integration,
    aResource('AWS::ApiGatewayV2::Route', key, { RouteKey: key, Target }),
    aResource('AWS::IAM::Policy', 'attached', {
      PolicyDocument: documentOf({ Action: ['sqs:SendMessage'], Resource: ['arn'] }),
      Roles: ['role'],
    }),
  ];
}

function documentOf(statement: Record<string, unknown>) {
  return { Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] };
}
