import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../failure.ts';
import type { Invocation } from '../invocation.ts';
import { readObject } from '../read-file.ts';
import { type Mode, type Profile, readConfig } from './config-file.ts';
import { sessionToken } from './session-token.ts';

/** The service that a command calls, and how it authenticates. */
export interface Connection {
  /** The profile, or `environment`. */
  profile: string;
  url: string;
  credentials: { key: string; secret: string } | { token: () => Promise<string> };
  /** Of a token; the mode of an API key never changes. */
  mode: Mode | undefined;
}

const LOCAL = 'local:';
const DEFAULT_MODE: Mode = 'test';

/** `--profile` wins over the environment, and the environment over the current profile. */
export function connectionOf(invocation: Invocation): Connection {
  const { env } = invocation;
  const asked = invocation.text('profile');
  const isGiven = ['ASSAY_URL', 'ASSAY_KEY', 'ASSAY_SECRET', 'ASSAY_TOKEN'].some((one) => env[one]);
  if (asked === undefined && isGiven) return fromEnvironment(invocation);
  const config = readConfig(env);
  const name = asked ?? (env.ASSAY_PROFILE || config.current);
  if (name.startsWith(LOCAL)) return fromLocalCloud(name, invocation);
  const profile = config.profiles[name];
  if (!profile) throw usageError(unknownProfile(name, Object.keys(config.profiles)));
  return fromProfile(name, profile, invocation);
}

/** The mode of a token: `--mode`, `ASSAY_MODE`, the mode of the profile, or test. */
const modeOf = (invocation: Invocation, own?: Mode): Mode => {
  const mode = invocation.text('mode') ?? invocation.env.ASSAY_MODE ?? own ?? DEFAULT_MODE;
  if (mode !== 'test' && mode !== 'live') throw usageError('ASSAY_MODE must be test or live.');
  return mode;
};

function fromEnvironment(invocation: Invocation): Connection {
  const { ASSAY_URL: url, ASSAY_KEY: key, ASSAY_SECRET: secret, ASSAY_TOKEN: token } = invocation.env;
  const profile = 'environment';
  // A URL alone must not receive the credentials of a profile.
  if (url && token)
    return { profile, url: normalUrl(url), mode: modeOf(invocation), credentials: { token: async () => token } };
  if (!url || !key || !secret)
    throw usageError(
      'Set ASSAY_URL together with ASSAY_KEY and ASSAY_SECRET, or with ASSAY_TOKEN; or unset them to use a profile.',
    );
  return { profile, url: normalUrl(url), credentials: { key, secret }, mode: undefined };
}

function fromProfile(name: string, profile: Profile, invocation: Invocation): Connection {
  if ('session' in profile)
    return {
      profile: name,
      url: profile.url,
      mode: modeOf(invocation, profile.mode),
      credentials: { token: sessionToken(invocation.env, name) },
    };
  const { url, key, secret } = profile;
  return { profile: name, url, credentials: { key, secret }, mode: undefined };
}

interface LocalCredentials {
  baseUrl: string;
  apiKeys: Record<string, { key: string; secret: string }>;
  tokens: Record<string, string>;
}

function readLocalFile(file: string): LocalCredentials {
  const { baseUrl, apiKeys, tokens } = readObject(file) as Partial<LocalCredentials>;
  if (!baseUrl || !apiKeys || !tokens) throw usageError(`${file} is not the file that \`npm start\` writes.`);
  return { baseUrl, apiKeys, tokens };
}

/** `local:test`, `local:owner` and others: the credentials that a local cloud writes at its start. */
function fromLocalCloud(name: string, invocation: Invocation): Connection {
  const file = localFile(invocation.env);
  const { baseUrl: url, apiKeys, tokens } = readLocalFile(file);
  const who = name.slice(LOCAL.length);
  const apiKey = apiKeys[who];
  if (apiKey) {
    const { key, secret } = apiKey;
    return { profile: name, url, credentials: { key, secret }, mode: undefined };
  }
  const token = tokens[who];
  if (token === undefined) {
    const known = [...Object.keys(apiKeys), ...Object.keys(tokens)].map((one) => LOCAL + one);
    throw usageError(unknownProfile(name, known));
  }
  const credentials = { token: async () => token };
  return { profile: name, url, credentials, mode: modeOf(invocation) };
}

const LOCAL_FILE = 'dev.json';

/** The file that `ASSAY_LOCAL` names, itself or by its folder; otherwise that of the nearest folder with a `.local`. */
function localFile(env: NodeJS.ProcessEnv): string {
  const given = env.ASSAY_LOCAL;
  if (given) {
    const file = [given, join(given, LOCAL_FILE), join(given, '.local', LOCAL_FILE)].find(isFile);
    if (file !== undefined) return file;
    throw usageError(
      `ASSAY_LOCAL is ${given}, where there is no ${LOCAL_FILE}. Give the file that \`npm start\` writes, or its folder.`,
    );
  }
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const file = join(folder, '.local', LOCAL_FILE);
    if (isFile(file)) return file;
    if (dirname(folder) === folder)
      throw usageError(
        'There is no .local/dev.json here. Start the local cloud with `npm start`, and run the command in its folder, ' +
          'or set ASSAY_LOCAL to the file.',
      );
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const unknownProfile = (name: string, known: readonly string[]) =>
  known.length === 0
    ? 'There is no profile yet. Run `assay login`, or set ASSAY_URL, ASSAY_KEY and ASSAY_SECRET.'
    : `There is no profile ${name}. Known profiles: ${known.join(', ')}.`;

/** Without a trailing slash. Anything but https is accepted for loopback addresses only. */
export function normalUrl(text: string): string {
  if (!URL.canParse(text)) throw usageError(`"${text}" is not a URL, such as https://api.example.com.`);
  const { protocol, hostname, origin, pathname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback))
    throw usageError(`${text} must begin with https://. http:// is accepted for this machine only.`);
  return (origin + pathname).replace(/\/+$/, '').replace(/\/api\/v1$/, '');
}
