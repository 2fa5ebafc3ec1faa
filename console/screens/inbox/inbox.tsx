import { useCallback, useMemo, useRef } from 'react';
import {
  type AddressQuery,
  useAddressQuery,
  useGo,
  useSelectedInAddress,
  useSetAddressQuery,
  uuidIn,
} from '../../address.ts';
import { useCounts } from '../../api/me.ts';
import { useWorklist, type WorkFilter, type WorkItem, workFilterOf } from '../../api/work.ts';
import { decisionWord } from '../../domain/decision-words.ts';
import { ExportButton } from '../../domain/export-button.tsx';
import { NextStep } from '../../domain/next-step.tsx';
import { askShortcuts, useAsking } from '../../domain/use-asking.tsx';
import { wordsOf } from '../../domain/words.ts';
import { useShortcuts } from '../../keys.ts';
import { Button } from '../../parts/button.tsx';
import { PagedRows } from '../../parts/paged-rows.tsx';
import { Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { toast } from '../../parts/toast.tsx';
import { useRested } from '../../parts/use-rested.ts';
import { useSelection } from '../../parts/use-selection.ts';
import { SavedViews } from '../../shell/saved-views.tsx';
import { SearchFilter } from '../../shell/search-filter.tsx';
import { KeyHints, TopBar } from '../../shell/top-bar.tsx';
import { useBulkMoves } from './bulk-moves.tsx';
import { useWorkMoves } from './moves.tsx';
import { WorkPanel } from './panel.tsx';
import { WorkRow } from './row.tsx';
import { useMarked } from './use-marked.ts';

const DECISIONS = ['reject', 'restrict', 'review', 'awaiting_evidence'] as const;
const FILTERS = ['decision', 'assignee', 'kind', 'policy', 'search', 'late', 'waitsFor'] as const;
const ROW_HEIGHT = 58;
const NOT_LISTED = 'The subject of this address is not in the list. Move to a row with J or K.';
const idOf = (item: WorkItem) => item.subject.id;
const nameOf = (item: WorkItem) => item.subject.externalId;
const render = (item: WorkItem) => <WorkRow item={item} />;

/** Subjects with open actions. One row per subject, because assessments repeat their actions. */
export function Inbox() {
  const query = useAddressQuery();
  const filter = workFilterOf(query);
  const list = useWorklist(filter);
  const leavesWhenAssigned = filter.assignee !== undefined;
  // The moves need the selection and the rows need the moves: a finished row goes on to the next one.
  const finishRow = useRef<(ids: readonly string[]) => void>(() => undefined);
  const moves = useWorkMoves(
    useCallback(
      (kind, item, { isAll }) => {
        if (kind === 'complete' ? isAll : kind === 'assign' && leavesWhenAssigned) finishRow.current([idOf(item)]);
      },
      [leavesWhenAssigned],
    ),
  );
  // One state for row and panel: what a move will make of a row is shown until the list is read again.
  const items = useMemo(
    () => list.items.map((item) => moves.shown.get(idOf(item))?.(item) ?? item),
    [list.items, moves.shown],
  );
  const selection = useSelection(items, { idOf, list: JSON.stringify(filter), open: uuidIn(query.selected) });
  const { active, lost, isAbsent } = selection;
  finishRow.current = selection.finish;
  useSelectedInAddress(active, { ...(items[0] && { first: idOf(items[0]) }), isKept: lost === undefined && !isAbsent });
  const shownId = useRested(active);
  const shown = items.find((item) => idOf(item) === shownId);
  const go = useGo();
  const setQuery = useSetAddressQuery();
  const current = items.find((item) => idOf(item) === active);
  const { decision: _decision, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some(Boolean);
  const complete = list.isSuccess && !list.hasNextPage ? items.length : undefined;

  const open = useCallback(
    async (item: WorkItem) => {
      // Back returns to this row.
      await setQuery({ selected: idOf(item) });
      await go('subjects', idOf(item));
    },
    [go, setQuery],
  );
  const onCurrent = (move: (item: WorkItem) => void) =>
    selection.act(() => {
      if (current) move(current);
      else toast(isAbsent ? NOT_LISTED : 'There is no row to act on.');
    });
  const marked = useMarked(items, JSON.stringify(filter));
  const bulk = useBulkMoves(marked, moves, selection.finish);
  const isSelecting = marked.targets.length > 0;
  /** Keys act on the selected subjects, or else on the row that the keyboard is on. */
  const onSelected = (all: () => void, one: (item: WorkItem) => void) =>
    isSelecting ? selection.act(all) : onCurrent(one);
  const asking = useAsking();
  useShortcuts('Inbox', [
    { keys: 'e', label: 'Take', run: onSelected(bulk.take, moves.take) },
    { keys: 'd', label: 'Complete', run: onSelected(bulk.complete, moves.complete) },
    { keys: 'w', label: 'Write a note', run: onCurrent(moves.writeNote) },
    { keys: 'a', label: 'Assign', run: onSelected(bulk.assign, moves.assign) },
    { keys: 'u', label: 'Undo', run: moves.undo },
    ...askShortcuts((kind) => onCurrent((item) => asking.ask(kind, item))()),
  ]);

  return (
    <>
      <TopBar
        title="Inbox"
        end={
          <KeyHints
            hints={[
              ['j k', 'move'],
              ['x', 'select'],
              ['e', 'take'],
              ['Enter', 'open'],
            ]}
          />
        }
      >
        <Filters filter={filter} complete={complete} isNarrowed={isNarrowed} />
        <SavedViews screen="inbox" filters={FILTERS} />
        <ExportButton kind="worklist" filter={filter} />
      </TopBar>
      <div className="split">
        <section className="split-list" aria-label="Open work">
          {isAbsent && lost === undefined && (
            <p className="notice warn lost-row" role="status">
              {NOT_LISTED}
            </p>
          )}
          {bulk.bar}
          <PagedRows
            list={list}
            empty={<NothingOpen filter={filter} />}
            label="Subjects with open actions"
            items={items}
            idOf={idOf}
            nameOf={nameOf}
            height={ROW_HEIGHT}
            selection={selection}
            onOpen={(item) => void open(item)}
            marked={marked.ids}
            onMark={marked.mark}
            render={render}
          />
        </section>
        <aside className="split-panel" aria-label="Selected subject">
          {shown && lost === undefined && (
            <WorkPanel
              key={idOf(shown)}
              item={shown}
              moves={moves}
              isSelecting={isSelecting}
              asking={asking}
              onOpen={() => void open(shown)}
            />
          )}
        </aside>
      </div>
      {moves.dialog}
      {bulk.dialog}
      {asking.dialog}
    </>
  );
}

function NothingOpen({ filter }: { filter: WorkFilter }) {
  const setQuery = useSetAddressQuery();
  const clear = { decision: undefined, assignee: undefined, kind: undefined, policy: undefined, selected: undefined };
  const words = filterInWords(filter);
  return words.length > 0 ? (
    <Empty title="No open work with these filters">
      <p>All of them apply: {words.join(', ')}.</p>
      <Button onClick={() => void setQuery({ ...clear, search: undefined, late: undefined, waitsFor: undefined })}>
        Show all
      </Button>
    </Empty>
  ) : (
    <Empty title="No open work">
      <p>Actions appear here when an assessment requests them.</p>
      <NextStep to={['subjects']}>Assess a subject</NextStep>
    </Empty>
  );
}

const ASSIGNEES: Readonly<Record<string, string>> = { me: 'mine', none: 'unassigned' };

const filterInWords = ({
  decision,
  assignee,
  kind,
  policyKey,
  search,
  late,
  waitsFor,
}: WorkFilter): readonly string[] => [
  ...(decision ? [decisionWord(decision)] : []),
  ...(assignee ? [ASSIGNEES[assignee] ?? 'of one person'] : []),
  ...(kind ? [`kind ${kind}`] : []),
  ...(policyKey ? [`policy ${wordsOf(String(policyKey))}`] : []),
  ...(search ? [`“${search}”`] : []),
  ...(late ? ['late'] : []),
  ...(waitsFor ? ['asked of you'] : []),
];

function Filters({
  filter,
  complete,
  isNarrowed,
}: {
  filter: WorkFilter;
  complete: number | undefined;
  isNarrowed: boolean;
}) {
  const setQuery = useSetAddressQuery();
  const { data: counts } = useCounts();
  // Another list begins with its first row.
  const change = (changes: AddressQuery) => void setQuery({ ...changes, selected: undefined });
  const toggle = (label: string, name: 'assignee' | 'late' | 'waitsFor', value: string) => (
    <button
      type="button"
      aria-pressed={filter[name] === value}
      onClick={() => change({ [name]: filter[name] === value ? undefined : value })}
    >
      {label}
    </button>
  );
  // What is listed is newer than what was counted, and other filters are not counted.
  const countOf = (decision: WorkFilter['decision'], counted: number | undefined) => {
    if (complete !== undefined && decision === filter.decision) return complete;
    return isNarrowed ? undefined : counted;
  };
  return (
    <>
      <Tabs
        label="Decision"
        value={filter.decision}
        options={[
          [undefined, 'All', countOf(undefined, counts?.worklist.total)],
          ...DECISIONS.map((one) => [one, decisionWord(one), countOf(one, counts?.worklist.decisions[one])] as const),
        ]}
        onValue={(decision) => change({ decision })}
      />
      <fieldset className="tabs" aria-label="Show only">
        {toggle('Mine', 'assignee', 'me')}
        {toggle('Unassigned', 'assignee', 'none')}
        {toggle('Late', 'late', 'true')}
        {toggle('Asked of me', 'waitsFor', 'me')}
      </fieldset>
      <SearchFilter />
    </>
  );
}
