import { endpoint } from '#shared/endpoint.ts';
import { allSettledFirstError } from '#shared/platform/all-settled-first-error.ts';
import { listNotes } from '#shared/risk/repository/notes.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { noteRoutes } from '#shared/risk/routes/notes.ts';

/** Notes about a subject. */
export const handler = endpoint(noteRoutes.listNotes, async (context, { params, query }) => {
  const { store, caller } = context;
  const [, notes] = await allSettledFirstError([
    readSubject(context, params.id),
    listNotes(store, caller, params.id, query),
  ]);
  return notes;
});
