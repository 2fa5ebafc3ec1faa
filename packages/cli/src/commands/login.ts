import { authorizationUrl, newSecrets, redeem } from '@assay/sign-in';
import type { Run } from '../command.ts';
import { open } from '../connect.ts';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { accessOf } from '../profiles/access.ts';
import { redirectFromBrowser } from '../profiles/browser-sign-in.ts';
import { type Mode, readConfig, saveProfile } from '../profiles/config-file.ts';
import { normalUrl } from '../profiles/connection.ts';
import { callbackUrl, discoverIssuer, reported } from '../profiles/oauth.ts';
import { promptHidden, readStdin } from '../standard-input.ts';

const DEFAULT_PROFILE = 'default';

/** Signs in with a browser, or stores an API key, as a profile that becomes the current one. */
export const login: Run = async (invocation) => {
  const { env, terminal } = invocation;
  const name = invocation.text('profile') ?? (env.ASSAY_PROFILE || DEFAULT_PROFILE);
  if (!/^[\w.-]{1,60}$/.test(name))
    throw usageError('A profile name has letters, digits, dots, underscores and hyphens only.');
  const url = normalUrl(urlOf(invocation, name));
  const key = invocation.text('key');
  if (key !== undefined) {
    const secret = await secretOf(invocation);
    if (!invocation.flag('no-verify')) {
      const client = open({ profile: name, url, credentials: { key, secret }, mode: undefined });
      // A refused key is not stored: its profile would become the current one.
      await accessOf(client);
    }
    saveProfile(env, name, { url, key, secret });
    terminal.err(`Saved the API key ${key} for ${url} as profile ${name}.`);
    return undefined;
  }
  const port = portOf(invocation);
  for (const option of ['secret', 'no-verify'])
    if (invocation.text(option) !== undefined || invocation.flag(option))
      throw usageError(`--${option} requires --key.`);

  const issuer = await discoverIssuer(url);
  const secrets = newSecrets();
  const redirectUri = callbackUrl(url);
  const { query, state } = await redirectFromBrowser(
    secrets.state,
    (one) => authorizationUrl(issuer, { ...secrets, state: one }, redirectUri),
    { terminal, opensBrowser: !invocation.flag('no-browser'), port },
  );
  const tokens = await reported(issuer.endpoints.issuer, () =>
    redeem(issuer, { ...secrets, state }, { query, redirectUri }),
  );
  if (tokens.refreshToken === undefined)
    throw usageError('The issuer returned no refresh token. Sign in with an API key instead.');
  saveProfile(env, name, {
    url,
    mode: (invocation.text('mode') ?? 'test') as Mode,
    session: {
      clientId: issuer.clientId,
      issuer: issuer.endpoints.issuer,
      idToken: tokens.idToken,
      refreshToken: tokens.refreshToken,
      expiresMs: Date.now() + tokens.lifetimeSeconds * 1000,
    },
  });
  const { email, name: person, sub } = tokens.claims;
  terminal.err(`Signed in to ${url} as ${String(email ?? person ?? sub)}, profile ${name}.`);
  return undefined;
};

function urlOf(invocation: Invocation, profile: string): string {
  const { env } = invocation;
  const url = invocation.text('url') ?? env.ASSAY_URL ?? readConfig(env).profiles[profile]?.url;
  if (!url) throw usageError('--url is required, such as --url https://api.example.com.');
  return url;
}

/** Any free port, unless a forwarded one is named: a browser on another machine needs `ssh -L`. */
function portOf(invocation: Invocation): number {
  const port = Number(invocation.text('port') ?? 0);
  if (!Number.isInteger(port) || (port !== 0 && (port < 1_024 || port > 65_535)))
    throw usageError('--port must be a number from 1024 to 65535.');
  return port;
}

/** A secret on the command line is visible to other users of the machine, so it can also be typed or piped. */
async function secretOf(invocation: Invocation): Promise<string> {
  const given = invocation.text('secret') ?? invocation.env.ASSAY_SECRET;
  const secret =
    given !== undefined && given !== '-'
      ? given
      : given === '-' || !process.stdin.isTTY
        ? await readStdin()
        : await promptHidden('Secret: ');
  if (secret.trim() === '') throw usageError('The secret is empty.');
  return secret.trim();
}
