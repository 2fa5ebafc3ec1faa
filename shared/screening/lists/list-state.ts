import { TERM_BUILDER_VERSION } from '@assay/names';
import { DETAIL_VERSION } from '@assay/watchlist';
import * as z from 'zod';
import { ListCalendar } from './list-calendar.ts';
import { refreshOf } from './list-files.ts';
import { keyOfList, type ListId } from './list-id.ts';
import { ListVersion, type Origin } from './list-version.ts';
import { OwnList } from './own-list.ts';

export { ListVersion } from './list-version.ts';

/** The state of a list. `revision` increases with each change. */
export const ListState = z.object({
  key: z.string(),
  revision: z.number(),
  /** The active version, which is searched. */
  active: ListVersion.nullable(),
  /** Versions that wait for approval, latest last. */
  held: z.array(ListVersion),
  /** Earlier active versions, latest first. */
  previous: z.array(ListVersion),
  /** When the publisher last confirmed that the active version is the latest. */
  confirmedAt: z.string().nullable(),
  /** Faults of the publisher's file. Held versions carry their own reasons. */
  attentionReasons: z.array(z.string()),
  /** Faults of uploads that could not be read. */
  uploadFaults: z.array(z.string()).default([]),
  /** File -> validators (ETag, Last-Modified) for conditional requests. */
  validators: z.record(z.string(), z.record(z.string(), z.string())),
  /** What became of the list on each of the last days. Absent until the first outcome. */
  calendar: ListCalendar.optional(),
  /** Of an own list that exists. */
  own: OwnList.optional(),
});
export type ListState = z.infer<typeof ListState>;

export const untouched = (id: ListId): ListState => ({
  key: keyOfList(id),
  revision: 0,
  active: null,
  held: [],
  previous: [],
  confirmedAt: null,
  attentionReasons: [],
  uploadFaults: [],
  validators: {},
});

/** The active version and four earlier ones. */
export const KEPT_VERSIONS = 5;
const HELD_VERSIONS = 20;
const HOUR_MS = 60 * 60 * 1000;

/** Whether its index was built by the current term builder. */
export const isOfThisBuilder = ({ termBuilderVersion }: ListVersion) => termBuilderVersion === TERM_BUILDER_VERSION;

/**
 * Whether its details contain all facts that parsers read now; only the publisher's files can add
 * missing ones.
 */
export const hasTheseDetails = ({ detailVersion }: ListVersion) => detailVersion === DETAIL_VERSION;

/** Whether the same files would give the same version. */
export const isUpToDate = (version: ListVersion) => isOfThisBuilder(version) && hasTheseDetails(version);

/** Why a list may be outdated; empty if it is not. */
export function staleReasons(state: ListState, id: ListId, now: Date): string[] {
  const refresh = refreshOf(id);
  if (!state.active || !refresh) return [];
  const allowedMs = refresh.staleAfterHours * HOUR_MS;
  const confirmedMs = Date.parse(state.confirmedAt ?? state.active.builtAt);
  return now.getTime() - confirmedMs > allowedMs ? ['not_confirmed'] : [];
}

/** Every reason for attention: of held versions, of the publisher's file and of uploads. */
export const attentionReasonsOf = ({ held, attentionReasons, uploadFaults }: ListState) => [
  ...new Set([...attentionReasons, ...held.flatMap(({ reasons }) => reasons), ...uploadFaults]),
];

/**
 * Whether the publisher has a different list than the active version. An upload that is held or
 * cannot be read does not count: runs of the active version are then as complete as before.
 */
export const isPublisherInDoubt = ({ held, attentionReasons }: ListState) =>
  attentionReasons.length > 0 || held.some(({ origin }) => origin === 'publisher');

export interface ListChange {
  state: ListState;
  /** Versions that are neither active nor held any more, to be removed. */
  dropped: ListVersion[];
}

/** Makes a version the active one. */
export function activate(state: ListState, version: ListVersion): ListChange {
  const isOther = ({ versionId }: ListVersion) => versionId !== version.versionId;
  const previous = [...(state.active ? [state.active] : []), ...state.previous].filter(isOther);
  return {
    state: {
      ...state,
      active: { ...version, reasons: [] },
      held: state.held.filter(isOther),
      ...NO_FAULTS,
      previous: previous.slice(0, KEPT_VERSIONS - 1),
    },
    dropped: previous.slice(KEPT_VERSIONS - 1),
  };
}

const NO_FAULTS = { attentionReasons: [], uploadFaults: [] };

/** Keeps versions that a batch is still screened against: they are dropped by a later change. */
export function keepPinned({ state, dropped }: ListChange, pinned: ReadonlySet<string>): ListChange {
  const isPinned = ({ versionId }: ListVersion) => pinned.has(versionId);
  const kept = dropped.filter(isPinned);
  return {
    state: kept.length > 0 ? { ...state, previous: [...state.previous, ...kept] } : state,
    dropped: dropped.filter((version) => !isPinned(version)),
  };
}

/** Who approved a version, and when. */
export interface Approval {
  approvedBy: string;
  approvedAt: string;
}

/**
 * Approves a held version. The versions it pushes out stay listed until the next activation,
 * because their objects are removed then.
 */
export function approve(state: ListState, version: ListVersion, approval: Approval): ListState {
  const { state: next, dropped } = activate(state, { ...version, ...approval });
  return { ...next, previous: [...next.previous, ...dropped] };
}

/** An operator discards a held version. */
export function reject(state: ListState, { versionId }: ListVersion): ListState {
  return { ...state, held: state.held.filter((one) => one.versionId !== versionId) };
}

/**
 * Rolls back to an earlier active version. The current version becomes held, so that no refresh
 * activates the same files again by itself; validators are cleared, so that the publisher sends
 * whole files to compare.
 */
export function rollBack({ active: left, ...state }: ListState, version: ListVersion, approval: Approval): ListState {
  const next = approve({ ...state, active: null }, version, approval);
  if (!left) return next;
  const held = [...next.held, { ...left, reasons: ['rolled_back'] }].slice(-HELD_VERSIONS);
  return { ...next, held, validators: {} };
}

/**
 * The publisher has the active version: held versions from the publisher are obsolete. Uploads stay
 * held.
 */
export const withoutPublisherHeld = (state: ListState): ListChange => ({
  state: { ...state, held: state.held.filter(({ origin }) => origin === 'upload'), ...NO_FAULTS },
  dropped: state.held.filter(({ origin }) => origin === 'publisher'),
});

/** A version without faults makes every held one obsolete: they were read before it. */
export function supersede(state: ListState, version: ListVersion): ListChange {
  const { state: next, dropped } = activate({ ...state, held: [] }, version);
  return { state: next, dropped: [...dropped, ...state.held] };
}

/** Holds a version for approval. It carries its own reasons, so that nothing overwrites them. */
export function holdBack(state: ListState, version: ListVersion): ListChange {
  const held = [...state.held, version];
  return {
    state: {
      ...state,
      held: held.slice(-HELD_VERSIONS),
      // A readable file makes the faults of the previous one obsolete.
      ...(version.origin === 'upload' ? { uploadFaults: [] } : { attentionReasons: [] }),
    },
    dropped: held.slice(0, -HELD_VERSIONS),
  };
}

/** Records a file that cannot be read; the reasons of held versions stay. */
export function addFault(state: ListState, origin: Origin, fault: string): ListState {
  const added = (faults: readonly string[]) => [...new Set([...faults, fault])];
  return origin === 'upload'
    ? { ...state, uploadFaults: added(state.uploadFaults) }
    : { ...state, attentionReasons: added(state.attentionReasons) };
}
