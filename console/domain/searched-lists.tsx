import { useListName } from '../api/lists.ts';
import { searchedInWords, thresholdsInWords } from './screening-words.ts';

type Searched = Parameters<typeof searchedInWords>[0] & { key: string };

/** The lists of a screening by name, with the version of each, and from which scores it reports. */
export function SearchedLists({
  sources,
  policy,
}: {
  sources: readonly Searched[];
  policy: { reviewScore: number; matchScore: number };
}) {
  const nameOf = useListName();
  return (
    <div className="stack-s">
      <p>{thresholdsInWords(policy)}</p>
      <ul className="sentences">
        {sources.map((source) => (
          <li key={source.key} className={source.missing || source.stale || source.attention ? 'text-warn' : undefined}>
            {nameOf(source.key)} <span className="quiet">({source.key})</span>, {searchedInWords(source)}
          </li>
        ))}
      </ul>
    </div>
  );
}
