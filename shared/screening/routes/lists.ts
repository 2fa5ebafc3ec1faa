import { LIST_KINDS } from '@assay/watchlist';
import * as z from 'zod';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, Nothing, type Problems, post, put, RecordId, remove } from '#shared/platform/http/route.ts';
import { prose, Timestamp, text } from '#shared/platform/http/shapes.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { FtmEntity } from '../ftm-entity.ts';
import {
  ENTRY_ID_CHARACTERS,
  HEADING_CHARACTERS,
  HISTORY_DAYS,
  HISTORY_MOST_DAYS,
  HISTORY_PAGE_ITEMS,
  MAPPED_HEADINGS,
  OWN_LIST_ENTRIES,
  OWN_LIST_NAME_CHARACTERS,
  OWN_LISTS,
  REASON_CHARACTERS,
} from '../limits.ts';
import { ListHistoryPage } from '../list-history.ts';
import { ListProposal, ListProposals, NewListProposal } from '../list-proposal.ts';
import { OwnListKey } from '../lists/list-id.ts';
import { OwnColumn } from '../lists/own-columns.ts';
import { ListVersionDetail, ScreeningSource } from '../source.ts';
import { SourceEntry } from '../source-entry.ts';
import { searching, wholeNumberUpTo } from './common.ts';

const FileName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'must be the name of a file, without a path');

const Refresh = z
  .strictObject({
    upload: z
      .strictObject({
        uploadId: RecordId,
        fileName: FileName,
        columns: z
          .record(z.string().min(1).max(HEADING_CHARACTERS), OwnColumn)
          .refine((columns) => Object.keys(columns).length <= MAPPED_HEADINGS, {
            message: `must have at most ${MAPPED_HEADINGS} headings`,
          })
          .nullish()
          .meta({
            maxProperties: MAPPED_HEADINGS,
            description:
              'Of a CSV file for an own list: the meaning of its headings, where they are not the names of the columns.',
          }),
      })
      .nullish()
      .describe('An uploaded file, to be read instead of the publisher’s.'),
  })
  .meta({ id: 'ListRefresh', examples: [{}] });

const Reason = text(REASON_CHARACTERS).describe('For the history; shown to operators only.');

const proposalId = RecordId.nullish().describe('The open proposal of another person that the change accepts.');

const EXAMPLE_VERSION = '019ced2c-9000-7000-8000-5d3c2b1a0f00';

const Approval = z
  .strictObject({
    versionId: RecordId.nullish().describe('Required when more than one version is held.'),
    reason: Reason.optional(),
    proposalId,
  })
  .meta({ id: 'ListApproval', examples: [{ versionId: EXAMPLE_VERSION }] });

const Rejected = RecordId.nullish().describe(
  'The held version to discard. Without it, the faults of uploads that could not be read are dismissed.',
);
const Rejection = z.strictObject({ versionId: Rejected, reason: Reason }).meta({
  id: 'ListRejection',
  examples: [{ versionId: EXAMPLE_VERSION, reason: 'The file of another list.' }],
});

const RollBack = z.strictObject({ versionId: RecordId, reason: Reason, proposalId }).meta({
  id: 'ListRollBack',
  examples: [{ versionId: EXAMPLE_VERSION, reason: 'The new publication lacks the vessels.' }],
});

const NewUpload = z
  .strictObject({
    fileName: FileName.describe(
      'File name as published. It determines the format; `uploads` of the list says which it can be.',
    ),
    sizeBytes: z
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('The exact size of the file. S3 refuses a body of any other size.'),
  })
  .meta({
    id: 'NewListUpload',
    examples: [{ fileName: 'idb_sanctioned.csv', sizeBytes: 142_782 }],
  });

