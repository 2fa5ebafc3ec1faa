import { createHash } from 'node:crypto';

/** Account and region of all local resources. */
export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';

export const arnOf = (service: string, resource: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

/** Values of `Ref` and `Fn::GetAtt` for a resource. */
export interface Identity {
  ref: string;
  attributes: Record<string, string>;
}

/** DynamoDB labels a stream anew on every start; policies use this fixed label. */
export const streamArnOf = (table: string) => arnOf('dynamodb', `table/${table}/stream/local`);

/** Secrets Manager appends six random characters to its ARNs. */
const secretArnOf = (name: string) => arnOf('secretsmanager', `secret:${name}-${digest(name).slice(0, 6)}`);

const named = (name: string, arn: string): Identity => ({ ref: name, attributes: { Arn: arn } });

/** Identities by resource type; queue URLs begin with `endpoint`. */
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

/** A name derived from the construct path, so it is the same on every start. */
export function physicalName(path: string): string {
  const name = path.replace(/\/Resource$/, '').replaceAll(/[^A-Za-z0-9]+/g, '-');
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - 9)}-${digest(name).slice(0, 8)}`;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
