import { sealPrinted, ValidationDataUnavailable } from '@assay/agreements/pdf';
import { sha256Hex } from '@assay/foundation/canonical-json';
import { getBlob, putBlob } from '#shared/platform/blobs.ts';
import type { Scope } from '#shared/platform/caller.ts';
import type { JobReport, SealedFile } from '#shared/platform/jobs/job-report.ts';
import { logSealDowngrade } from '#shared/platform/log.ts';
import { kmsSigner } from '../kms-signer.ts';
import { sealFiles } from '../published-files.ts';
import { timestampAuthority } from '../timestamp-authority.ts';

/**
 * Prints, seals and stores a report, once: a file that a worker stored before it died is the report. Two seals of one
 * report differ, and its digest is in the history.
 */
export async function sealReport(
  { caller, now }: { caller: Scope; now: Date },
  { id, kind, filesSha256, bucket, key, print }: JobReport & { id: string },
): Promise<SealedFile> {
  const stored = await getBlob(bucket, key);
  if (stored) return fileOf(stored);
  const [printed, signer] = await Promise.all([print(), kmsSigner()]);
  const { organizationId, mode } = caller;
  const { pdf } = await sealPrinted(
    printed,
    { kind, id, organizationId, mode, filesSha256 },
    {
      signer,
      seal: { sealedAt: now, timestamp: timestampAuthority() },
      fetchPublished: sealFiles(),
      onDowngrade: (error) =>
        logSealDowngrade(id, {
          lacks: error instanceof ValidationDataUnavailable ? 'validation data' : 'timestamp',
          reason: error.message,
        }),
    },
  );
  await putBlob(bucket, key, pdf);
  // An object that is written once may be that of another worker.
  return fileOf((await getBlob(bucket, key)) ?? pdf);
}

const fileOf = (pdf: Uint8Array): SealedFile => ({ sha256: sha256Hex(pdf), bytes: pdf.length });
