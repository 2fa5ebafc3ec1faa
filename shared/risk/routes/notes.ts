import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { AttachmentDownload, AttachmentUpload, NewAttachmentUpload } from '../attachment.ts';
import { NewNote, NotePage, NoteRecord } from '../note.ts';
import { PageQuery } from './common.ts';

export const noteRoutes = defineRoutes('risk', {
  createNote: post('/risk/subjects/{id}/notes', 'client', NewNote, NoteRecord, {
    summary: 'Create a note',
    description:
      'Notes are events of the journey (category `notes`). They cannot be changed and are not sent to webhooks. ' +
      'Attached files are checked by type, size and SHA-256, not for malware: see `openAttachment`.',
    problems: {
      ...missing,
      unknown_member: [422, 'A user in `mentions` is not a member of the organization. `errors` names them.'],
      attachment_invalid: [
        422,
        'A file is missing, too large, not of its type, or has another SHA-256. `errors` says which and why.',
      ],
      attachment_used: [409, 'An upload is attached to a note already.'],
    },
    uses: {
      tables: { identity: ['BatchGetItem'], risk: ['GetItem', 'PutItem'] },
      // Without `ListBucket`, S3 answers 403 for missing objects as well.
      buckets: { documents: ['GetObject', 'PutObject attachments/*', 'ListBucket'] },
    },
  }),
  listNotes: get('/risk/subjects/{id}/notes', 'client', NotePage, {
    summary: 'List notes',
    query: PageQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query'], journal: ['BatchGetItem'] } },
  }),
  openAttachment: post('/risk/subjects/{id}/attachments', 'client', NewAttachmentUpload, AttachmentUpload, {
    summary: 'Create an upload URL for an attachment',
    description:
      '`PUT` the file to `url` with `headers`, then name the `uploadId` in `attachments` of a note about the same ' +
      'subject. Uploads that no note names are deleted after two days.',
    isReadOnly: true,
    needsWriteScope: true,
    problems: { ...missing, file_too_large: [413, 'The file is larger than 10 MB.'] },
    uses: { tables: { risk: ['GetItem'] }, buckets: { documents: ['PutObject uploads/*'] } },
  }),
  readAttachment: get('/risk/attachments/{id}', 'client', AttachmentDownload, {
    summary: 'Read an attachment',
    description: 'With a URL that downloads the file for 15 minutes.',
    problems: missing,
    uses: { tables: { risk: ['GetItem'] }, buckets: { documents: ['GetObject'] } },
  }),
});
