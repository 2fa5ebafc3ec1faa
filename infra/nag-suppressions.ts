/** A cdk-nag rule that is suppressed, with the resources it applies to and the reason. */
export interface Suppression {
  /** Rule id as in the report, including the finding. */
  rule: string;
  resourceType: string;
  /** Pattern for the construct path, unless the suppression covers every resource of the type. */
  path?: RegExp;
  reason: string;
}

export const suppressions: readonly Suppression[] = [
  {
    rule: 'AwsSolutions-APIG4',
    resourceType: 'AWS::ApiGatewayV2::Route',
    reason:
      'Every function authenticates by itself: a request signature covers the body, which an API ' +
      'Gateway authorizer is never shown. Routes open to all are `public` in the route table, and ' +
      'the access matrix of the tests walks every route with every kind of credential.',
  },
  {
    rule: 'AwsSolutions-SMG4',
    resourceType: 'AWS::SecretsManager::Secret',
    reason:
      'The master secret holds numbered keys, and an operator rotates them in steps ' +
      '(docs/operations.md): a schedule cannot know when customers have replaced what an old key made.',
  },
  {
    rule: 'AwsSolutions-SQS3',
    resourceType: 'AWS::SQS::Queue',
    path: /\/workers\/\w+\/DeadLetters\/Queue\//,
    reason:
      'This is a dead-letter queue itself: of a stream, whose event source mapping names it as the ' +
      'destination on failure, where the rule does not look.',
  },
  {
    rule: 'AwsSolutions-IAM5[Resource::*]',
    resourceType: 'AWS::IAM::Role',
    reason:
      'xray:PutTraceSegments, xray:PutTelemetryRecords, dynamodb:ListStreams (workers invoked by a stream) and ' +
      'those by which Lambda attaches a function to a VPC know no resources. A test holds that no other action is granted on everything.',
  },
  {
    rule: 'AwsSolutions-S1',
    resourceType: 'AWS::S3::Bucket',
    reason:
      'Only our functions read and write these buckets, each under a role of its own, and an operator ' +
      'who wants every read on record turns on data events of CloudTrail, which name the role as well.',
  },
  {
    rule: 'AwsSolutions-COG2',
    resourceType: 'AWS::Cognito::UserPool',
    path: /^assay-(?!production\/)/,
    reason:
      'Outside production a second factor is optional, so that test users can sign in unattended. ' +
      'Production requires it.',
  },
  {
    rule: 'AwsSolutions-COG8',
    resourceType: 'AWS::Cognito::UserPool',
    path: /^assay-(?!production\/)/,
    reason:
      'The plus plan is billed per active user and guards real accounts; stages outside production ' +
      'hold none. Production has it.',
  },
];
