import { loadNameTables, type NameTables, needsNameTables } from '@assay/names';
import { LIST_KINDS } from '../list-kind.ts';
import type { ListedEntry } from '../listed-entry.ts';
import { birthSpan } from '../matching/birth-factors.ts';
import { scoreEntry } from '../matching/score-entry.ts';
import type { EntityType, ScorePolicy } from '../matching/screened-subject.ts';
import { type PreparedQuery, prepareQuery } from '../search/prepare-query.ts';
import { findCandidate, type ScreenedList, searchPool } from '../search/search-pool.ts';
import type { ChosenEntry } from './choose-entries.ts';
import { type ManipulatedRecord, VARIANT_CLASSES, type VariantClass } from './classes.ts';
import { diceFor } from './dice.ts';
import type { UnlistedCustomer } from './innocents.ts';
import { countScore, LOWEST_REVIEW_SCORE } from './review-scores.ts';
import { countsOf, isNearLine, KNOWN, type Known, type Miss, sampleLine, type Tally } from './tally.ts';
import { birthDays, writtenName } from './written-name.ts';

/** What a test screens against, and what it is made of. */
export interface AssuranceTerms {
  lists: readonly ScreenedList[];
  policy: ScorePolicy;
  seed: number;
  tables: NameTables;
}

/** The name of a record is read once, whatever else is known beside it. */
async function prepare({ tables }: AssuranceTerms, { kind, name }: { kind: EntityType; name: string }) {
  if (needsNameTables(tables, name)) await loadNameTables(tables, [name]);
  const query = prepareQuery(tables, { name, entityType: kind });
  return ({ dateOfBirth, nationality }: ManipulatedRecord): PreparedQuery => ({
    ...query,
    subject: {
      ...query.subject,
      births: dateOfBirth === undefined ? [] : [birthSpan(dateOfBirth)],
      nationalities: nationality === undefined ? [] : [nationality],
    },
  });
}

/** Scores do not depend on the review score, so one search answers for all of them. */
const atLowest = ({ policy }: AssuranceTerms, query: PreparedQuery) => ({
  query,
  policy: { ...policy, reviewScore: LOWEST_REVIEW_SCORE },
});

/** The record with what the list states besides; undefined if it states nothing that the record lacks. */
function withFacts(record: ManipulatedRecord, entry: ListedEntry): ManipulatedRecord | undefined {
  const [dateOfBirth] = entry.kind === 'person' ? birthDays(entry) : [];
  const [nationality] = entry.countries;
  const facts = {
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    ...(nationality !== undefined && { nationality }),
  };
  const known = { ...facts, ...record };
  return Object.keys(known).length > Object.keys(record).length ? known : undefined;
}

interface Cases {
  of: VariantClass;
  record: ManipulatedRecord;
}

function casesOf(entry: ListedEntry, { key, seed }: { key: string; seed: number }): Cases[] {
  const named = writtenName(entry);
  if (!named) return [];
  return VARIANT_CLASSES.flatMap((of) => {
    if (of.of !== 'any' && of.of !== entry.kind) return [];
    const record = of.make(named, entry, diceFor(`${of.key} ${key} ${entry.id}`, seed));
    return record ? [{ of, record }] : [];
  });
}

const shown = (known: Known, { name, dateOfBirth, nationality }: ManipulatedRecord) => ({
  known,
  name,
  dateOfBirth: dateOfBirth ?? null,
  nationality: nationality ?? null,
});

const listed = (source: string, { id, names }: ListedEntry) => ({
  source,
  entryId: id,
  listedName: names[0]?.text ?? '',
});

/** Runs all classes on one entry, adds them up, and returns what stays below the review score. */
export async function runEntry(terms: AssuranceTerms, chosen: ChosenEntry, tally: Tally): Promise<Miss[]> {
  const { key, index } = chosen.list;
  const entry = await index.readEntry(chosen.entry);
  const misses: Miss[] = [];
  for (const { of, record } of casesOf(entry, { key, seed: terms.seed })) {
    const queryOf = await prepare(terms, { kind: entry.kind, name: record.name });
    for (const known of KNOWN) {
      const screened = known === 'bare' ? record : withFacts(record, entry);
      if (!screened) continue;
      const about = { class: of.key, ...shown(known, screened), ...listed(key, entry) };
      misses.push(...runCase(terms, { chosen, query: queryOf(screened), about }, tally));
    }
  }
  return misses;
}

interface Case {
  chosen: ChosenEntry;
  query: PreparedQuery;
  about: Omit<Miss, 'reason' | 'score' | 'factors'>;
}

/**
 * Another entry of the same name is not counted. Nor is a score that the bound of the search does not reach: beside other
 * customers, or another score of the profile, the search would leave the entry out.
 */
function runCase(terms: AssuranceTerms, { chosen, query, about }: Case, tally: Tally): Miss[] {
  const { lists, policy, seed } = terms;
  const found = findCandidate(chosen, lists, atLowest(terms, query));
  const reached = found ? Math.min(found.result.score, found.bound) : 0;
  countScore(countsOf(tally, about.class)[about.known], reached);
  // An entry that the search left out is compared by itself, to say why.
  const result = found?.result ?? scoreEntry(query.subject, chosen.list.index.comparable(chosen.entry), policy);
  const judged = { ...about, score: result.score, factors: [...result.factors] };
  if (found) sampleLine(tally, { ...judged, isListed: true }, { reviewScore: policy.reviewScore, seed });
  if (reached >= policy.reviewScore) return [];
  return [{ ...judged, reason: result.score < policy.reviewScore ? 'below_score' : 'not_searched' }];
}

/** Screens one customer who is on no list, by the name alone and with what else is known. */
export async function runInnocent(terms: AssuranceTerms, customer: UnlistedCustomer, tally: Tally): Promise<void> {
  const { kind, name, country, dateOfBirth, label } = customer;
  const { policy, seed } = terms;
  tally.customers += 1;
  const queryOf = await prepare(terms, { kind, name });
  for (const known of KNOWN) {
    const record: ManipulatedRecord =
      known === 'bare'
        ? { name }
        : {
            name,
            ...(country !== undefined && { nationality: country }),
            ...(dateOfBirth !== undefined && { dateOfBirth }),
          };
    const asked = { ...atLowest(terms, queryOf(record)), hasFailed: false };
    const scored = LIST_KINDS.flatMap((kindOfList) => searchPool(kindOfList, terms.lists, asked).scored);
    let top = 0;
    for (const { list, entry, result } of scored) {
      if (result.score < LOWEST_REVIEW_SCORE) continue;
      top = Math.max(top, result.score);
      countScore(tally.alerts[known], result.score);
      if (!isNearLine(result.score, policy.reviewScore)) continue;
      const screened = label === undefined ? record : { name: label };
      const about = { ...shown(known, screened), ...listed(list.key, await list.index.readEntry(entry)) };
      const factors = result.factors.map((one) => (label === undefined ? one : { ...one, detail: '' }));
      const judged = { ...about, score: result.score, factors };
      sampleLine(tally, { ...judged, class: null, isListed: false }, { reviewScore: policy.reviewScore, seed });
    }
    countScore(tally.flagged[known], top);
  }
}