const ListUpload = z
  .object({
    uploadId: z.uuid(),
    fileName: z.string(),
    url: z.string().describe('Accepts one `PUT` of the file until `expiresAt`.'),
    headers: z
      .record(z.string(), z.string())
      .describe('Headers to send with the `PUT`, exactly as they are: they are part of the signature.'),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ListUpload' });

const EntryQuery = z.strictObject({
  format: z
    .enum(['ftm'])
    .optional()
    .describe(
      '`ftm` for a FollowTheMoney entity: https://followthemoney.tech. Lists of OpenSanctions are in this format.',
    ),
  versionId: RecordId.optional().describe('A version of the list; the active one by default.'),
});

const OwnName = prose(OWN_LIST_NAME_CHARACTERS).describe('As people read it. Another name renames the list.');

const NewOwnList = z
  .strictObject({
    name: OwnName,
    listKind: z
      .enum(LIST_KINDS)
      .describe(
        'What a match means: `sanctions` and `pep` as on the lists of the catalogue, `watch` a fact of its own, ' +
          '`screening.watch`. It cannot be changed.',
      ),
    ...NewUpload.shape,
  })
  .meta({
    id: 'NewOwnList',
    examples: [{ name: 'Former employees', listKind: 'watch', fileName: 'staff.csv', sizeBytes: 18_204 }],
  });

const HistoryQuery = z.strictObject({
  days: wholeNumberUpTo(HISTORY_MOST_DAYS).default(HISTORY_DAYS).meta({
    type: 'integer',
    minimum: 1,
    maximum: HISTORY_MOST_DAYS,
    default: HISTORY_DAYS,
    description:
      'How many days to look back. Events are kept as long as the archive of list versions: ten years unless the installation sets `listArchiveYears`.',
  }),
  offset: Offset,
  limit: wholeNumberUpTo(HISTORY_PAGE_ITEMS).default(HISTORY_PAGE_ITEMS).meta({
    type: 'integer',
    minimum: 1,
    maximum: HISTORY_PAGE_ITEMS,
    default: HISTORY_PAGE_ITEMS,
  }),
});

const noList = { not_found: [404, 'The list does not exist.'] } as const;
const notHeld = {
  nothing_to_approve: [409, 'No version of this list is held.'],
  version_not_held: [409, 'This version is not held.'],
  version_required: [409, 'Several versions are held. Name one in `versionId`.'],
} as const;
const notKept = {
  version_not_kept: [409, '`versionId` is not one of the earlier versions that are still stored.'],
} as const;
const OPERATORS =
  'Only for owners and admins of the organizations named in the setting `listOperators`; 403 without it.';
const params = { key: z.string().max(80) };
const ownParams = {
  key: OwnListKey.meta({
    description: '`own_` and 1 to 36 lower-case letters, digits or underscores.',
    examples: ['own_staff'],
  }),
};
const noUpload: Problems = {
  unexpected_file: [422, 'The name is not that of a file with the whole list.'],
  file_too_large: [413, 'The file is larger than files of this list may be.'],
};
/** Of the first line of a file for an own list. */
const unreadableFile: Problems = {
  invalid_columns: [422, 'The headings of a CSV file for an own list are not known. Map them in `columns`.'],
  unsupported_file: [422, 'The file for an own list is not text, or is compressed.'],
  no_rows: [422, 'The file for an own list has no rows after its headings.'],
};
const EntryAnswer = z.union([SourceEntry, FtmEntity]);

export const listRoutes = defineRoutes('screening', {
  listScreeningSources: get('/screening/sources', 'client', z.object({ items: z.array(ScreeningSource) }), {
    summary: 'List screening lists',
    description:
      'Each with its active version, where that comes from, who approved it, and what needs attention. ' +
      'With `days`, also what became of it on each of the last days. The lists of the catalogue first, then the own lists of ' +
      'your organization and mode.',
    query: z.strictObject({
      days: wholeNumberUpTo(HISTORY_DAYS).optional().meta({ type: 'integer', minimum: 1, maximum: HISTORY_DAYS }),
    }),
    uses: { tables: { screening: ['BatchGetItem', 'Query'] }, listFiles: true },
  }),
  listScreeningSourceHistory: get('/screening/sources/{key}/history', 'client', ListHistoryPage, {
    summary: 'List the history of a list',
    description:
      'The last 90 days by default, newest first: every refresh request, upload, automatic activation or hold, approval, ' +
      'rejection and roll-back, with version, digest, archived files and entry counts. Who acted is shown to organizations named ' +
      'in the setting `listOperators`; others see `operator`.',
    params,
    query: HistoryQuery,
    problems: noList,
    uses: { tables: { screening: ['BatchGetItem', 'Query'] }, listFiles: true },
  }),
  readScreeningSourceVersion: get('/screening/sources/{key}/versions/{versionId}', 'client', ListVersionDetail, {
    summary: 'Read a list version',
    description:
      'Counts, why it is held, and up to 50 entries each that it added to and removed from the version that was ' +
      'active when it was built. A list stores its active version, the four before it and those held for approval.',
    params: { ...params, versionId: RecordId },
    problems: { not_found: [404, 'The list or the version does not exist.'] },
    uses: { tables: { screening: ['BatchGetItem'] }, buckets: searching, listFiles: true },
  }),
  refreshScreeningSource: post('/screening/sources/{key}/refresh', 'admin', Refresh, ScreeningSource, {
    summary: 'Refresh a list',
    description:
      `Downloads the publisher’s files, or reads an uploaded one, in the background. A version that passes every ` +
      `check is searched from then on; one that does not is held for approval, and so is every uploaded file ` +
      `unless the installation sets \`listUploads=single\`. ${OPERATORS}`,
    params,
    status: 202,
    problems: {
      ...noList,
      no_address: [409, 'No download URL is configured for this list. Upload its file instead.'],
      upload_missing: [409, 'No file has been uploaded for this `uploadId` and `fileName`.'],
      upload_empty: [409, 'The uploaded file is empty.'],
      ...unreadableFile,
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'GetItem', 'PutItem'] },
      // Without `ListBucket`, S3 does not distinguish missing from forbidden objects.
      buckets: { lists: ['GetObject', 'ListBucket'] },
      queues: ['listRefreshes'],
      listFiles: true,
    },
  }),
  proposeListChange: post('/screening/sources/{key}/proposals', 'admin', NewListProposal, ListProposal, {
    summary: 'Propose to approve or roll back a list version',
    description:
      `For another owner or admin of the same organization to accept with \`proposalId\`. Changes nothing. Supersedes the ` +
      `open proposal of the same change. ${OPERATORS}`,
    params,
    problems: { ...noList, version_not_held: notHeld.version_not_held, ...notKept },
    uses: { tables: { screening: ['BatchGetItem', 'PutItem'] }, listFiles: true },
  }),
  listListProposals: get('/screening/sources/{key}/proposals', 'admin', ListProposals, {
    summary: 'List the proposals about a list',
    description: `The latest 20, newest first. ${OPERATORS}`,
    params,
    problems: noList,
    uses: { tables: { screening: ['BatchGetItem'] }, listFiles: true },
  }),
  approveScreeningSource: post('/screening/sources/{key}/approve', 'admin', Approval, ScreeningSource, {
    summary: 'Approve a list version',
    description:
      `A held version is searched from then on. With the setting \`fourEyes.lists\`, the person who requested the ` +
      `refresh or the upload of a version cannot approve it, whatever \`listUploads\` says, and a version of the ` +
      `schedule accepts the proposal of another person. The setting of any organization named in \`listOperators\` ` +
      `counts, and both people belong to one organization. ${OPERATORS}`,
    params,
    status: 200,
    problems: {
      ...noList,
      ...notHeld,
      ...twoPeople,
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'] },
      queues: ['listRefreshes', 'watchTurns'],
      listFiles: true,
    },
  }),
  rejectScreeningSource: post('/screening/sources/{key}/reject', 'admin', Rejection, ScreeningSource, {
    summary: 'Reject an uploaded list version',
    description:
      `Discards a held version that was uploaded. Without \`versionId\`, dismisses the attention that uploads have ` +
      `raised which could not be read. A version the publisher has stays held until it is approved or ` +
      `a newer one is published. ${OPERATORS}`,
    params,
    status: 200,
    problems: {
      ...noList,
      version_not_held: notHeld.version_not_held,
      not_an_upload: [409, 'The version was published, not uploaded.'],
      nothing_to_dismiss: [409, '`versionId` is missing, and every upload of this list could be read.'],
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'] },
      buckets: { lists: ['DeleteObject'] },
      listFiles: true,
    },
  }),
  rollBackScreeningSource: post('/screening/sources/{key}/roll-back', 'admin', RollBack, ScreeningSource, {
    summary: 'Roll back to an earlier list version',
    description:
      `An earlier version is searched again: one of \`previousVersions\`. The version that was active is held with ` +
      `the reason \`rolled_back\`, so no refresh activates the same files; a newer publication is checked as usual. ` +
      `With the setting \`fourEyes.lists\`, a roll-back accepts the proposal of another person. ${OPERATORS}`,
    params,
    status: 200,
    problems: {
      ...noList,
      ...notKept,
      ...twoPeople,
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'] },
      queues: ['listRefreshes', 'watchTurns'],
      listFiles: true,
    },
  }),
  uploadScreeningFile: put('/screening/sources/{key}/file', 'admin', NewUpload, ListUpload, {
    summary: 'Create an upload URL for a list file',
    description:
      `Upload the file with \`PUT\` to \`url\`, sending \`headers\`, then refresh the list with the \`uploadId\`. ` +
      `An uploaded file waits for approval by a second person unless the installation sets \`listUploads=single\`. ${OPERATORS}`,
    params,
    problems: {
      ...noList,
      ...noUpload,
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'] },
      buckets: { lists: ['PutObject uploads/*'] },
      listFiles: true,
    },
  }),
  saveOwnList: put('/screening/sources/{key}', 'admin', NewOwnList, ListUpload, {
    summary: 'Create or rename an own list',
    description:
      `A list of your organization and mode, which no other one can see or screen against. Answers an upload URL as ` +
      `\`PUT /screening/sources/{key}/file\` does: upload the file, then refresh the list with the \`uploadId\`. The file is ` +
      `CSV, NDJSON or FollowTheMoney, such as \`targets.nested.json\`, \`targets.simple.csv\` and \`entities.ftm.json\` of ` +
      `OpenSanctions, with at most ${OWN_LIST_ENTRIES.toLocaleString('en')} entries. A version that passes every check is searched ` +
      `at once, unless the setting \`fourEyes.lists\` is on. At most ${OWN_LISTS} lists.`,
    params: ownParams,
    problems: {
      list_kind_fixed: [409, 'The list exists with another `listKind`, which cannot be changed.'],
      too_many_lists: [409, `There are ${OWN_LISTS} own lists. Delete one that is no longer used.`],
      ...noUpload,
    },
    uses: {
      tables: { screening: ['BatchGetItem', 'PutItem'] },
      buckets: { lists: ['PutObject uploads/*'] },
    },
  }),
  deleteOwnList: remove('/screening/sources/{key}', 'admin', Nothing, Nothing, {
    summary: 'Delete an own list',
    description:
      'With all its versions, within half an hour, or when the batches have ended that screen against one. Runs and their ' +
      'matches stay. Requests that name the list are refused as for one that never existed.',
    params: ownParams,
    problems: noList,
    uses: { tables: { screening: ['BatchGetItem', 'PutItem', 'DeleteItem'] }, queues: ['watchTurns'] },
  }),
  readScreeningEntry: get('/screening/sources/{key}/entries/{entryId}', 'client', EntryAnswer, {
    summary: 'Read an entry of a list',
    description:
      'The entry as listed in the active version, or in the version that `versionId` names. A list stores its ' +
      'active version, the four before it and those held for approval. Escape `entryId` in the path, twice ' +
      'where it contains a slash.',
    params: { ...params, entryId: z.string().min(1).max(ENTRY_ID_CHARACTERS) },
    query: EntryQuery,
    problems: {
      not_found: [404, 'The list, the version or the entry does not exist.'],
    },
    uses: {
      tables: { screening: ['BatchGetItem'] },
      buckets: searching,
      listFiles: true,
    },
  }),
});
