import type { Api } from '../../api/client.ts';
import { useListName } from '../../api/lists.ts';
import { type Customer, compareEntry } from '../../domain/compare-entry.ts';
import { ComparisonTable } from '../../domain/comparison.tsx';
import { PepDetails } from '../../domain/pep.tsx';
import { INCOMPLETE, SCREENING_ERRORS } from '../../domain/screening-words.ts';
import { SearchedLists } from '../../domain/searched-lists.tsx';
import { Card } from '../../parts/card.tsx';
import { Pill } from '../../parts/pill.tsx';
import { MatchStrip } from '../../pictures/match-strip.tsx';
import type { LookUp } from './screen-form.ts';

export type Found = Awaited<ReturnType<Api['screening']['searchScreeningEntries']>>;
type Entry = Found['items'][number];

/** What a look-up found: entries that a run would report, and greyed those that it would not. */
export function FoundEntries({ found, lookUp }: { found: Found; lookUp: LookUp }) {
  const { items, total, nearMisses = [], reviewScore, errorCode } = found;
  const customer = customerOf(lookUp);
  return (
    <>
      <Card
        title={total === 0 ? `No entry scores ${reviewScore} or more` : `${entriesInWords(total)} from ${reviewScore}`}
        end={<Outcome found={found} />}
      >
        <div className="card-body stack">
          {errorCode && (
            <div className="notice bad" role="alert">
              <strong>Not searched</strong>
              <p>{SCREENING_ERRORS[errorCode] ?? errorCode}</p>
            </div>
          )}
          {found.incompleteReasons.length > 0 && (
            <div className="notice bad" role="alert">
              <strong>Not everything was searched, so this is not a clear result</strong>
              <p>{found.incompleteReasons.map((reason) => INCOMPLETE[reason] ?? reason).join(' ')}</p>
            </div>
          )}
          <SearchedLists sources={found.sources} policy={found} />
          {total > items.length && (
            <p className="quiet">
              The {items.length} highest of {total.toLocaleString('en-GB')} entries are shown. A run keeps all of them.
            </p>
          )}
        </div>
        <Rows entries={items} found={found} customer={customer} />
      </Card>
      {nearMisses.length > 0 && (
        <Card title="Near misses" end={<span className="quiet">below {reviewScore}</span>}>
          <p className="card-body quiet">
            The {nearMisses.length === 1 ? 'entry' : `${nearMisses.length} entries`} just below the review score. These
            are no matches, and a run does not keep them.
          </p>
          <Rows entries={nearMisses} found={found} customer={customer} isNear />
        </Card>
      )}
      <p className="caption">{found.attributions.join(' ')}</p>
    </>
  );
}

function Outcome({ found: { items, matchScore, incomplete } }: { found: Found }) {
  if (items.some(({ score }) => score >= matchScore)) return <Pill tone="bad">Match</Pill>;
  if (items.length > 0) return <Pill tone="warn">Possible match</Pill>;
  return incomplete ? <Pill tone="alert">Incomplete</Pill> : <Pill tone="ok">Clear</Pill>;
}

function Rows({
  entries,
  found,
  customer,
  isNear = false,
}: {
  entries: readonly Entry[];
  found: Found;
  customer: Customer;
  isNear?: boolean;
}) {
  const listName = useListName();
  return entries.map((one) => (
    <details key={one.source + one.sourceEntryId} className={isNear ? 'found-entry is-near' : 'found-entry'}>
      <summary className="card-row">
        <span className="stack-s">
          <span className={isNear ? undefined : 'strong'}>{one.listedName}</span>
          <span className="caption">
            {listName(one.source)} · entry {one.sourceEntryId}
            {one.matchedName !== one.listedName && ` · agrees as ${one.matchedName}`}
          </span>
        </span>
        <span className="strong num">{one.score}</span>
      </summary>
      <div className="card-body stack">
        <MatchStrip
          factors={one.factors}
          score={one.score}
          reviewScore={found.reviewScore}
          matchScore={found.matchScore}
        />
        <ComparisonTable
          customer={customer}
          entry={one.entry}
          match={one}
          comparison={compareEntry(customer, one.entry, one.factors)}
        />
        {one.pep && <PepDetails pep={one.pep} />}
      </div>
    </details>
  ));
}

const entriesInWords = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en-GB')} entries`);

const customerOf = (lookUp: LookUp): Customer => ({
  names: [lookUp.name, ...(lookUp.aliases ?? [])].filter((name) => name !== ''),
  born: lookUp.datesOfBirth?.[0] ?? null,
  countries: lookUp.nationalities ?? [],
  documents: (lookUp.identifiers ?? []).map(({ value, country }) => ({ value, country: country ?? null })),
  address: null,
});
