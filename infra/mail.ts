import { Arn, ArnFormat, type Stack } from 'aws-cdk-lib';

/** What SES may have verified: the address of `Name <address>`, or its whole domain. */
export function mailIdentityArns(stack: Stack, mailFrom: string): string[] {
  const address = /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return [address, domain].map((resourceName) =>
    Arn.format(
      {
        ...{ service: 'ses', resource: 'identity', resourceName },
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      },
      stack,
    ),
  );
}
