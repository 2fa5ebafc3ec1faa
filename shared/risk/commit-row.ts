import * as z from 'zod';
import { Mode, type Scope } from '#shared/platform/caller.ts';
import { eventsIn, type RecordedEvent } from '#shared/platform/store/history.ts';
import type { Item } from '#shared/platform/store/store.ts';

const CommitRow = z.looseObject({ id: z.string(), organizationId: z.string(), mode: Mode });

/** The events of one commit, as a row of the history has them. */
export interface Commit {
  row: Item;
  id: string;
  scope: Scope;
  events: readonly RecordedEvent[];
}

export function commitIn(row: Item): Commit {
  const { id, organizationId, mode } = CommitRow.parse(row);
  return { row, id, scope: { organizationId, mode }, events: eventsIn(row).map(({ value }) => value) };
}
