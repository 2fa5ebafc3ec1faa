import type { Run } from '../command.ts';
import { messageOf, usageError } from '../failure.ts';
import { deleteProfile, readConfig } from '../profiles/config-file.ts';
import { openIssuer, revokeToken } from '../profiles/oauth.ts';

/** Deletes a profile, and revokes its session at the issuer. */
export const logout: Run = async (invocation) => {
  const { env, terminal } = invocation;
  const { current, profiles } = readConfig(env);
  const name = invocation.text('profile') ?? (env.ASSAY_PROFILE || current);
  const profile = profiles[name];
  if (!profile) throw usageError(`There is no profile ${name}.`);
  deleteProfile(env, name);
  terminal.err(`Deleted the profile ${name}.`);
  if (!('session' in profile) || !profile.session.issuer) return undefined;
  const { session } = profile;
  try {
    await revokeToken(await openIssuer(session), session.refreshToken);
  } catch (error) {
    // It ends by itself within 12 hours.
    terminal.err(`The session could not be revoked: ${messageOf(error)}`);
  }
  return undefined;
};
