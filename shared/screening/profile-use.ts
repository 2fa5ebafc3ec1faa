import { type Problem, refused } from '@assay/foundation';
import { DEFAULT_MATCH_SCORE, DEFAULT_REVIEW_SCORE } from './limits.ts';
import type { ScreeningProfile } from './profile.ts';
import type { RunProfile } from './run.ts';
import { quoted } from './unknown-lists.ts';

/** Lists and scores as a request or a step of a workflow states them: its own, or a profile. */
export interface RequestedPolicy {
  profileKey?: string | null | undefined;
  sources?: string[] | undefined;
  reviewScore?: number | undefined;
  matchScore?: number | undefined;
  pepLookbackMonths?: number | null | undefined;
}

/** Lists and scores to screen with. */
export interface ResolvedPolicy {
  sources: string[];
  reviewScore: number;
  matchScore: number;
  pepLookbackMonths: number | null;
  profile?: RunProfile;
}

const SET_BY_PROFILE = ['reviewScore', 'matchScore', 'pepLookbackMonths'] as const;

/** The lists and scores of a request that names no profile. */
export const ownPolicy = ({
  sources = [],
  reviewScore = DEFAULT_REVIEW_SCORE,
  matchScore = DEFAULT_MATCH_SCORE,
  pepLookbackMonths = null,
}: RequestedPolicy): ResolvedPolicy => ({ sources, reviewScore, matchScore, pepLookbackMonths });

/**
 * The lists and scores of a request that names this profile. What the profile sets cannot be stated beside it: a run would
 * otherwise name a profile that it was not screened with.
 */
export function policyByProfile(profile: ScreeningProfile, requested: RequestedPolicy, within = ''): ResolvedPolicy {
  const { key, version, reviewScore, matchScore, pepLookbackMonths } = profile;
  const set = [...SET_BY_PROFILE, ...(profile.sources ? (['sources'] as const) : [])];
  const stated = set.filter((name) => (requested[name] ?? null) !== null);
  if (stated.length > 0)
    throw refused(
      'set_by_profile',
      `The profile \`${key}\` sets ${quoted(stated)}. Leave out ${quoted(stated)}, or \`profileKey\`.`,
      stated.map((name) => ({ path: `${within}${name}`, message: 'is set by the profile' })),
    );
  const sources = profile.sources ?? requested.sources;
  if (!sources)
    throw refused('lists_required', `The profile \`${key}\` has no lists of its own. Name the lists in \`sources\`.`, [
      { path: `${within}sources`, message: 'is required with this profile' },
    ]);
  return { sources, reviewScore, matchScore, pepLookbackMonths, profile: { key, version } };
}

export const unknownProfile = (key: string, known: readonly string[], within = ''): Problem =>
  refused('unknown_profile', `There is no profile \`${key}\`. The known profiles are ${quoted(known)}.`, [
    { path: `${within}profileKey`, message: 'is not the key of a profile' },
  ]);
