import type { ScreeningProfile } from '../../api/profiles.ts';

/** A profile as it is typed. */
export interface ProfileText {
  key: string;
  sources: readonly string[];
  reviewScore: string;
  matchScore: string;
  pepLookbackMonths: string;
  purpose: string;
  riskRationale: string;
  /** For a proposal. */
  reason: string;
}

const PEP_LIST = 'service_pep';

export const isWithPeps = ({ sources }: Pick<ProfileText, 'sources'>) => sources.includes(PEP_LIST);

/** A new profile begins with the scores that find one wrong letter. */
export const textOf = (profile: ScreeningProfile | undefined): ProfileText => ({
  key: profile?.key ?? '',
  sources: profile?.sources ?? [],
  reviewScore: String(profile?.reviewScore ?? 65),
  matchScore: String(profile?.matchScore ?? 90),
  pepLookbackMonths: profile?.pepLookbackMonths ? String(profile.pepLookbackMonths) : '',
  purpose: profile?.purpose ?? '',
  riskRationale: profile?.riskRationale ?? '',
  reason: '',
});

/** The body of the request. The service checks scores and limits. */
export const bodyOf = (text: ProfileText, version: number) => ({
  sources: [...text.sources],
  reviewScore: Number(text.reviewScore),
  matchScore: Number(text.matchScore),
  pepLookbackMonths: isWithPeps(text) && text.pepLookbackMonths.trim() ? Number(text.pepLookbackMonths) : null,
  purpose: text.purpose.trim(),
  riskRationale: text.riskRationale.trim(),
  expectedVersion: version,
});

/** Why the form cannot be sent yet. */
export function missingIn(text: ProfileText, isProposal: boolean): string | null {
  if (text.key.trim() === '') return 'Write a key first.';
  if (text.sources.length === 0) return 'Choose a list first.';
  if (text.purpose.trim() === '' || text.riskRationale.trim() === '') return 'Write purpose and rationale first.';
  return isProposal && text.reason.trim() === '' ? 'Write a reason first.' : null;
}
