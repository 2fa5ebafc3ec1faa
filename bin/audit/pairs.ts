import { sha256Hex } from '@assay/foundation/canonical-json';
import { rowIdOf } from '#shared/platform/ids.ts';
import { NAMED } from '#shared/risk/index.ts';
import type { Judge, Rule } from './facts.ts';
import { STANDING, WANTED } from './kinds.ts';
import { nameOf, type StoredRow } from './stored-state.ts';

/** Rows that exist exactly if another row wants them. */

const bothOrNeither =
  (lacking: string, stray: string): Judge =>
  (key, facts, _state, find) => {
    let [isWanted, isStanding] = [false, false];
    for (const { kind } of facts)
      if (kind === WANTED) isWanted = true;
      else isStanding = true;
    if (isWanted && !isStanding) find(`${lacking}: ${key}`);
    if (isStanding && !isWanted) find(`${stray}: ${key}`);
  };

const inScope = ({ organizationId, mode }: StoredRow, ...what: unknown[]) => [organizationId, mode, ...what].join(' ');

export const pointersAstray: Rule = {
  read: ({ row, events }, state) => {
    for (const { resourceId, subjectId } of events)
      for (const about of [rowIdOf(resourceId), ...(subjectId ? [subjectId] : [])])
        state('pointers', inScope(row, about, row.item.id), WANTED);
    if (row.kind === 'events-about') state('pointers', inScope(row, row.rest, row.item.id), STANDING);
  },
  judges: { pointers: bothOrNeither('lacks its pointer', 'is a pointer to nothing') },
};

export const notesAstray: Rule = {
  read: ({ row, events }, state) => {
    for (const { type, subjectId } of events)
      if (type === 'risk.note.added') state('notes', inScope(row, subjectId, row.item.id), WANTED);
    if (row.kind === 'notes-about') state('notes', inScope(row, row.rest, row.item.id), STANDING);
  },
  judges: { notes: bothOrNeither('lacks its note', 'is a note to nothing') },
};

/** Monitoring of a subject, and the pointer to it in the list of its policy version. */
export const monitoredAstray: Rule = {
  read: ({ row }, state) => {
    const { kind, item, rest } = row;
    if (kind === 'subject-state' && item.sk.startsWith('monitoring#'))
      state('monitored', inScope(row, item.policyVersionId, item.subjectId), WANTED);
    if (kind === 'monitored-by') state('monitored', inScope(row, rest.split('#')[0], item.id), STANDING);
  },
  judges: { monitored: bothOrNeither('lacks its place in the list of its version', 'is in the list of a version') },
};

const NAMES = new Map(NAMED.map((kind) => [`${kind}-names`, kind]));

export const namesAstray: Rule = {
  read: ({ row, hasHistory }, state) => {
    if (hasHistory && NAMED.some((kind) => kind === row.kind))
      state('names', inScope(row, row.kind, row.item.id), WANTED);
    const named = NAMES.get(row.kind);
    if (named) state('names', inScope(row, named, row.item.id), STANDING);
  },
  judges: { names: bothOrNeither('lacks its name', 'is a name to nothing') },
};

/** An organization that is to be erased has a mark that keeps requests out. */
export const unmarkedErasures: Rule = {
  read: ({ row }, state) => {
    const { pk, sk } = row.item;
    if (pk === 'erasures') state('erasures', `erased#${sha256Hex(sk)}`, WANTED, nameOf(row));
    if (pk.startsWith('erased#')) state('erasures', pk, STANDING);
  },
  judges: {
    erasures: (_key, facts, _state, find) => {
      // A mark sorts first.
      for (const { kind, values } of facts)
        if (kind === STANDING) return;
        else find(`is to be erased but still let in: ${values[0]}`);
    },
  },
};
