import { setTimeout as pause } from 'node:timers/promises';
import { EXIT, Failure } from '../failure.ts';
import { tryLock, unlock } from '../lock.ts';
import { configFile, readConfig, type SessionProfile, updateProfile } from './config-file.ts';
import { openIssuer, refreshTokens } from './oauth.ts';

const RENEW_BEFORE_MS = 60_000;
const LOCK_RETRY_MS = 100;
const LOCK_TRIES = 100;

/**
 * Returns the current ID token of a profile and renews it before it expires. Refresh tokens work once, so
 * one process at a time renews, and the others read its result.
 */
export function sessionToken(env: NodeJS.ProcessEnv, name: string): () => Promise<string> {
  let known = profileOf(env, name);
  let renewal: Promise<string> | undefined;
  return async () => {
    if (isFresh(known)) return known.session.idToken;
    renewal ??= renew(env, name)
      .then((profile) => {
        known = profile;
        return profile.session.idToken;
      })
      .finally(() => {
        renewal = undefined;
      });
    return renewal;
  };
}

async function renew(env: NodeJS.ProcessEnv, name: string): Promise<SessionProfile> {
  const lock = `${configFile(env)}.lock`;
  for (let tries = 0; !tryLock(lock); tries += 1) {
    if (tries >= LOCK_TRIES) throw new Failure(EXIT.refused, `Another process holds ${lock}. Delete it and retry.`);
    await pause(LOCK_RETRY_MS);
  }
  try {
    const profile = profileOf(env, name);
    if (isFresh(profile)) return profile;
    const { session } = profile;
    const tokens = await refreshTokens(await openIssuer(session), session.refreshToken);
    const renewed: SessionProfile = {
      ...profile,
      session: {
        ...session,
        idToken: tokens.idToken,
        expiresMs: Date.now() + tokens.lifetimeSeconds * 1000,
        refreshToken: tokens.refreshToken ?? session.refreshToken,
      },
    };
    updateProfile(env, name, renewed);
    return renewed;
  } finally {
    unlock(lock);
  }
}

const isFresh = ({ session }: SessionProfile) => Date.now() < session.expiresMs - RENEW_BEFORE_MS;

function profileOf(env: NodeJS.ProcessEnv, name: string): SessionProfile {
  const profile = readConfig(env).profiles[name];
  if (!profile || !('session' in profile) || !profile.session.issuer)
    throw new Failure(EXIT.usage, `The profile ${name} has no session. Run \`assay login\`.`);
  return profile;
}
