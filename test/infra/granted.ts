import { isDeepStrictEqual } from 'node:util';
import { deployedName, type FunctionName } from '#infra/function-names.ts';
import { stageNamed } from '#infra/stage.ts';
import type { Synthesised } from './synthesised.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** On the partition key of the stored shard plan. All other conditions are on the use of the data key. */
const ON_SHARD_PLAN = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['shard-plan'] } };
/** On the purpose of the keys of watches. */
export const ON_WATCH_KEYS = { StringEquals: { 'kms:EncryptionContext:purpose': ['screening-watches'] } };
/** The row of the shard plan, for functions with tables. */
export const OF_SHARD_PLAN = ['dynamodb:GetItem identity shard-plan', 'dynamodb:PutItem identity shard-plan'];

/** Names of our tables and queues by the references of a template. */
const NAMES: readonly [pattern: RegExp, name: (match: RegExpMatchArray) => string][] = [
  [/(?:Journal|List)ArchiveBucket[0-9A-F]{8}Arn.*"\/(\w+\/\*)/, ([, names]) => `${names} objects of the archive`],
  [/Stores([a-z]+)Bucket[0-9A-F]{8}Arn.*"\/(\w+\/\*)/, ([, bucket, names]) => `${names} objects of ${bucket}`],
  [/Stores([a-z]+)Bucket[0-9A-F]{8}Arn.*\/\*/, ([, bucket]) => `objects of ${bucket}`],
  [/Stores([a-z]+)[0-9A-F]{8}Arn.*\/index\/(\w+)/, ([, table, index]) => `${table}/${index}`],
  [/Stores([a-z]+)[0-9A-F]{8}StreamArn/, ([, table]) => `${table} stream`],
  [/Stores([a-z]+)[0-9A-F]{8}Arn/, ([, table]) => `${table}`],
  [/StoresMasterSecret[0-9A-F]{8}/, () => 'master secret'],
  [/Stores([a-z]+)Bucket[0-9A-F]{8}Arn/, ([, bucket]) => `bucket of ${bucket}`],
  [/StoresDataKey[0-9A-F]{8}Arn/, () => 'data key'],
  [/StoresSealKey[0-9A-F]{8}Arn/, () => 'seal key'],
  [/:ses:\S*identity\/([^"]+)/, ([, identity]) => `mail as ${identity}`],
  [/:ses:.*configuration-set\//, () => 'the configuration set'],
  [/UsersPool[0-9A-F]{8}/, () => 'user pool'],
  [/DeadLettersQueue[0-9A-F]{8}/, () => 'dead letters'],
  [/assaydev([A-Za-z]+?)Queue[0-9A-F]{8}Arn/, ([, queue]) => `${queue}`],
  [/Logs[0-9A-F]{8}/, () => 'own logs'],
  [/:bedrock:\S*(foundation-model|inference-profile)/, ([, kind]) => `${kind}`],
  [/^"\*"$/, () => '*'],
];

/** All permissions of a function, as sorted lines such as `dynamodb:GetItem identity`. */
export function grantedTo(service: Synthesised, fn: FunctionName): string[] {
  const name = deployedName(stageNamed('dev'), fn);
  const lambda = service.all('AWS::Lambda::Function').find(({ properties }) => properties.FunctionName === name);
  const role = service.all('AWS::IAM::Role').find(({ id }) => id === lambda?.properties.Role['Fn::GetAtt'][0]);
  if (!role) throw new Error(`${name} has no role of its own.`);
  if (role.properties.ManagedPolicyArns) throw new Error(`${name} has a managed policy.`);

  const [policy, ...others] = role.properties.Policies;
  if (others.length > 0) throw new Error(`${name} has more than one policy.`);
  return policy.PolicyDocument.Statement.flatMap(linesOf).sort();
}

function linesOf({ Effect, Action, Resource, Condition }: Statement): string[] {
  if (Effect !== 'Allow') throw new Error('A policy has a statement other than Allow.');
  const condition = Condition === undefined ? '' : ` ${conditionIn(Condition)}`;
  const resources = Array.isArray(Resource) ? Resource : [Resource];
  const actions = Array.isArray(Action) ? Action : [Action];
  return resources.flatMap((resource) => actions.map((action) => `${action} ${nameOf(resource)}${condition}`));
}

/** Such as `via s3 for bucket of lists`. */
function conditionIn(condition: unknown): string {
  if (isDeepStrictEqual(condition, ON_SHARD_PLAN)) return 'shard-plan';
  if (isDeepStrictEqual(condition, ON_WATCH_KEYS)) return 'for watches';
  const { StringEquals, StringLike, ...others } = condition as Record<string, Record<string, unknown>>;
  const { 'kms:ViaService': via, ...context } = { ...StringEquals, ...StringLike };
  const [, service] =
    /^\{"Fn::Join":\["",\["(\w+)\.",\{"Ref":"AWS::Region"\},"\.amazonaws\.com"\]\]\}$/.exec(JSON.stringify(via)) ?? [];
  if (service === undefined || Object.keys(others).length > 0)
    throw new Error(`The condition ${JSON.stringify(condition)} is unknown.`);
  const named = Object.values(context).flat().map(nameOf);
  return [`via ${service}`, ...named.map((name) => `for ${name}`)].join(' ');
}

function nameOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  for (const [pattern, name] of NAMES) {
    const match = text.match(pattern);
    if (match) return name(match);
  }
  throw new Error(`The resource ${text} is unknown.`);
}
