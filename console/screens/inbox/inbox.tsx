import { useCallback } from 'react';
import { useAddressQuery, useGo, useSetAddressQuery } from '../../address.ts';
import { useCounts } from '../../api/me.ts';
import { useWorklist, type WorkFilter, type WorkItem, workFilterOf } from '../../api/work.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { PagedRows } from '../../parts/paged-rows.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useRested } from '../../parts/use-rested.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { SavedViews } from '../../shell/saved-views.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';
import { useWorkMoves } from './moves.tsx';
import { WorkPanel } from './panel.tsx';
import { WorkRow } from './row.tsx';

const DECISIONS = ['reject', 'restrict', 'review', 'awaiting_evidence'] as const;
const FILTERS = ['decision', 'assignee', 'policy', 'search', 'late'] as const;
const ROW_HEIGHT = 58;
const idOf = (item: WorkItem) => item.subject.id;
const nameOf = (item: WorkItem) => item.subject.externalId;

/** Subjects with open actions. One row per subject, because assessments repeat their actions. */
export function Inbox() {
  const filter = workFilterOf(useAddressQuery());
  const list = useWorklist(filter);
  const { items } = list;
  const selection = useSelection(items, { idOf, list: JSON.stringify(filter) });
  const { active, lost, finish } = selection;
  const shownId = useRested(active);
  const shown = items.find((item) => idOf(item) === shownId);
  const go = useGo();
  const leavesWhenAssigned = filter.assignee !== undefined;
  const moves = useWorkMoves(
    useCallback(
      (kind, item) => {
        if (kind === 'complete' || (kind === 'assign' && leavesWhenAssigned)) finish([idOf(item)]);
      },
      [finish, leavesWhenAssigned],
    ),
  );
  const current = items.find((item) => idOf(item) === active);

  const open = useCallback((item: WorkItem) => void go('subjects', idOf(item)), [go]);
  const render = useCallback(
    (item: WorkItem) => <WorkRow item={item} isTaking={moves.pending.has(idOf(item))} />,
    [moves.pending],
  );
  const onCurrent = (move: (item: WorkItem) => void) =>
    selection.act(() => {
      if (current) move(current);
    });
  useShortcuts('Inbox', [
    { keys: 'e', label: 'Take', run: onCurrent(moves.take) },
    { keys: 'd', label: 'Complete', run: onCurrent(moves.complete) },
    { keys: 'w', label: 'Write a note', run: onCurrent(moves.writeNote) },
    { keys: 'a', label: 'Assign', run: onCurrent(moves.assign) },
    { keys: 'u', label: 'Undo', run: moves.undo },
  ]);

  return (
    <>
      <TopBar
        title="Inbox"
        end={
          <KeyHints
            hints={[
              ['j k', 'move'],
              ['e', 'take'],
              ['Enter', 'open'],
            ]}
          />
        }
      >
        <Filters filter={filter} />
        <SavedViews screen="inbox" filters={FILTERS} />
      </TopBar>
      <div className="split">
        <section className="split-list" aria-label="Open work">
          <PagedRows
            list={list}
            empty={<NothingOpen isFiltered={Object.values(filter).some(Boolean)} />}
            label="Subjects with open actions"
            items={items}
            idOf={idOf}
            nameOf={nameOf}
            height={ROW_HEIGHT}
            selection={selection}
            onOpen={open}
            render={render}
          />
        </section>
        <aside className="split-panel" aria-label="Selected subject">
          {shown && lost === undefined && <WorkPanel key={idOf(shown)} item={shown} moves={moves} />}
        </aside>
      </div>
      {moves.dialog}
    </>
  );
}

function NothingOpen({ isFiltered }: { isFiltered: boolean }) {
  const setQuery = useSetAddressQuery();
  const clear = { decision: undefined, assignee: undefined, policy: undefined };
  return isFiltered ? (
    <Empty title="No open work with these filters">
      <Button onClick={() => void setQuery({ ...clear, search: undefined, late: undefined })}>Show all</Button>
    </Empty>
  ) : (
    <Empty title="No open work">
      <p>Actions appear here when an assessment requests them.</p>
    </Empty>
  );
}

function Filters({ filter }: { filter: WorkFilter }) {
  const setQuery = useSetAddressQuery();
  const { data: counts } = useCounts();
  const toggle = (label: string, name: 'assignee' | 'late', value: string) => (
    <button
      type="button"
      aria-pressed={filter[name] === value}
      onClick={() => void setQuery({ [name]: filter[name] === value ? undefined : value })}
    >
      {label}
    </button>
  );
  return (
    <>
      <Tabs
        label="Decision"
        value={filter.decision}
        options={[
          [undefined, 'All', counts?.worklist.total],
          ...DECISIONS.map((one) => [one, decisionWord(one), counts?.worklist.decisions[one]] as const),
        ]}
        onValue={(decision) => void setQuery({ decision })}
      />
      <fieldset className="tabs" aria-label="Show only">
        {toggle('Mine', 'assignee', 'me')}
        {toggle('Unassigned', 'assignee', 'none')}
        {toggle('Late', 'late', 'true')}
      </fieldset>
    </>
  );
}
