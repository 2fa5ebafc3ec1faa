import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { NOTE_CHARACTERS } from './limits.ts';

/** A remark of a person about a subject. It is an event of the history and never changes. */
export const NewNote = z
  .strictObject({
    text: prose(NOTE_CHARACTERS),
    about: RecordId.optional().describe('Id of the record that the note refers to, such as an assessment or action.'),
  })
  .meta({ id: 'NewNote', examples: [{ text: 'Called the customer; waiting for a statement.' }] });

export const NoteRecord = recordOf(
  'notes',
  z.object({
    subjectId: z.uuid(),
    text: z.string(),
    about: z.uuid().nullable(),
    createdBy: z.string(),
    createdAt: Timestamp,
  }),
).meta({
  id: 'Note',
  examples: [
    {
      id: '019ced2c-8000-7000-8000-5d3c2b1a0f00',
      resource: 'notes',
      data: {
        subjectId: '019ced2c-0e65-7a4c-9b1d-6f1c2b9a4e00',
        text: 'Called the customer; waiting for a statement.',
        about: null,
        createdBy: 'user:3d0c9b8e-5a41-4c6f-9f0e-2b7d1a6c8e55',
        createdAt: '2026-03-14T09:26:53.589Z',
      },
    },
  ],
});
export type NoteRecord = z.infer<typeof NoteRecord>;

export const NotePage = pageOf(NoteRecord).meta({ id: 'NotePage' });

export const NOTE_ADDED = 'risk.note.added';

const Details = z.object({ text: z.string(), about: z.string().nullable() });

export function noteIn({ id, subjectId, actor, details, occurredAt }: RecordedEvent): NoteRecord {
  const { text, about } = Details.parse(details);
  return {
    id,
    resource: 'notes',
    data: { subjectId: subjectId ?? '', text, about, createdBy: actor, createdAt: occurredAt },
  };
}
