import { useProfiles } from '../../api/profiles.ts';
import { THOROUGH } from './screen-form.ts';

/** The chosen profile. Built-in ones have no lists of their own; neither have own scores. */
export function useProfile(key: string) {
  const { items } = useProfiles();
  const known = items.length > 0 ? items : [{ key: THOROUGH, sources: null, reviewScore: 65, matchScore: 90 }];
  const chosen = known.find((one) => one.key === key);
  return { known, sources: chosen?.sources ?? null, reviewScore: chosen?.reviewScore ?? 0 };
}

export const profileOptions = ({ known }: Pick<ReturnType<typeof useProfile>, 'known'>) =>
  known.map(
    ({ key, reviewScore, matchScore }) =>
      [key, `${key}: review from ${reviewScore}, match from ${matchScore}`] as const,
  );
