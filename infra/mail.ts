import { Arn, ArnFormat, type Stack } from 'aws-cdk-lib';

/**
 * SES permissions for sending: the verified identity, which only SES knows, and the configuration
 * set of the email.
 */
export const mailArns = (stack: Stack, mailFrom: string, configurationSet: string): string[] => [
  ...identitiesOf(mailFrom).map((name) => identityArn(stack, name)),
  arnOf(stack, 'configuration-set', configurationSet),
];

/**
 * The address of `Name <address>`, its domain and parent domains: a verified domain covers all of
 * its subdomains.
 */
function identitiesOf(mailFrom: string): string[] {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const labels = address.slice(address.lastIndexOf('@') + 1).split('.');
  // A top-level domain cannot be verified.
  const domains = labels.slice(0, -1).map((_, depth) => labels.slice(depth).join('.'));
  return [address, ...domains];
}

export const identityArn = (stack: Stack, name: string) => arnOf(stack, 'identity', name);

const arnOf = (stack: Stack, resource: string, resourceName: string) =>
  Arn.format({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME }, stack);
