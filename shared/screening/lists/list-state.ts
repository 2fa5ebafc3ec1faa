import * as z from 'zod';
import { DETAIL_VERSION } from '../index/detail-record.ts';
import { TERM_BUILDER_VERSION } from '../names/term-builder-version.ts';
import type { ListKey } from './list.ts';
import { refreshHoursOf } from './list-files.ts';

/** One immutable reading of a publication, with the index made of it. */
export const ListVersion = z.object({
  versionId: z.uuid(),
  /** The day the publication states of itself. */
  publishedAt: z.string().nullable(),
  builtAt: z.string(),
  entryCount: z.number(),
  droppedEntries: z.number(),
  /** Of the files it was read from: the same files need no new version. */
  digest: z.string(),
  termBuilderVersion: z.number(),
  /** `DETAIL_VERSION` when its files were read; absent in versions read before there was one. */
  detailVersion: z.number().optional(),
});
export type ListVersion = z.infer<typeof ListVersion>;

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
  attentionReasons: z.array(z.string()),
  /** File -> what the publisher said of it, to ask whether it has changed. */
  validators: z.record(z.string(), z.record(z.string(), z.string())),
});
export type ListState = z.infer<typeof ListState>;

export const untouched = (key: ListKey): ListState => ({
  ...{ key, revision: 0, active: null, held: [], previous: [] },
  ...{ confirmedAt: null, attentionReasons: [], validators: {} },
});

/** The active one and four before it. */
export const KEPT_VERSIONS = 5;
const HELD_VERSIONS = 20;
const MISSED_REFRESHES = 3;
const SHRINK = 0.2;
const UNREAD = 0.01;
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

/** Why a version must not replace the active one without somebody's word. */
export function doubtsAbout(next: ListVersion, active: ListVersion | null): string[] {
  const read = next.entryCount + next.droppedEntries;
  return [
    ...(active && next.entryCount < active.entryCount * (1 - SHRINK) ? ['shrunk'] : []),
    ...(next.droppedEntries > read * UNREAD ? ['entries_unread'] : []),
  ];
}

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
      active: version,
      held: state.held.filter(isOther),
      attentionReasons: [],
      previous: previous.slice(0, KEPT_VERSIONS - 1),
    },
    dropped: previous.slice(KEPT_VERSIONS - 1),
  };
}

/**
 * An operator lets a version be searched that waited for it. More may be kept for it than is kept: what comes next
 * removes them.
 */
export function approve(state: ListState, version: ListVersion): ListState {
  const { state: moved, dropped } = activate(state, version);
  return { ...moved, previous: [...moved.previous, ...dropped] };
}

/**
 * An operator goes back to what was searched before. The version that was left waits for somebody's word, so that
 * no refresh brings it back by itself; and its publisher is asked for whole files until there are others.
 */
export function goBack({ active: left, ...state }: ListState, version: ListVersion): ListState {
  const moved = approve({ ...state, active: null }, version);
  if (!left) return moved;
  const held = [...moved.held, left];
  return { ...moved, held, attentionReasons: ['taken_back'], validators: {} };
}

/** Nothing waits for anybody's word any more. */
export const withoutHeld = (state: ListState): Moved => ({
  state: { ...state, held: [], attentionReasons: [] },
  dropped: state.held,
});

/** A newer publication that is in order: what was held back before it is of no use any more. */
export function supersede(state: ListState, version: ListVersion): Moved {
  const { state: free, dropped: held } = withoutHeld(state);
  const { state: moved, dropped } = activate(free, version);
  return { state: moved, dropped: [...dropped, ...held] };
}

/** A version waits for somebody's word. */
export function holdBack(state: ListState, version: ListVersion, doubts: string[]): Moved {
  const held = [...state.held, version];
  return {
    state: { ...state, held: held.slice(-HELD_VERSIONS), attentionReasons: doubts },
    dropped: held.slice(0, -HELD_VERSIONS),
  };
}
