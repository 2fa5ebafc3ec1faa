import { ForbiddenDestination, Unresolvable } from '#shared/platform/destination/resolve-destination.ts';

/** Error codes of attempts without a response, as shown in the delivery history. */
const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EPROTO: 'tls_failure',
};

export function attemptError(error: unknown): string {
  if (error instanceof ForbiddenDestination) return 'forbidden_address';
  if (error instanceof Unresolvable) return 'unresolvable';
  const { code = '' } = error as NodeJS.ErrnoException;
  if (/CERT|TLS|SSL|SIGNATURE/.test(code)) return 'tls_failure';
  if (code.startsWith('HPE_')) return 'invalid_response';
  return WORDS[code] ?? 'network_error';
}
