import * as z from 'zod';
import type { PolicyDocument } from '../aws/grants.ts';
import { type EventPattern, parsePattern } from '../events/event-pattern.ts';
import { policiesOf } from './roles.ts';
import type { TemplateResource } from './template.ts';

/** The resources of the template in the form that the local cloud runs. */
export interface Blueprint {
  tables: TemplateResource[];
  queues: TemplateResource[];
  buckets: TemplateResource[];
  secrets: TemplateResource[];
  functions: FunctionBlueprint[];
  routes: RouteBlueprint[];
  eventSources: EventSourceBlueprint[];
  schedules: ScheduleBlueprint[];
  eventRules: EventRuleBlueprint[];
}

export interface FunctionBlueprint {
  name: string;
  arn: string;
  /** Directory and handler of the bundle. */
  directory: string;
  handler: string;
  environment: Record<string, string>;
  timeoutSeconds: number;
  memoryMb: number;
  /** Size of its temporary directory in megabytes. */
  temporaryMb: number;
  policies: PolicyDocument[];
}

export interface RouteBlueprint {
  /** API Gateway's route key: `GET /subjects/{id}`. */
  key: string;
  functionName: string;
}

export interface ScheduleBlueprint {
  name: string;
  arn: string;
  expression: string;
  targets: { functionName: string; input: string | undefined }[];
}

/** An EventBridge rule on events of other services, with its target queues. */
export interface EventRuleBlueprint {
  pattern: EventPattern;
  queueUrls: string[];
}

const FunctionProperties = z.object({
  Handler: z.string(),
  Role: z.string(),
  Timeout: z.number().default(3),
  MemorySize: z.number().default(128),
  EphemeralStorage: z.object({ Size: z.number() }).default({ Size: 512 }),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

const IntegrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
});

const RouteProperties = z.object({
  AuthorizationType: z.literal('NONE').optional(),
  RouteKey: z.string(),
  Target: z.string(),
});

const RuleProperties = z.object({
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  ScheduleExpression: z.string(),
  Targets: z.array(z.object({ Arn: z.string(), Input: z.string().optional() })),
});

const EventRuleProperties = z.object({
  EventPattern: z.unknown(),
  Targets: z.array(z.object({ Arn: z.string() })),
});

const EventSourceProperties = z.strictObject({
  Enabled: z.boolean().default(true),
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.number().optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional(),
  StartingPosition: z.literal('TRIM_HORIZON').optional(),
  MaximumRetryAttempts: z.number().optional(),
  /** Accepted but ignored: here a shard is processed in order, one batch at a time. */
  ParallelizationFactor: z.number().optional(),
  BisectBatchOnFunctionError: z.boolean().default(false),
  DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.string() }) }).optional(),
});

export type EventSourceBlueprint = { name: string } & Omit<z.infer<typeof EventSourceProperties>, 'Enabled'>;

/** Resource types without a local counterpart, such as alarms and encryption keys. */
const INERT = [
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Stage',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
];

const REALISED = {
  tables: 'AWS::DynamoDB::Table',
  queues: 'AWS::SQS::Queue',
  buckets: 'AWS::S3::Bucket',
  secrets: 'AWS::SecretsManager::Secret',
  functions: 'AWS::Lambda::Function',
  routes: 'AWS::ApiGatewayV2::Route',
  eventSources: 'AWS::Lambda::EventSourceMapping',
  schedules: 'AWS::Events::Rule',
  eventRules: 'AWS::Events::Rule',
} satisfies Record<keyof Blueprint, string>;

