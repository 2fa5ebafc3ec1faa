import * as z from 'zod';
import type { BucketName } from '#shared/buckets.ts';
import type { Scope } from '../caller.ts';
import type { NewEvent } from '../change.ts';
import type { StoredJob } from './job.ts';
import type { JobContext } from './run-job.ts';

/** A report that the last step of a job prints and has sealed, and the one name under which the file is stored. */
export interface JobReport {
  /** As the seal names it, with the id of the job. */
  kind: string;
  /** SHA-256 of the list of files that belong to it, which the seal covers. */
  filesSha256?: string | undefined;
  bucket: BucketName;
  key: string;
  /** Throws the problem `unprintable_report` for one that cannot be printed. */
  print: () => Promise<Uint8Array>;
}

export type ReportOf = (context: JobContext, job: StoredJob) => Promise<JobReport>;

export const UNPRINTABLE = 'unprintable_report';

/** A sealed file as records name it. */
export const SealedFile = z.object({ sha256: z.string(), bytes: z.int() });
export type SealedFile = z.infer<typeof SealedFile>;

/** What the sealing step adds to the state of a job: null for a report that cannot be printed. */
export const WithReport = z.object({ report: SealedFile.nullable() });

/** Where the reports of an organization and mode are that are stored for as long as it exists. */
export const reportKey = ({ organizationId, mode }: Scope, kind: string, id: string) =>
  `documents/${organizationId}/${mode}/reports/${kind}-${id}.pdf`;

/** In the history only: which file the report is, as a leaf of the audit log. */
export const reportSealed = (
  about: Pick<NewEvent, 'resource' | 'resourceId' | 'subjectId'>,
  kind: string,
  { sha256, bytes }: SealedFile,
): NewEvent => ({ type: 'report.sealed', ...about, announced: false, details: { kind, sha256, bytes } });
