import { useMemo } from 'react';
import { type MatchDetail, useMatchDetails } from '../../api/matches.ts';
import type { Customer } from '../../domain/compare-entry.ts';
import { type ReviewedMatch, reviewMatch } from '../../domain/match-reasons.ts';
import { type Target, targetsOf } from './bulk.ts';
import { NO_CUSTOMER } from './customer.tsx';

/** The matches that a decision is about: the open one, and those marked with it. */
export interface Together {
  /** How many there are. */
  asked: number;
  /** Undefined until all are loaded. */
  matches: readonly ReviewedMatch[] | undefined;
  error: unknown;
}

export function useTogether(detail: MatchDetail, customer: Customer, marked: readonly Target[]): Together {
  const { match, proposal, subject } = detail;
  const ids = targetsOf({ id: match.id, proposal }, marked).map(({ id }) => id);
  const { details, error } = useMatchDetails(ids.filter((id) => id !== match.id));
  const matches = useMemo(() => {
    // What is known of this customer is known for their other matches, and for no one else's.
    const review = (one: MatchDetail) => {
      const isSame = one === detail || (subject !== null && one.subject?.id === subject.id);
      return reviewMatch(one, isSame ? customer : NO_CUSTOMER);
    };
    return details && [...details, detail].map(review);
  }, [details, detail, customer, subject]);
  return { asked: ids.length, matches, error };
}
