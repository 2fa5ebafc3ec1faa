import type { ServiceWithIssuer } from '../service.ts';
import { settingEnvironment } from './service-function.ts';

/** Environment of functions that serve the console. */
export function consoleEnvironment(service: ServiceWithIssuer): Record<string, string> {
  const { clientId, commandClientId, signInOrigin } = service.console;
  return {
    ISSUER: service.issuer.issuer,
    CONSOLE_CLIENT_ID: clientId,
    ...(commandClientId && { COMMAND_CLIENT_ID: commandClientId }),
    CONSOLE_ORIGINS: [...(signInOrigin ? [signInOrigin] : []), ...fileOrigins(service)].join(' '),
    ...settingEnvironment(service.settings, 'subjectCardOrigin'),
  };
}

/** Hosts of presigned URLs: documents and list files are uploaded to their buckets, and reports are read from theirs. */
const fileOrigins = ({ settings, buckets }: ServiceWithIssuer): string[] =>
  settings.signingFilesOrigin === undefined
    ? [buckets.documents, buckets.lists, buckets.exports].map((one) => `https://${one.bucketRegionalDomainName}`)
    : [settings.signingFilesOrigin];
