import { addMonths, dayAfter, firstDay, lastDay } from '../partial-date.ts';
import type { FoundMatch } from '../search/screen.ts';

/**
 * The first day after `today` on which dates that the lists state may change what a screening says of these matches: an
 * office begins or ends, the look-back after one ends, or a listing ends. Undefined if no such day is left.
 */
export function nextDay(
  matches: readonly Pick<FoundMatch, 'entry' | 'pep'>[],
  { today, lookbackMonths }: { today: string; lookbackMonths: number },
): string | undefined {
  const offices = matches.flatMap(({ pep }) =>
    pep ? [...pep.positions, ...pep.relatedPeps.flatMap(({ positions }) => positions)] : [],
  );
  const days = [
    ...matches.flatMap(({ entry }) => (entry.listing?.endsOn ? [dayAfter(entry.listing.endsOn)] : [])),
    ...offices.flatMap(({ startedOn }) => (startedOn === null ? [] : [firstDay(startedOn)])),
    ...offices.flatMap(({ endedOn }) =>
      endedOn === null ? [] : [lastDay(endedOn), addMonths(lastDay(endedOn), lookbackMonths)].map(dayAfter),
    ),
  ];
  return days
    .filter((day) => day > today)
    .sort()
    .at(0);
}
