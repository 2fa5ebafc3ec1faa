import { optionalSetting, setting } from '#shared/platform/environment.ts';
import type { ConsoleConfig } from './routes.ts';

export const consoleConfig = (): ConsoleConfig => ({
  stage: setting('STAGE'),
  issuer: setting('ISSUER'),
  clientId: setting('CONSOLE_CLIENT_ID'),
  commandClientId: optionalSetting('COMMAND_CLIENT_ID') ?? null,
  subjectCardOrigin: optionalSetting('SUBJECT_CARD_ORIGIN') ?? null,
});

/** Hosts other than the service that the page calls: sign-in, file uploads and the subject card. */
export const calledOrigins = (): string[] => [
  new URL(setting('ISSUER')).origin,
  ...(optionalSetting('CONSOLE_ORIGINS')?.split(' ') ?? []),
  ...(optionalSetting('SUBJECT_CARD_ORIGIN')?.split(' ') ?? []),
];
