import type { WorkAction, WorkItem } from '../../api/work.ts';
import { wordsOf } from '../../domain/words.ts';

/** Subjects that one act changes. Each is a request and a transaction of its own. */
export const SELECTED_AT_MOST = 50;
const AT_ONCE = 4;

/** What became of one subject of the selection. */
export interface RowResult {
  item: WorkItem;
  /** Why nothing was changed; undefined if it was done. */
  why: string | undefined;
}

/** Acts on each subject, a few at a time. One that fails does not stop the others. */
export async function onEach(
  items: readonly WorkItem[],
  act: (item: WorkItem) => Promise<unknown>,
  whyOf: (error: unknown, item: WorkItem) => string | Promise<string>,
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  const waiting = items.map((item, index) => ({ item, index }));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { item, index } = next;
      const why = await act(item).then(
        () => undefined,
        (error: unknown) => whyOf(error, item),
      );
      results[index] = { item, why };
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'Something failed.');

export const subjectsInWords = (count: number) => (count === 1 ? '1 subject' : `${count} subjects`);

const isOpen = ({ status }: WorkAction) => status !== 'failed';

/** Names of the actions that can be completed, the most frequent first. */
export function completableNames(items: readonly WorkItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { actions } of items)
    for (const name of new Set(actions.filter(isOpen).map((action) => action.name)))
      counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
}

/** The open actions of a subject with this name. */
export const actionsNamed = ({ actions }: WorkItem, name: string) =>
  actions.filter((action) => isOpen(action) && action.name === name);

/** What completing a name does to a subject, in words. */
export function completedInWords(item: WorkItem, name: string): string {
  const { length } = actionsNamed(item, name);
  return length > 1 ? `${wordsOf(name)} × ${length}` : wordsOf(name);
}

/** Whether a subject leaves the list once these actions have ended. */
export const isEmptiedBy = ({ actions, more }: WorkItem, name: string) =>
  more === 0 && actions.every((action) => isOpen(action) && action.name === name);

/** What became of the latest act on a selection. */
export interface BulkReport {
  /** Past participle, such as `Taken`. */
  word: string;
  results: readonly RowResult[];
}
