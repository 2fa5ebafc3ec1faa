import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import {
  pathIn,
  useAddressQuery,
  usePathParam,
  useSelectedInAddress,
  useSetAddressQuery,
  uuidIn,
} from '../../address.ts';
import { useListName } from '../../api/lists.ts';
import { type MatchFilter, type MatchItem, useMatch, useMatches } from '../../api/matches.ts';
import { useCounts } from '../../api/me.ts';
import { useMode } from '../../app.tsx';
import { useActorName } from '../../domain/actor.tsx';
import { ExportButton } from '../../domain/export-button.tsx';
import { type GroupedItem, oncePerGroup } from '../../domain/match-group.ts';
import { NextStep } from '../../domain/next-step.tsx';
import { PagedRows } from '../../parts/paged-rows.tsx';
import { QueryPart } from '../../parts/query-part.tsx';
import { nextAfter } from '../../parts/selection.ts';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { useSelection } from '../../parts/use-selection.ts';
import { SavedViews } from '../../shell/saved-views.tsx';
import { SearchFilter } from '../../shell/search-filter.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';
import { useMatchRequests } from './requests.ts';
import { MatchReview } from './review.tsx';

const STATES = [
  ['pending', 'To decide'],
  ['proposed', 'Proposed'],
  ['decided', 'Decided'],
] as const;
const FILTERS = ['decision', 'search', 'source'] as const;
const ROW_HEIGHT = 58;
const idOf = ({ match }: MatchItem) => match.id;
const nameOf = ({ match }: MatchItem) => match.listedName;
const OUTCOMES: Record<string, string> = { confirmed: 'It is them', false_positive: 'Not them' };
const render = (item: GroupedItem) => <MatchRow item={item} />;

function MatchRow({ item: { match, subject, run, count, proposal, latestDecision } }: { item: GroupedItem }) {
  const nameOf = useListName();
  const personOf = useActorName();
  const outcome = OUTCOMES[match.decision];
  return (
    <div className="match-row">
      <span className="strong truncate">{match.listedName}</span>
      <span className="strong num">{match.score}</span>
      <span className="quiet truncate">
        {outcome && <span className="strong">{outcome} · </span>}
        {outcome && latestDecision && `${personOf(latestDecision.decidedBy)} · `}
        {proposal && `${OUTCOMES[proposal.decision]}, proposed by ${personOf(proposal.proposedBy)} · `}
        {subject?.externalId ?? 'no subject'} · {count > 1 ? `${count} lists` : nameOf(match.source)}
      </span>
      <span className="quiet num">
        <Time at={run.createdAt} style="age" />
      </span>
    </div>
  );
}

/** The queue of matches, with the open one beside it. */
export function Matches() {
  const mode = useMode();
  const query = useAddressQuery();
  const state = STATES.find(([key]) => key === query.decision)?.[0] ?? 'pending';
  const filter: MatchFilter = { decision: state, search: query.search, source: query.source };
  const listed = useListed(filter);
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
        <States state={state} listed={listed} />
        <SearchFilter />
        <SavedViews screen="matches" filters={FILTERS} />
        {state === 'decided' && <Link to={pathIn(mode, 'matches', 'remembered')}>Remembered decisions</Link>}
        <ExportButton kind="matches" filter={filter} />
      </TopBar>
      {/* Another list begins anew: nothing of it is chosen or marked. */}
      <Queue key={JSON.stringify(filter)} filter={filter} />
    </>
  );
}

function Queue({ filter }: { filter: MatchFilter }) {
  const mode = useMode();
  const navigate = useNavigate();
  const openId = usePathParam('id');
  const list = useMatches(filter);
  const items = useMemo(() => oncePerGroup(list.items), [list.items]);
  const { selected } = useAddressQuery();
  const selection = useSelection(items, { idOf, list: openId, open: uuidIn(selected) ?? (openId || undefined) });
  const { active, lost } = selection;
  // What the path opens needs no second name.
  const first = openId || (items[0] && idOf(items[0]));
  useSelectedInAddress(active, { ...(first && { first }), isKept: lost === undefined });
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // A match that has left the queue stays open, with what was typed about it, until the person moves.
  const shownId = useDeferredValue(lost ? idOf(lost) : active);
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
  const unmark = useCallback(
    (id: string) => setMarked((before) => new Set([...before].filter((one) => one !== id))),
    [],
  );
  const requests = useMatchRequests(unmark);
  // A marked match that has left the queue gets no decision.
  const targets = useMemo(
    () => items.filter((item) => marked.has(idOf(item))).map(({ match, proposal }) => ({ id: match.id, proposal })),
    [items, marked],
  );
  const open = useCallback(
    (item: MatchItem) =>
      void navigate({
        to: pathIn(mode, 'matches', idOf(item)),
        search: (before: Record<string, unknown>) => ({ ...before, selected: undefined }),
      }),
    [navigate, mode],
  );
  const goOn = () => {
    const next = lost ? active : nextAfter(items.map(idOf), active, []);
    if (next !== undefined) selection.choose(next);
  };
  return (
    <div className="match-split">
      <section className="split-list match-queue" aria-label="Queue">
        <PagedRows
          list={list}
          empty={<NoMatches state={filter.decision} />}
          label="Matches"
          items={items}
          idOf={idOf}
          nameOf={nameOf}
          height={ROW_HEIGHT}
          selection={selection}
          onOpen={open}
          marked={marked}
          onMark={filter.decision === 'decided' ? undefined : mark}
          render={render}
        />
      </section>
      {shownId ? (
        <QueryPart query={detail} lines={10}>
          {(data) => (
            <MatchReview
              key={data.match.id}
              detail={data}
              marked={targets}
              isLost={lost !== undefined && idOf(lost) === data.match.id}
              requests={requests}
              onDone={selection.finish}
              onNext={goOn}
              onUnmark={unmark}
            />
          )}
        </QueryPart>
      ) : (
        <div />
      )}
    </div>
  );
}

/** The number of rows once all are loaded: what is listed is newer than what was counted. */
function useListed(filter: MatchFilter): number | undefined {
  const { items, isSuccess, hasNextPage } = useMatches(filter);
  const isWhole = isSuccess && !hasNextPage && !filter.search && !filter.source;
  return isWhole ? oncePerGroup(items).length : undefined;
}

function States({ state, listed }: { state: MatchFilter['decision']; listed: number | undefined }) {
  const setQuery = useSetAddressQuery();
  const { data: counts } = useCounts();
  const numbers: Partial<Record<MatchFilter['decision'], number | undefined>> = {
    pending: counts?.matches.pending,
    proposed: counts?.matches.proposed,
    ...(listed !== undefined && state !== 'decided' && { [state]: listed }),
  };
  return (
    <Tabs
      label="State"
      value={state}
      options={STATES.map(([key, label]) => [key, label, numbers[key]] as const)}
      onValue={(key) => void setQuery({ decision: key === 'pending' ? undefined : key, selected: undefined })}
    />
  );
}

const NoMatches = ({ state }: { state: string }) =>
  state === 'pending' ? (
    <Empty title="No matches to decide">
      <p>Possible matches of screening runs appear here.</p>
      <NextStep to={['screen']}>Screen someone</NextStep>
    </Empty>
  ) : state === 'proposed' ? (
    <Empty title="No open proposals">
      <p>A member proposes a decision; an owner or admin makes it.</p>
      <NextStep to={['matches']}>Matches to decide</NextStep>
    </Empty>
  ) : (
    <Empty title="No decisions yet">
      <NextStep to={['matches']}>Matches to decide</NextStep>
    </Empty>
  );
