import { LIST_KINDS } from '@assay/watchlist';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { OWN_LIST_NAME_CHARACTERS, SHOWN_UNREAD_ROWS } from '../limits.ts';

/** A row of an uploaded file that is not an entry. */
export const UnreadRow = z.object({
  line: z.int().describe('Line of the file on which the row begins.'),
  code: z.string().describe('`no_name`, `no_id`, `duplicate_id`, `invalid_row`, `invalid_encoding` or `row_too_long`.'),
  detail: z.string(),
});
export type UnreadRow = z.infer<typeof UnreadRow>;

/** What became of the latest file. */
export const ReadUpload = z
  .object({
    uploadId: z.uuid(),
    fileName: z.string(),
    readAt: Timestamp,
    outcome: z
      .enum(['activated', 'held', 'confirmed', 'refused'])
      .describe(
        '`activated`: its entries are searched. `held`: they wait for approval. `confirmed`: they were searched already. ' +
          '`refused`: no entry could be read, and nothing changed.',
      ),
    entryCount: z.int(),
    unreadCount: z.int().describe('Rows that could not be read.'),
    unreadRows: z.array(UnreadRow).describe(`The first ${SHOWN_UNREAD_ROWS} of them.`),
  })
  .meta({
    id: 'OwnListUpload',
    examples: [
      {
        uploadId: '019ced2c-9000-7000-8000-5d3c2b1a0f10',
        fileName: 'staff.csv',
        readAt: '2026-03-14T09:26:53.589Z',
        outcome: 'activated',
        entryCount: 412,
        unreadCount: 1,
        unreadRows: [{ line: 17, code: 'no_name', detail: 'The row has no name.' }],
      },
    ],
  });
export type ReadUpload = z.infer<typeof ReadUpload>;

/** What an organization says of its own list; the rest of its state is like that of every list. */
export const OwnList = z.object({
  id: z.uuid(),
  name: z.string().max(OWN_LIST_NAME_CHARACTERS),
  listKind: z.enum(LIST_KINDS),
  createdAt: Timestamp,
  createdBy: z.string(),
  lastUpload: ReadUpload.optional(),
});
export type OwnList = z.infer<typeof OwnList>;

/** Files that can be an own list. The content of a JSON file says whether its lines are rows or entities. */
export const OWN_LIST_FILES = [
  { nameEndsWith: '.csv', example: 'staff.csv' },
  { nameEndsWith: '.ndjson', example: 'staff.ndjson' },
  { nameEndsWith: '.jsonl', example: 'staff.jsonl' },
  { nameEndsWith: '.json', example: 'targets.nested.json' },
] as const;
