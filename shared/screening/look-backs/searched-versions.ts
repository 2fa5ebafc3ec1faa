import type { ListEvent, ListEventType } from '../lists/list-event.ts';
import type { SearchedVersion } from './look-back.ts';

/** After these a list is searched in the version that they name. */
const SWITCHES: ReadonlySet<ListEventType> = new Set<ListEventType>([
  'screening.list.activated',
  'screening.list.approved',
  'screening.list.rolled_back',
  'screening.list.reindexed',
]);

export type Switch = ListEvent & { versionId: string };

export const isSwitch = (event: ListEvent): event is Switch => SWITCHES.has(event.type) && event.versionId !== null;

/** Each version once, from when it was searched first. The switches are in order, the oldest first. */
export function searchedVersions(switches: readonly Switch[]): SearchedVersion[] {
  const versions = new Map<string, SearchedVersion>();
  for (const { versionId, publishedAt, occurredAt } of switches)
    if (!versions.has(versionId)) versions.set(versionId, { versionId, publishedAt, activatedAt: occurredAt });
  return [...versions.values()];
}
