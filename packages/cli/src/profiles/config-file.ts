import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXIT, Failure, messageOf } from '../failure.ts';

export type Mode = 'test' | 'live';

/** An API key with its secret. */
interface KeyProfile {
  url: string;
  key: string;
  secret: string;
}

/** The session of a user who signed in with a browser. */
export interface SessionProfile {
  url: string;
  mode: Mode;
  session: Session;
}

interface Session {
  clientId: string;
  issuer: string;
  idToken: string;
  refreshToken: string;
  /** Unix milliseconds. */
  expiresMs: number;
}

export type Profile = KeyProfile | SessionProfile;

export interface Config {
  current: string;
  profiles: Record<string, Profile>;
}

const EMPTY: Config = { current: 'default', profiles: {} };

/** `$XDG_CONFIG_HOME/assay/config.json`, or below `~/.config`. */
export const configFile = (env: NodeJS.ProcessEnv) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'assay', 'config.json');

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const file = configFile(env);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
    // A copied or restored file can have lost its mode.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
    throw new Failure(EXIT.usage, `${file} cannot be read: ${messageOf(error)}`);
  }
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Config>;
    return { current: current ?? EMPTY.current, profiles: profiles ?? {} };
  } catch {
    throw new Failure(EXIT.usage, `${file} is not valid JSON. Correct or delete it.`);
  }
}

/** Replaces the file in one step, readable by its owner only. */
function writeConfig(env: NodeJS.ProcessEnv, config: Config): void {
  const file = configFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

export function saveProfile(env: NodeJS.ProcessEnv, name: string, profile: Profile): void {
  const { profiles } = readConfig(env);
  writeConfig(env, { current: name, profiles: { ...profiles, [name]: profile } });
}

/** Changes a profile without making it the current one. */
export function updateProfile(env: NodeJS.ProcessEnv, name: string, profile: Profile): void {
  const config = readConfig(env);
  writeConfig(env, { ...config, profiles: { ...config.profiles, [name]: profile } });
}

export function deleteProfile(env: NodeJS.ProcessEnv, name: string): void {
  const { current, profiles } = readConfig(env);
  const rest = Object.fromEntries(Object.entries(profiles).filter(([other]) => other !== name));
  const next = current === name ? (Object.keys(rest)[0] ?? EMPTY.current) : current;
  writeConfig(env, { current: next, profiles: rest });
}
