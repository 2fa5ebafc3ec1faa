import type { ComparableName, NormalisedIdentifier } from '@assay/names';
import type { BirthSpan } from '../listed-entry.ts';
import type { SubjectWords } from './word-relations.ts';

export type EntityType = 'person' | 'entity';

/** A subject prepared for comparison. */
export interface ScreenedSubject {
  entityType: EntityType | undefined;
  /** All readings of all names. */
  names: SubjectWords;
  births: readonly BirthSpan[];
  nationalities: readonly string[];
  identifiers: readonly NormalisedIdentifier[];
}

/** The part of a listed entry that is scored. */
export interface ComparableEntry {
  kind: EntityType;
  names: readonly ComparableName[];
  births: readonly BirthSpan[];
  countries: readonly string[];
  /** Countries of national offices of a person whose nationality the list does not state. */
  offices?: readonly string[];
  identifiers: readonly NormalisedIdentifier[];
}

export interface ScorePolicy {
  reviewScore: number;
  matchScore: number;
}
