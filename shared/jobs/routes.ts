import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, post } from '#shared/platform/http/route.ts';
import { pageOf, paging } from '#shared/platform/http/shapes.ts';
import { JobKind, JobStatus } from '#shared/platform/jobs/job.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { EvidencePack, NewEvidencePack } from './evidence-pack/pack.ts';
import { Export, NewExport } from './export.ts';
import { Job } from './job-record.ts';
import { EXPORT_DAYS, PACK_DOCUMENTS } from './limits.ts';

const JobQuery = z.strictObject({
  kind: JobKind.optional(),
  status: JobStatus.optional(),
  ...paging,
});

export const jobRoutes = defineRoutes('jobs', {
  createExport: post('/exports', 'client', NewExport, Export, {
    summary: 'Export records',
    description:
      'A job that writes the records to one file. Read the export until `status` is `completed`, then download `file.url`. ' +
      `The file is deleted after ${EXPORT_DAYS} days. Records that are made or change while the export runs may be ` +
      'missing. Cells of a CSV file that begin like a formula have an apostrophe before them. Who exported what is in the ' +
      'history. An API key also needs a scope that reads what it exports, such as `risk:read`.',
    problems: {
      not_found: [404, 'The batch of `batch_rows` does not exist, or was not uploaded.'],
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      empty_range: [422, '`from` is not before `to`.'],
      range_in_future: [422, '`to` is in the future.'],
      user_required: [422, '`assignee` `me` requires the token of a signed-in user.'],
    },
    uses: { tables: { jobs: ['GetItem', 'PutItem'], screening: ['GetItem'] }, queues: ['jobTurns'] },
  }),
  readExport: get('/exports/{id}', 'client', Export, {
    summary: 'Read an export',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] }, buckets: { exports: ['GetObject'] } },
  }),
  createEvidencePack: post('/risk/subjects/{id}/evidence-packs', 'client', NewEvidencePack, EvidencePack, {
    summary: 'Create an evidence pack of a subject',
    description:
      'For an examiner: a job that makes a sealed PDF and a ZIP archive of everything that is recorded about the subject, with ' +
      'proofs from the audit log that can be verified offline, and a list of what is not included. Read the pack until `status` is ' +
      `\`completed\`. The files are deleted after ${EXPORT_DAYS} days. Who made a pack is in the history of the subject. An API key needs ` +
      'scopes that read risk and screening records, and documents if `documentIds` names any.',
    problems: {
      ...missing,
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      document_not_completed: [
        422,
        `One of up to ${PACK_DOCUMENTS} \`documentIds\` does not name a completed document. \`errors\` names it.`,
      ],
    },
    uses: {
      tables: { jobs: ['GetItem', 'PutItem'], risk: ['GetItem'], documents: ['BatchGetItem'] },
      queues: ['jobTurns'],
    },
  }),
  readEvidencePack: get('/risk/evidence-packs/{id}', 'client', EvidencePack, {
    summary: 'Read an evidence pack',
    description: 'Its progress, and once it has completed the URLs of its files.',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] }, buckets: { exports: ['GetObject'] } },
  }),
  listJobs: get('/jobs', 'client', pageOf(Job), {
    summary: 'List jobs',
    description:
      'Work that takes longer than a request. Jobs are listed for 90 days. A page can be empty if few jobs fit the ' +
      'filters: continue while `nextOffset` is not null.',
    query: JobQuery,
    uses: { tables: { jobs: ['Query'] } },
  }),
  readJob: get('/jobs/{id}', 'client', Job, {
    summary: 'Read a job',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] } },
  }),
  cancelJob: post('/jobs/{id}/cancel', 'client', Nothing, Job, {
    summary: 'Cancel a job',
    description:
      'The file of an export is discarded. A bulk send ends with the rows it has begun: documents that were sent stay sent. ' +
      'A screening batch ends with the rows it has screened: their runs and results stay. ' +
      'Watches that were created of a batch stay. A test of effectiveness ends without a result. A look-back keeps what it has found. ' +
      'A roll-out ends with the subjects it has replaced: they stay monitored by the new version.',
    status: 200,
    problems: {
      ...missing,
      job_ended: [409, 'The job has ended.'],
      job_not_cancellable: [409, 'The job screens all watches again, which no other work can replace.'],
    },
    uses: {
      tables: { jobs: ['GetItem', 'PutItem', 'UpdateItem'], screening: ['GetItem', 'PutItem', 'DeleteItem'] },
      buckets: { exports: ['DeleteObject'] },
    },
  }),
});
