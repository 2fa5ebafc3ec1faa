import * as z from 'zod';
import { RecordId } from '#shared/platform/http/route.ts';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { jobShape } from '#shared/platform/jobs/job.ts';
import { BULK_CSV_CHARACTERS, BULK_PROBLEMS, NAME_CHARACTERS } from '../limits.ts';
import { nameOf } from '../names.ts';
import { BulkSending } from '../sending.ts';
import { Template, usedRevision } from '../template.ts';

/** Documents from one template for every row of a CSV file. */
export const NewBulkSend = z
  .strictObject({
    templateId: RecordId,
    revision: usedRevision,
    csv: z
      .string()
      .min(1)
      .max(BULK_CSV_CHARACTERS)
      .describe('The file, with a line of headings. Cells are separated by commas, semicolons or tabs.'),
    columns: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Meanings of columns by heading: `signers.<role>.name`, `.email` or `.language`, `data.<variable>`, `name` (of ' +
          'the document) or `ignore`. Without one `<role> name` and `<role> email` are of that signer, `document` is the ' +
          'name, and any other heading is a variable.',
      ),
    name: nameOf(NAME_CHARACTERS)
      .optional()
      .describe('Name of documents whose row has none. Defaults to the name of the template.'),
    sending: BulkSending.optional().describe('How all documents are sent.'),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ default: false, description: 'Check and print every row, and create nothing.' }),
  })
  .meta({
    id: 'NewBulkSend',
    examples: [
      {
        templateId: '019b76da-a800-7000-8000-000000000000',
        csv: 'client name,client email,rent\nAda Example,ada@example.com,980\n',
        dryRun: true,
      },
    ],
  });

const RowProblem = z.object({
  line: z.int().describe('Line of the file on which the row begins; the headings are on line 1.'),
  code: z.string(),
  detail: z.string(),
  column: z.string().nullish().describe('Heading of the column with the fault, if it is that of one cell.'),
});

export const BulkSend = z
  .object({
    ...jobShape,
    templateId: z.uuid(),
    templateName: z.string(),
    revision: z.int().describe('Revision of the template that is used for all rows.'),
    dryRun: z.boolean(),
    columns: z.record(z.string(), z.string()).describe('Meaning of each column by heading.'),
    sent: z.int().describe('Documents that were sent.'),
    problems: z.array(RowProblem).describe(`The first ${BULK_PROBLEMS} rows that were refused. The report has all.`),
    report: z
      .object({
        fileName: z.string(),
        url: z.string().describe('Downloads the CSV file without credentials, for 15 minutes.'),
        expiresAt: Timestamp,
      })
      .nullable()
      .describe('One line for each row: what became of it. Null until the bulk send has ended, and after 7 days.'),
  })
  .meta({ id: 'BulkSend' });
export type BulkSend = z.infer<typeof BulkSend>;

/** What every member of the organization can read about the job. */
export const BulkInput = z.object({
  templateId: z.uuid(),
  templateName: z.string(),
  revision: z.int(),
  dryRun: z.boolean(),
  columns: z.record(z.string(), z.string()),
  rows: z.int(),
});

export const BulkRow = z.object({
  line: z.int(),
  /** Why the row cannot be read; it has no content then. */
  error: z.string().optional(),
  name: z.string(),
  templateData: z.record(z.string(), z.unknown()),
  signers: z.record(z.string(), z.record(z.string(), z.string())),
});
export type BulkRow = z.infer<typeof BulkRow>;

/** What the worker needs, in an object: rows of ten thousand signers do not fit into a row of a table. */
export const BulkContent = z.object({
  template: Template,
  rows: z.array(BulkRow),
  sending: BulkSending,
  origin: z.string().nullable(),
  /** The address of the user who asked for it. */
  senderAddress: z.string().nullable(),
});
export type BulkContent = z.infer<typeof BulkContent>;

/** How far a bulk send is. */
export const BulkState = z.object({
  next: z.int(),
  sent: z.int(),
  problems: z.array(RowProblem),
  reportBytes: z.int(),
  /** Rows up to this one have been counted to the daily limit. */
  countedUpTo: z.int().optional(),
});
export type BulkState = z.infer<typeof BulkState>;