/** Rejects unsupported resources: a silently ignored one would only be missed on AWS. */
export function readBlueprint(resources: readonly TemplateResource[]): Blueprint {
  const known = new Set([...INERT, ...Object.values(REALISED)]);
  const unknown = resources.filter(({ type }) => !known.has(type));
  if (unknown.length > 0)
    throw new Error(`The local cloud cannot run ${unknown.map(({ type, name }) => `${name} (${type})`).join(', ')}.`);

  const all = (part: keyof Blueprint) => resources.filter(({ type }) => type === REALISED[part]);
  return {
    tables: all('tables'),
    queues: all('queues'),
    buckets: all('buckets'),
    secrets: all('secrets'),
    functions: all('functions').map((resource) => functionFrom(resource, resources)),
    routes: all('routes').map((resource) => routeFrom(resource, resources)),
    eventSources: all('eventSources')
      .map(({ name, properties }) => ({ name, ...EventSourceProperties.parse(properties) }))
      .filter(({ Enabled }) => Enabled),
    schedules: all('schedules')
      .filter((resource) => !isEventRule(resource))
      .flatMap((resource) => scheduleFrom(resource, resources)),
    eventRules: all('eventRules')
      .filter((resource) => isEventRule(resource) && !isOfDeployments(resource))
      .map((resource) => eventRuleFrom(resource, resources)),
  };
}

function functionFrom(resource: TemplateResource, resources: readonly TemplateResource[]): FunctionBlueprint {
  const { name, asset, identity, properties } = resource;
  const { Handler, Role, Timeout, MemorySize, EphemeralStorage, Environment } = FunctionProperties.parse(properties);
  if (!asset) throw new Error(`The function ${name} does not name its code.`);
  return {
    name,
    arn: identity.attributes.Arn ?? name,
    directory: asset,
    handler: Handler,
    environment: Environment?.Variables ?? {},
    timeoutSeconds: Timeout,
    memoryMb: MemorySize,
    temporaryMb: EphemeralStorage.Size,
    policies: policiesOf(Role, resources),
  };
}

function routeFrom({ properties }: TemplateResource, resources: readonly TemplateResource[]): RouteBlueprint {
  const { RouteKey, Target } = RouteProperties.parse(properties);
  const integration = resources.find(
    ({ type, identity }) => type === 'AWS::ApiGatewayV2::Integration' && Target === `integrations/${identity.ref}`,
  );
  const { IntegrationUri } = IntegrationProperties.parse(integration?.properties);
  return { key: RouteKey, functionName: functionNamed(IntegrationUri, resources) };
}

function scheduleFrom(resource: TemplateResource, resources: readonly TemplateResource[]): ScheduleBlueprint[] {
  const { State, ScheduleExpression, Targets } = RuleProperties.parse(resource.properties);
  if (State === 'DISABLED') return [];
  const targets = Targets.map(({ Arn, Input }) => ({
    functionName: functionNamed(Arn, resources),
    input: Input,
  }));
  const arn = resource.identity.attributes.Arn ?? resource.name;
  return [{ name: resource.name, arn, expression: ScheduleExpression, targets }];
}

const isEventRule = ({ properties }: TemplateResource) => 'EventPattern' in Object(properties);

/** The local cloud is started, not deployed: CloudFormation sends no events. */
const isOfDeployments = ({ properties }: TemplateResource) =>
  JSON.stringify(EventRuleProperties.parse(properties).EventPattern).includes('"source":["aws.cloudformation"]');

function eventRuleFrom({ properties }: TemplateResource, resources: readonly TemplateResource[]) {
  const { EventPattern, Targets } = EventRuleProperties.parse(properties);
  const queueUrls = Targets.flatMap(({ Arn }) => {
    // Notifications of operators have no local counterpart, like alarms.
    if (resources.some(({ type, identity }) => type === 'AWS::SNS::Topic' && identity.ref === Arn)) return [];
    const queue = resources.find(({ type, identity }) => type === REALISED.queues && identity.attributes.Arn === Arn);
    if (!queue) throw new Error(`The local cloud supports queues and topics as event targets only, not ${Arn}.`);
    return queue.identity.ref;
  });
  return { pattern: parsePattern(JSON.stringify(EventPattern)), queueUrls };
}

function functionNamed(arn: string, resources: readonly TemplateResource[]): string {
  const found = resources.find(({ type, identity }) => type === REALISED.functions && identity.attributes.Arn === arn);
  if (!found) throw new Error(`There is no function ${arn}.`);
  return found.name;
}
