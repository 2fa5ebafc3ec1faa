import * as z from 'zod';
import { distinct, distinctBy } from '#shared/platform/http/list-rules.ts';
import { RecordId } from '#shared/platform/http/route.ts';
import { pageOf, prose, recordOf, Timestamp } from '#shared/platform/http/shapes.ts';
import type { RecordedEvent } from '#shared/platform/store/history.ts';
import { AttachedFile, UploadedAttachment } from './attachment.ts';
import { ATTACHMENTS_PER_NOTE, MENTIONS_PER_NOTE, NOTE_CHARACTERS } from './limits.ts';

/** A remark of a person about a subject. It is an event of the history and never changes. */
export const NewNote = z
  .strictObject({
    text: prose(NOTE_CHARACTERS),
    about: RecordId.optional().describe('Id of the record that the note refers to, such as an assessment or action.'),
    mentions: distinct(z.array(RecordId).max(MENTIONS_PER_NOTE))
      .optional()
      .describe('Ids of users whom the note mentions. They must be members of the organization.'),
    attachments: distinctBy(
      z.array(UploadedAttachment).max(ATTACHMENTS_PER_NOTE),
      ({ uploadId }) => uploadId,
      'must not repeat an uploadId',
    )
      .optional()
      .describe('Files that were uploaded for the subject, each `uploadId` once: see `openAttachment`.'),
  })
  .meta({ id: 'NewNote', examples: [{ text: 'Called the customer; waiting for a statement.' }] });

export const NoteRecord = recordOf(
  'notes',
  z.object({
    subjectId: z.uuid(),
    text: z.string(),
    about: z.uuid().nullable(),
    mentions: z.array(z.string()).optional().describe('User ids; absent if the note mentions none.'),
    attachments: z.array(AttachedFile).optional().describe('Absent if the note has none.'),
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

const Details = z.object({
  text: z.string(),
  about: z.string().nullable(),
  mentions: z.array(z.string()).optional(),
  attachments: z.array(AttachedFile).optional(),
});

export function noteIn({ id, subjectId, actor, details, occurredAt }: RecordedEvent): NoteRecord {
  const note = Details.parse(details);
  return {
    id,
    resource: 'notes',
    data: { subjectId: subjectId ?? '', ...note, createdBy: actor, createdAt: occurredAt },
  };
}
