import { Arn, ArnFormat, type Stack, Validations } from 'aws-cdk-lib';
import type { Role } from 'aws-cdk-lib/aws-iam';

/**
 * What SES asks for when mail is sent: the identity it has verified, and the configuration set that may
 * belong to that. Which of them there are only SES knows.
 */
export const mailArns = (stack: Stack, mailFrom: string): string[] => [
  ...identitiesOf(mailFrom).map((name) => identityArn(stack, name)),
  arnOf(stack, 'configuration-set', '*'),
];

/** The address of `Name <address>`, its domain, or one above that: verifying a domain vouches for all below. */
function identitiesOf(mailFrom: string): string[] {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  // The last label alone belongs to nobody.
  const domains = labels.slice(0, -1).map((_, depth) => labels.slice(depth).join('.'));
  return [address, ...domains];
}

export const identityArn = (stack: Stack, name: string) => arnOf(stack, 'identity', name);

const arnOf = (stack: Stack, resource: string, resourceName: string) =>
  Arn.format(
    { service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME },
    stack,
  );

/** Said here and not among the other suppressions, because only a stage that sends mail has the finding. */
export function justifyMailGrant(role: Role): void {
  const arn = 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/*';
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::${arn}]`,
    reason:
      'SES demands the right to the configuration set that the sender has by default, whose name is ' +
      'not known here. As whom mail is sent is settled by the identities, which are named.',
  });
}
