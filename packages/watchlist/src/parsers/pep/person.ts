import type { BirthSpan, ListedName, Position } from '../../listed-entry.ts';

/** A person as known so far: an office holder, a relative, or only a date of birth. */
export interface Person {
  names: ListedName[];
  births: BirthSpan[];
  countries: Set<string>;
  positions: Map<string, Position>;
  diedOn: string | null;
}
