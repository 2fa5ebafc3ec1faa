import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { findPeople } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { NOTE_ADDED, type NoteRecord } from '#shared/risk/note.ts';
import { addNote } from '#shared/risk/repository/notes.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { noteRoutes } from '#shared/risk/routes/notes.ts';
import { attachFiles } from '#shared/risk/use-cases/attach-files.ts';

/** Adds a note to a subject. The note is the event itself. */
export const handler = endpoint(noteRoutes.createNote, async (context, { params, body }) => {
  const { caller, now } = context;
  const { text, about = null, mentions = [], attachments = [] } = body;
  const { id: subjectId } = await readSubject(context, params.id);
  await assertMembers(context, mentions);
  const id = context.newId();
  const { files, writes } = await attachFiles(context, { subjectId, noteId: id }, attachments);
  const details = {
    text,
    about,
    ...(mentions.length > 0 && { mentions }),
    ...(files.length > 0 && { attachments: files }),
  };
  const result: NoteRecord = {
    id,
    resource: 'notes',
    data: { subjectId, ...details, createdBy: principalOf(caller), createdAt: now.toISOString() },
  };
  return {
    writes: [addNote(caller, subjectId, id), ...writes],
    events: [recordEvent(NOTE_ADDED, result, { subjectId, details })],
    eventsRowId: id,
    result,
  };
});

async function assertMembers({ store, caller }: Context, mentions: readonly string[]): Promise<void> {
  if (mentions.length === 0) return;
  const people = await findPeople(store, caller.organizationId, mentions);
  const known = new Set(people.filter(({ isDisabled }) => !isDisabled).map(({ userId }) => userId));
  const unknown = mentions.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `mentions.${index}`, message: 'The organization has no such member.' }],
  );
  if (unknown.length > 0)
    throw refused('unknown_member', '`mentions` must name members of the organization. See `errors`.', unknown);
}
