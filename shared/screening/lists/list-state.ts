import * as z from 'zod';
import { DETAIL_VERSION } from '../index/detail-record.ts';
import { TERM_BUILDER_VERSION } from '../names/term-builder-version.ts';
import type { ListKey } from './list.ts';
import { refreshHoursOf } from './list-files.ts';
import { ListVersion, type Origin } from './list-version.ts';

export { ListVersion } from './list-version.ts';

/** Where a list stands. `revision` orders its changes. */
export const ListState = z.object({
  key: z.string(),
  revision: z.number(),
  /** What is searched. */
  active: ListVersion.nullable(),
  /** What an operator has to look at before it is searched, the latest last. */
  held: z.array(ListVersion),
  /** What was searched before, the latest first. */
  previous: z.array(ListVersion),
  /** When the publisher last said that the active version is the latest. */
  confirmedAt: z.string().nullable(),
  /** What is wrong with the publisher's own file. Held versions carry their reasons themselves. */
  attentionReasons: z.array(z.string()),
  /** What is wrong with uploads that could not be read. */
  uploadFaults: z.array(z.string()).default([]),
  /** File -> what the publisher said of it, to ask whether it has changed. */
  validators: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ListState = z.infer<typeof ListState>;

export const untouched = (key: ListKey): ListState => ({
  ...{ key, revision: 0, active: null, held: [], previous: [] },
  ...{ confirmedAt: null, attentionReasons: [], uploadFaults: [], validators: {} },
});

/** The active one and four before it. */
export const KEPT_VERSIONS = 5;
const HELD_VERSIONS = 20;
const MISSED_REFRESHES = 3;
const HOUR_MS = 60 * 60 * 1000;

/** Whether it is found by what names are searched by now. */
export const isOfThisBuilder = ({ termBuilderVersion }: ListVersion) =>
  termBuilderVersion === TERM_BUILDER_VERSION;

/** Whether its details contain what parsers read now; only the publisher's files can add what is missing. */
export const hasTheseDetails = ({ detailVersion }: ListVersion) => detailVersion === DETAIL_VERSION;

/** Whether the same files would give the same version. */
export const isUpToDate = (version: ListVersion) =>
  isOfThisBuilder(version) && hasTheseDetails(version);

/** Why a list may no longer be what its publisher says; empty while it is. */
export function staleReasons(state: ListState, key: ListKey, now: Date): string[] {
  if (!state.active) return [];
  const allowedMs = MISSED_REFRESHES * refreshHoursOf(key) * HOUR_MS;
  const confirmedMs = Date.parse(state.confirmedAt ?? state.active.builtAt);
  return now.getTime() - confirmedMs > allowedMs ? ['not_confirmed'] : [];
}

/** Every reason for attention: of held versions, of the publisher's file and of uploads. */
export const attentionReasonsOf = ({ held, attentionReasons, uploadFaults }: ListState) => [
  ...new Set([...attentionReasons, ...held.flatMap(({ reasons }) => reasons), ...uploadFaults]),
];

/**
 * Whether the publisher has another list than the one that is searched. An upload that is held or cannot be read
 * says nothing of the kind: runs of the active version are then as complete as before.
 */
export const isPublisherInDoubt = ({ held, attentionReasons }: ListState) =>
  attentionReasons.length > 0 || held.some(({ origin }) => origin === 'publisher');

export interface Moved {
  state: ListState;
  /** What is searched no more and held no longer, to be removed. */
  dropped: ListVersion[];
}

/** A version takes the place of the active one. */
export function activate(state: ListState, version: ListVersion): Moved {
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

/** Who let a version be searched, and when. */
export interface Approval {
  approvedBy: string;
  approvedAt: string;
}

/**
 * An operator lets a held version be searched. The versions it pushes out stay listed until the next activation,
 * because their objects are removed then.
 */
export function approve(state: ListState, version: ListVersion, approval: Approval): ListState {
  const { state: moved, dropped } = activate(state, { ...version, ...approval });
  return { ...moved, previous: [...moved.previous, ...dropped] };
}

/** An operator discards a held version. */
export function reject(state: ListState, { versionId }: ListVersion): ListState {
  return { ...state, held: state.held.filter((one) => one.versionId !== versionId) };
}

/**
 * An operator goes back to a version that was active before. The version that is left is held, so that no refresh
 * activates the same files by itself; without validators the publisher sends whole files to tell them by.
 */
export function rollBack(
  { active: left, ...state }: ListState,
  version: ListVersion,
  approval: Approval,
): ListState {
  const moved = approve({ ...state, active: null }, version, approval);
  if (!left) return moved;
  const held = [...moved.held, { ...left, reasons: ['rolled_back'] }].slice(-HELD_VERSIONS);
  return { ...moved, held, validators: {} };
}

/** The publisher has the active version: versions of its that were held are obsolete. Uploads stay held. */
export const withoutPublisherHeld = (state: ListState): Moved => ({
  state: { ...state, held: state.held.filter(({ origin }) => origin === 'upload'), ...NO_FAULTS },
  dropped: state.held.filter(({ origin }) => origin === 'publisher'),
});

/** A version in order makes every held one obsolete: they were read before it. */
export function supersede(state: ListState, version: ListVersion): Moved {
  const { state: moved, dropped } = activate({ ...state, held: [] }, version);
  return { state: moved, dropped: [...dropped, ...state.held] };
}

/** A version waits for approval. It carries its reasons, so that nothing overwrites them. */
export function holdBack(state: ListState, version: ListVersion): Moved {
  const held = [...state.held, version];
  return {
    state: {
      ...state,
      held: held.slice(-HELD_VERSIONS),
      // A file that can be read makes what was wrong with the one before it obsolete.
      ...(version.origin === 'upload' ? { uploadFaults: [] } : { attentionReasons: [] }),
    },
    dropped: held.slice(0, -HELD_VERSIONS),
  };
}

/** A file that cannot be read at all; the reasons of what is held stay. */
export function addFault(state: ListState, origin: Origin, fault: string): ListState {
  const added = (faults: readonly string[]) => [...new Set([...faults, fault])];
  return origin === 'upload'
    ? { ...state, uploadFaults: added(state.uploadFaults) }
    : { ...state, attentionReasons: added(state.attentionReasons) };
}
