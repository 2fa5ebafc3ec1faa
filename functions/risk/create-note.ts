import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { NOTE_ADDED, type NoteRecord } from '#shared/risk/note.ts';
import { addNote } from '#shared/risk/repository/notes.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';

/** Adds a note to a subject. The note is the event itself. */
export const handler = endpoint(subjectRoutes.createNote, async (context, { params, body }) => {
  const { caller, now } = context;
  const { id: subjectId } = await readSubject(context, params.id);
  const id = context.newId();
  const details = { text: body.text, about: body.about ?? null };
  const result: NoteRecord = {
    id,
    resource: 'notes',
    data: { subjectId, ...details, createdBy: principalOf(caller), createdAt: now.toISOString() },
  };
  return {
    writes: [addNote(caller, subjectId, id)],
    events: [recordEvent(NOTE_ADDED, result, { subjectId, details })],
    eventsRowId: id,
    result,
  };
});
