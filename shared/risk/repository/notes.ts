import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { type Listing, listPointers, type Paging, pointerIn } from '#shared/platform/store/collection.ts';
import { eventsIn, historyOf } from '#shared/platform/store/history.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { NOTE_ADDED, noteIn } from '../note.ts';

/** Pointers to the events of a subject that are notes. */
const notesAbout = (scope: Scope, subjectId: string): Listing => ({
  table: 'risk',
  name: notesPartition(scope, subjectId),
  home: historyOf(scope),
});

export const notesPartition = (scope: Scope, subjectId: string) => `${scopeKey(scope)}#notes-about#${subjectId}`;

export const addNote = (scope: Scope, subjectId: string, eventsRowId: string): Write => ({
  table: 'risk',
  put: pointerIn(notesAbout(scope, subjectId), eventsRowId),
});

export const listNotes = (store: Store, scope: Scope, subjectId: string, paging: Paging) =>
  listPointers(store, notesAbout(scope, subjectId), {
    ...paging,
    expand: (row) =>
      eventsIn(row)
        .filter(({ value }) => value.type === NOTE_ADDED)
        .map(({ position, value }) => ({ position, value: noteIn(value) })),
  });
