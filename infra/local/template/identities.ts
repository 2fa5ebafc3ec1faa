import { createHash } from 'node:crypto';

/** The account and region everything local pretends to be in. */
export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';

export const arnOf = (service: string, resource: string) =>
  `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

/** What `Ref` and `Fn::GetAtt` say of a resource that exists under `name`. */
export interface Identity {
  ref: string;
  attributes: Record<string, string>;
}

/** DynamoDB gives a stream a label of its own on every start; policies know it by this one. */
export const streamArnOf = (table: string) => arnOf('dynamodb', `table/${table}/stream/local`);

/** Secrets Manager ends its ARNs in six letters that cannot be guessed from the name. */
const secretArnOf = (name: string) =>
  arnOf('secretsmanager', `secret:${name}-${digest(name).slice(0, 6)}`);

const named = (name: string, arn: string): Identity => ({ ref: name, attributes: { Arn: arn } });

/** How each type is identified; `endpoint` is where queue addresses point. */
const identities: Record<string, (name: string, endpoint: string) => Identity> = {
  'AWS::DynamoDB::Table': (name) => ({
    ref: name,
    attributes: { Arn: arnOf('dynamodb', `table/${name}`), StreamArn: streamArnOf(name) },
  }),
  'AWS::SQS::Queue': (name, endpoint) => {
    const url = `${endpoint}/${ACCOUNT}/${name}`;
    return {
      ref: url,
      attributes: { Arn: arnOf('sqs', name), QueueName: name, QueueUrl: url },
    };
  },
  'AWS::S3::Bucket': (name) => named(name, `arn:aws:s3:::${name}`),
  'AWS::SecretsManager::Secret': (name) => {
    const arn = secretArnOf(name);
    return { ref: arn, attributes: { Id: arn } };
  },
  'AWS::Lambda::Function': (name) => named(name, arnOf('lambda', `function:${name}`)),
  'AWS::IAM::Role': (name) => named(name, `arn:aws:iam::${ACCOUNT}:role/${name}`),
  'AWS::KMS::Key': (name) => named(name, arnOf('kms', `key/${name}`)),
  'AWS::Logs::LogGroup': (name) => named(name, `${arnOf('logs', `log-group:${name}`)}:*`),
};

export function identityOf(type: string, name: string, endpoint: string): Identity {
  const service = type.split('::')[1]?.toLowerCase() ?? 'unknown';
  return identities[type]?.(name, endpoint) ?? named(name, arnOf(service, name));
}

const LONGEST_NAME = 60;

/** The same name on every start, from where the resource stands in the CDK app. */
export function physicalName(path: string): string {
  const name = path.replace(/\/Resource$/, '').replaceAll(/[^A-Za-z0-9]+/g, '-');
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}-${digest(name).slice(0, 8)}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
