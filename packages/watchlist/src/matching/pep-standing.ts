import type { ListedEntry, PepDetails, Position, PositionCategory, Relation } from '../listed-entry.ts';
import { addMonths, firstDay, lastDay } from '../partial-date.ts';

/** The status of a person on the PEP list on a given day, by the dates that the list states. */
export type PepStanding = 'pep' | 'former_pep' | 'family_member' | 'none';

interface RelatedPep {
  entryId: string;
  name: string;
  relation: Relation;
  positions: readonly Position[];
}

export interface PepVerdict {
  standing: PepStanding;
  flags: 'position_dates_unknown'[];
  /**
   * The last day an office was held, as precisely as it is stated; null while an office is held.
   */
  lastHeldUntil: string | null;
  positions: readonly Position[];
  relatedPeps: RelatedPep[];
}

export interface PepStandingInput {
  /** `YYYY-MM-DD`. */
  today: string;
  lookbackMonths: number;
  findEntry: (entryId: string) => Pick<ListedEntry, 'names' | 'pep'> | undefined;
}

/** Siblings count only for holders of these offices. */
const CATEGORIES_WITH_SIBLINGS: readonly PositionCategory[] = [
  'head_of_state',
  'head_of_government',
  'minister',
  'deputy_minister',
];

const isUndated = ({ startedOn, endedOn, isCurrent }: Position) => startedOn === null && endedOn === null && !isCurrent;

/** An office with a start and no end counts as held. */
function counts(position: Position, { today, lookbackMonths }: PepStandingInput): boolean {
  if (position.startedOn !== null && firstDay(position.startedOn) > today) return false;
  if (position.endedOn === null) return true;
  return addMonths(lastDay(position.endedOn), lookbackMonths) >= today;
}

interface OwnStanding {
  standing: 'pep' | 'former_pep' | 'none';
  datesUnknown: boolean;
  lastHeldUntil: string | null;
  /** The positions that make the person a PEP. */
  counting: readonly Position[];
}

function ownStanding(positions: readonly Position[], question: PepStandingInput): OwnStanding {
  const datesUnknown = positions.length > 0 && positions.every(isUndated);
  const judged = datesUnknown ? positions : positions.filter((position) => !isUndated(position));
  const counting = judged.filter((position) => counts(position, question));
  const ends = judged
    .flatMap(({ endedOn }) => endedOn ?? [])
    .filter((end) => lastDay(end) < question.today)
    .sort((a, b) => (lastDay(a) < lastDay(b) ? -1 : 1));
  const isHeldNow = counting.some(({ endedOn }) => endedOn === null || lastDay(endedOn) >= question.today);
  const former = ends.length > 0 ? 'former_pep' : 'none';
  return {
    standing: counting.length > 0 ? 'pep' : former,
    datesUnknown,
    lastHeldUntil: isHeldNow ? null : (ends.at(-1) ?? null),
    counting,
  };
}

/** Spouses, children and parents count for every PEP, siblings only for those of the highest offices. */
function makesFamily(relation: Relation, { standing, counting }: OwnStanding): boolean {
  if (standing !== 'pep') return false;
  if (relation !== 'sibling') return true;
  return counting.some(({ category }) => CATEGORIES_WITH_SIBLINGS.includes(category));
}

function relatives(details: PepDetails, question: PepStandingInput) {
  return details.relatedTo.flatMap(({ entryId, relation }) => {
    const found = question.findEntry(entryId);
    const positions = found?.pep?.positions ?? [];
    // A relative without positions of their own is not a PEP.
    if (!found || positions.length === 0) return [];
    const related: RelatedPep = { entryId, name: found.names[0]?.text ?? '', relation, positions };
    return [{ related, isFamily: makesFamily(relation, ownStanding(positions, question)) }];
  });
}

/**
 * Returns the stricter of two statuses: family member of a PEP in office comes before former PEP.
 */
export function pepStanding(details: PepDetails, question: PepStandingInput): PepVerdict {
  const own = ownStanding(details.positions, question);
  const related = relatives(details, question);
  const isFamily = related.some((one) => one.isFamily);
  return {
    standing: own.standing !== 'pep' && isFamily ? 'family_member' : own.standing,
    flags: own.datesUnknown ? ['position_dates_unknown'] : [],
    lastHeldUntil: own.lastHeldUntil,
    positions: details.positions,
    relatedPeps: related.map((one) => one.related),
  };
}

/** The verdict on an entry of a list that states no positions: those on it are politically exposed until the listing ends. */
export function pepByListing(endsOn: string | null, today: string): PepVerdict {
  const hasEnded = endsOn !== null && endsOn < today;
  return {
    standing: hasEnded ? 'former_pep' : 'pep',
    flags: ['position_dates_unknown'],
    lastHeldUntil: hasEnded ? endsOn : null,
    positions: [],
    relatedPeps: [],
  };
}
