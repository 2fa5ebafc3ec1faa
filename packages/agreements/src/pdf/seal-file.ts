import { sha256Hex } from '@assay/foundation/canonical-json';
import { checkSeal } from './check-seal.ts';
import { type Seal, sealPdf } from './seal.ts';
import { type SealedReport, sealReportReason } from './sealed-report.ts';
import { pathFrom } from './sealing/certificate-path.ts';
import type { SealLevel } from './sealing/cms.ts';
import {
  collectValidationData,
  type FetchPublished,
  ValidationDataUnavailable,
} from './sealing/collect-validation-data.ts';
import type { SealSigner } from './sealing/seal-key.ts';
import { TimestampUnavailable } from './sealing/timestamp.ts';
import { withValidationData } from './sealing/validation-data.ts';

/** With what a file is sealed. */
export interface Sealing {
  signer: SealSigner;
  seal: Omit<Seal, 'reason'>;
  /** Reads what certificate authorities publish, for seals with the data to verify them later (B-LT). */
  fetchPublished?: FetchPublished | undefined;
  /** Told why a file is sealed without the timestamp or the data that were asked for. */
  onDowngrade?: (error: TimestampUnavailable | ValidationDataUnavailable) => void;
}

export interface SealedFile {
  pdf: Uint8Array;
  sha256: string;
  level: SealLevel;
}

/** Seals a printed report. Its reason names the report, so that the seal cannot pass for that of a signed document. */
export function sealPrinted(printed: Uint8Array, report: SealedReport, by: Sealing): Promise<SealedFile> {
  const reason = sealReportReason(report);
  return sealAtBestLevel(by, async (level) => {
    const timestamp = level === 'B-T' ? by.seal.timestamp : undefined;
    const pdf = await sealPdf(printed, by.signer, { ...by.seal, timestamp, reason });
    return { pdf, sha256: sha256Hex(pdf), level };
  });
}

/** With timestamp and the data to verify the file later, as far as they are configured and to be had. */
export async function sealAtBestLevel<Sealed extends SealedFile>(
  by: Sealing,
  sealedAs: (level: 'B-B' | 'B-T', isDowngraded: boolean) => Promise<Sealed>,
): Promise<Sealed> {
  if (!by.seal.timestamp) return sealedAs('B-B', false);
  try {
    return await withDataToVerify(await sealedAs('B-T', false), by);
  } catch (error) {
    if (!(error instanceof TimestampUnavailable)) throw error;
    by.onDowngrade?.(error);
    return sealedAs('B-B', true);
  }
}

/** The file with the data of level B-LT, if all of them are to be had. */
async function withDataToVerify<Sealed extends SealedFile>(
  sealed: Sealed,
  { fetchPublished, onDowngrade }: Sealing,
): Promise<Sealed> {
  if (!fetchPublished) return sealed;
  try {
    const seal = checkSeal(sealed.pdf);
    if (!seal?.timestamp) throw new Error('The seal that was just made cannot be read.');
    const paths = [pathFrom(seal.certificate, seal.certificates), seal.timestamp.path];
    const data = await collectValidationData(paths, { fetchPublished, now: seal.timestamp.time });
    const pdf = withValidationData(Buffer.from(sealed.pdf), data);
    return { ...sealed, pdf, sha256: sha256Hex(pdf), level: 'B-LT' };
  } catch (error) {
    if (!(error instanceof ValidationDataUnavailable)) throw error;
    onDowngrade?.(error);
    return sealed;
  }
}
