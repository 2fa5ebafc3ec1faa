import { discover, type Issuer, IssuerUnavailable, RefusedByIssuer, refresh, revoke } from '@assay/sign-in';
import { EXIT, Failure, messageOf } from '../failure.ts';

/** The sign-in as the command reports it: every failure has a sentence and an exit code. */

/** A page of the service's console, which passes the answer on to this machine once the user agrees. */
export const callbackUrl = (url: string) => `${url}/console/command`;

const TIMEOUT_MS = 30_000;

/** The issuer of the service's user tokens, as the console finds it, and the client of this command. */
export async function discoverIssuer(url: string): Promise<Issuer> {
  const response = await reported(url, () =>
    fetch(`${url}/console/config.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) }),
  );
  const found: unknown = response.ok ? await response.json().catch(() => ({})) : {};
  const { issuer, commandClientId } = (found ?? {}) as { issuer?: unknown; commandClientId?: unknown };
  if (typeof issuer !== 'string' || !URL.canParse(issuer))
    throw new Failure(
      EXIT.refused,
      `${url} has no console configuration. Sign in with an API key: assay login --key <key>.`,
    );
  if (typeof commandClientId !== 'string')
    throw new Failure(
      EXIT.refused,
      `${url} has no OAuth client for \`assay\` (setting commandClientId). Sign in with an API key: assay login --key <key>.`,
    );
  return openIssuer({ issuer, clientId: commandClientId });
}

/** An issuer whose name is known. */
export const openIssuer = ({ issuer, clientId }: { issuer: string; clientId: string }): Promise<Issuer> =>
  reported(issuer, async () => ({ endpoints: await discover(issuer), clientId }));

export const refreshTokens = (issuer: Issuer, refreshToken: string) =>
  reported(issuer.endpoints.issuer, () => refresh(issuer, refreshToken));

export const revokeToken = (issuer: Issuer, refreshToken: string) =>
  reported(issuer.endpoints.issuer, () => revoke(issuer, refreshToken));

export async function reported<T>(url: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof RefusedByIssuer)
      throw new Failure(EXIT.refused, `The sign-in was refused (${error.code}). Run \`assay login\`.`);
    if (error instanceof IssuerUnavailable) throw new Failure(EXIT.unreachable, error.message);
    const isLost = error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
    if (!isLost) throw new Failure(EXIT.refused, messageOf(error));
    const cause = error.cause ?? error;
    throw new Failure(EXIT.unreachable, `No answer from ${new URL(url).origin}: ${messageOf(cause)}`);
  }
}
