import { useCallback, useRef, useState } from 'react';
import { useMe } from '../../api/me.ts';
import { isProblem } from '../../api/problem.ts';
import type { WorkItem } from '../../api/work.ts';
import { useApi } from '../../app.tsx';
import { useWhoWasFirst } from '../../domain/use-who-was-first.ts';
import { asReleased, asTakenBy, moveActions, nextRevision, whyTakeIsBlocked } from '../../domain/work-actions.ts';
import { toast, toastError } from '../../parts/toast.tsx';
import { messageOf, onEach, type RowResult, subjectsInWords } from './bulk.ts';

/** How long `u` still undoes a take. */
const UNDO_MS = 60_000;

/** A take that was sent. */
interface Take {
  item: WorkItem;
  sentMs: number;
  /** Whether the service has taken it. */
  done: Promise<boolean>;
  /** Those that were taken together are undone together. */
  together?: symbol;
}

type Shown = (item: WorkItem) => WorkItem;

/** Taking and undoing, both sent at once. Until the list is read again, rows are shown as they will be. */
export function useTake(refresh: () => Promise<unknown>) {
  const api = useApi();
  const { data: me } = useMe();
  const whoWasFirst = useWhoWasFirst();
  const [shown, setShown] = useState<ReadonlyMap<string, Shown>>(new Map());
  const takes = useRef(new Map<string, Take>());
  const show = useCallback(
    (id: string, as: Shown | undefined) =>
      setShown((before) => {
        const after = new Map(before);
        if (as) after.set(id, as);
        else after.delete(id);
        return after;
      }),
    [],
  );

  /** Shows the row as it will be while the work is done and the list is read again. */
  const expect = async (id: string, as: Shown, work: () => Promise<unknown>, onError: (error: unknown) => unknown) => {
    show(id, as);
    try {
      await work();
      return true;
    } catch (error) {
      show(id, undefined);
      await onError(error);
      return false;
    } finally {
      // Not awaited: the next move must not wait for the list.
      void refresh().finally(() => setShown((now) => (now.get(id) === as ? without(now, id) : now)));
    }
  };

  const undo = async (id: string) => {
    const take = takes.current.get(id);
    if (!take) return;
    takes.current.delete(id);
    const { item } = take;
    if (!(await take.done)) return;
    const acknowledged = nextRevision(item.actions.filter(({ status }) => status === 'requested'));
    const work = async () => {
      // An acknowledged action is requested again through `failed`: the only way back that actions have.
      await moveActions(api, acknowledged, 'failed', 'Taken by mistake.');
      await moveActions(api, nextRevision(acknowledged), 'requested', 'Taken by mistake.');
      if (item.assignee === null)
        await api.risk.assignSubject({
          params: { id },
          body: { assignee: null, expectedRevision: item.revision + 1 },
        });
    };
    const isUndone = await expect(id, (now) => asReleased(now, item), work, toastError);
    if (isUndone) toast(`Undone: ${item.subject.externalId}.`);
  };

  const take = (item: WorkItem) => {
    const { id, externalId } = item.subject;
    const blocked = whyTakeIsBlocked(item.actions);
    if (blocked !== null) {
      toast(blocked);
      return;
    }
    const requested = item.actions.filter(({ status }) => status === 'requested');
    const dismiss = toast(`Taken: ${externalId}.`, { action: { label: 'Undo', run: () => void undo(id) } });
    const done = expect(
      id,
      (now) => asTakenBy(now, me?.userId),
      () => moveActions(api, requested, 'acknowledged', 'Taken in the console.'),
      async (error) => {
        dismiss();
        takes.current.delete(id);
        const why = isProblem(error) && error.status === 409 ? await whoWasFirst(item) : undefined;
        if (why) toast(`Not taken: ${externalId}. ${why}`, { tone: 'bad' });
        else toastError(error);
      },
    );
    takes.current.delete(id);
    takes.current.set(id, { item, sentMs: performance.now(), done });
  };

  const undoTogether = async (together: symbol) => {
    const ids = [...takes.current].filter(([, one]) => one.together === together).map(([id]) => id);
    for (const id of ids) await undo(id);
  };

  /** Takes several subjects, each in a request of its own, and says what became of each. */
  const takeAll = async (items: readonly WorkItem[]): Promise<RowResult[]> => {
    const as = (now: WorkItem) => asTakenBy(now, me?.userId);
    for (const { subject, actions } of items) if (whyTakeIsBlocked(actions) === null) show(subject.id, as);
    const results = await onEach(
      items,
      async ({ actions }) => {
        const blocked = whyTakeIsBlocked(actions);
        if (blocked !== null) throw new Error(blocked);
        const requested = actions.filter(({ status }) => status === 'requested');
        await moveActions(api, requested, 'acknowledged', 'Taken in the console.');
      },
      async (error, item) => {
        const why = isProblem(error) && error.status === 409 ? await whoWasFirst(item) : undefined;
        return why ?? messageOf(error);
      },
    );
    const together = Symbol('taken together');
    for (const { item, why } of results) {
      const { id } = item.subject;
      takes.current.delete(id);
      if (why === undefined)
        takes.current.set(id, { item, sentMs: performance.now(), done: Promise.resolve(true), together });
      else show(id, undefined);
    }
    void refresh().finally(() => {
      for (const { subject } of items) setShown((now) => (now.get(subject.id) === as ? without(now, subject.id) : now));
    });
    const count = results.filter(({ why }) => why === undefined).length;
    if (count > 0)
      toast(`Taken: ${subjectsInWords(count)}.`, {
        action: { label: 'Undo', run: () => void undoTogether(together) },
      });
    return results;
  };

  return {
    shown,
    take,
    takeAll,
    undo: () => {
      const [id, last] = [...takes.current].at(-1) ?? [];
      if (id === undefined || !last || performance.now() - last.sentMs > UNDO_MS) toast('There is nothing to undo.');
      else void (last.together ? undoTogether(last.together) : undo(id));
    },
  };
}

function without<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const after = new Map(map);
  after.delete(id);
  return after;
}
