import type { ServiceWithIssuer } from '../service.ts';

/** Environment of functions that serve the console. */
export function consoleEnvironment(service: ServiceWithIssuer): Record<string, string> {
  const { clientId, signInOrigin, subjectCardOrigin } = service.console;
  return {
    ISSUER: service.issuer.issuer,
    CONSOLE_CLIENT_ID: clientId,
    CONSOLE_ORIGINS: [...(signInOrigin ? [signInOrigin] : []), ...uploadOrigins(service)].join(' '),
    ...(subjectCardOrigin && { SUBJECT_CARD_ORIGIN: subjectCardOrigin }),
  };
}

/** Hosts of presigned URLs: documents and list files are uploaded directly to their buckets. */
const uploadOrigins = ({ signingFilesOrigin, buckets }: ServiceWithIssuer): string[] =>
  signingFilesOrigin === undefined
    ? [buckets.documents, buckets.lists].map((one) => `https://${one.bucketRegionalDomainName}`)
    : [signingFilesOrigin];
