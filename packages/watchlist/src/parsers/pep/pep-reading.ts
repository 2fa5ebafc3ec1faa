import type { Position, PositionCategory } from '../../listed-entry.ts';
import { firstDay, lastDay } from '../../partial-date.ts';
import type { Collector } from '../collect-entries.ts';
import type { FileLimits } from '../reading/file-limits.ts';
import type { ListFile } from '../reading/text-chunks.ts';
import type { PepRegister } from './pep-register.ts';
import { positionCategory } from './position-category.ts';
import { statedDay } from './stated-day.ts';

/** The targets of every source reader: the register of people, and the counters. */
export interface PepReading {
  register: PepRegister;
  collector: Collector;
  limits: FileLimits;
  /** What the Wikidata items of positions are, as far as the sources describe them. */
  positionItems: Map<string, PositionItem>;
  heldItems: HeldItem[];
}

export interface PositionItem {
  title: string;
  category: PositionCategory | null;
  country: string | null;
}

/** A claim to a position of which only the item is known yet. */
interface HeldItem {
  personId: string;
  positionItem: string;
  startedOn: string | null;
  endedOn: string | null;
  isCurrent: boolean;
}

export type PepReader = (file: ListFile, reading: PepReading) => Promise<void>;

/** A position as a source states it; its category is derived from the title if not stated. */
export type StatedPosition = Omit<Position, 'category'> & Partial<Pick<Position, 'category'>>;

export function addPosition(reading: PepReading, id: string, stated: StatedPosition): void {
  const category = stated.category ?? positionCategory(stated.title);
  if (!category) {
    reading.collector.outOfScope();
    return;
  }
  reading.register.addPosition(id, {
    category,
    title: stated.title,
    country: stated.country,
    ...statedTerm(stated),
    isCurrent: stated.isCurrent,
    roster: stated.roster,
  });
}

/** If a term ends before it starts, one date is wrong and both are ignored. */
function statedTerm(stated: Pick<StatedPosition, 'startedOn' | 'endedOn'>) {
  const startedOn = statedDay(stated.startedOn);
  const endedOn = statedDay(stated.endedOn);
  return startedOn && endedOn && lastDay(endedOn) < firstDay(startedOn)
    ? { startedOn: null, endedOn: null }
    : { startedOn, endedOn };
}

/** The country a path names, in any of its folders or in the words of its file. */
export const pathWords = (path: string): string[] => path.split('/').map((part) => part.replace(/[_-]+/g, ' '));
