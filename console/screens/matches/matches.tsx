import { useCallback, useDeferredValue, useEffect, useState } from 'react';
import { useAddressQuery, useGo, usePathParam, useSetAddressQuery } from '../../address.ts';
import { type MatchFilter, type MatchItem, useMatch, useMatches } from '../../api/matches.ts';
import { useCounts } from '../../api/me.ts';
import { QueryPart } from '../../parts/query-part.tsx';
import { Rows } from '../../parts/rows.tsx';
import { Empty, Failure, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { SavedViews } from '../../shell/saved-views.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';
import { MatchReview } from './review.tsx';

const STATES = [
  ['pending', 'To decide'],
  ['proposed', 'Proposed'],
  ['decided', 'Decided'],
] as const;
const FILTERS = ['decision', 'search', 'source'] as const;
const ROW_HEIGHT = 58;
const idOf = ({ match }: MatchItem) => match.id;
const render = ({ match, subject, run }: MatchItem) => (
  <div className="match-row">
    <span className="strong truncate">{match.listedName}</span>
    <span className="strong num">{match.score}</span>
    <span className="quiet truncate">
      {match.source} · {subject?.externalId ?? 'no subject'}
    </span>
    <span className="quiet num">
      <Time at={run.createdAt} style="age" />
    </span>
  </div>
);

/** The queue of matches, with the open one beside it. */
export function Matches() {
  const query = useAddressQuery();
  const openId = usePathParam('id');
  const state = STATES.find(([key]) => key === query.decision)?.[0] ?? 'pending';
  const filter: MatchFilter = { decision: state, search: query.search, source: query.source };
  const list = useMatches(filter);
  const go = useGo();
  const [chosen, setChosen] = useState<string>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const active = chosen ?? (openId || list.items[0]?.match.id);
  const shownId = useDeferredValue(active);
  const detail = useMatch(shownId);
  const mark = useCallback(
    (id: string) =>
      setMarked((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    [],
  );
  const open = useCallback((item: MatchItem) => void go('matches', idOf(item)), [go]);
  const onEnd = useCallback(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [list]);
  // A match that was decided leaves the queue; its place is taken by the next one.
  const goToNext = useCallback(() => {
    const at = list.items.findIndex((item) => idOf(item) === active);
    const next = list.items[at + 1] ?? list.items[at - 1];
    setChosen(next ? idOf(next) : undefined);
    setMarked(new Set());
  }, [list.items, active]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another first match
  useEffect(() => setMarked(new Set()), [state]);
  return (
    <>
      <TopBar
        title="Matches"
        end={
          <KeyHints
            hints={[
              ['j k', 'move'],
              ['1', 'reason'],
              ['f', 'not them'],
              ['c', 'it is them'],
            ]}
          />
        }
      >
        <States state={state} />
        <SavedViews screen="matches" filters={FILTERS} />
      </TopBar>
      <div className="match-split">
        <section className="split-list match-queue" aria-label="Queue">
          {list.isPending ? (
            <Skeleton lines={8} />
          ) : list.isError && list.items.length === 0 ? (
            <div className="card-body">
              <Failure error={list.error} retry={() => void list.refetch()} />
            </div>
          ) : list.items.length === 0 ? (
            <NoMatches state={state} />
          ) : (
            <Rows
              label="Matches"
              items={list.items}
              idOf={idOf}
              height={ROW_HEIGHT}
              active={active}
              onActive={setChosen}
              onOpen={open}
              marked={marked}
              onMark={state === 'decided' ? undefined : mark}
              render={render}
              onEnd={onEnd}
            />
          )}
        </section>
        {shownId ? (
          <QueryPart query={detail} lines={10}>
            {(data) => (
              <MatchReview key={data.match.id} detail={data} marked={marked} onDecided={goToNext} />
            )}
          </QueryPart>
        ) : (
          <div />
        )}
      </div>
    </>
  );
}

function States({ state }: { state: string }) {
  const setQuery = useSetAddressQuery();
  const { data: counts } = useCounts();
  const numbers: Record<string, number | undefined> = {
    pending: counts?.matches.pending,
    proposed: counts?.matches.proposed,
  };
  return (
    <fieldset className="tabs" aria-label="State">
      {STATES.map(([key, label]) => (
        <button
          key={key}
          type="button"
          aria-pressed={state === key}
          onClick={() => void setQuery({ decision: key === 'pending' ? undefined : key })}
        >
          {label}
          {numbers[key] !== undefined && <span className="faint num">{numbers[key]}</span>}
        </button>
      ))}
    </fieldset>
  );
}

const NoMatches = ({ state }: { state: string }) =>
  state === 'pending' ? (
    <Empty title="No matches to decide">
      <p>Possible matches of screening runs appear here.</p>
    </Empty>
  ) : state === 'proposed' ? (
    <Empty title="No open proposals">
      <p>A member proposes a decision; an owner or admin makes it.</p>
    </Empty>
  ) : (
    <Empty title="No decisions yet" />
  );
