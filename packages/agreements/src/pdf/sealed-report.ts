/** What a sealed report is, as its seal says it. */
export interface SealedReport {
  /** Such as `screening_assurance`. */
  kind: string;
  id: string;
  organizationId: string;
  mode: string;
  /** SHA-256 of the list of files that belong to the report, if it has files beside it. */
  filesSha256?: string | undefined;
}

/**
 * The reason in the signature dictionary, which the seal covers: people read it in a PDF viewer, and `sealedReportIn` reads
 * it back. Its wording is a format; files that are sealed already have it.
 */
export const sealReportReason = ({ kind, id, organizationId, mode, filesSha256 }: SealedReport) =>
  `Report of the service, signed by no person: ${kind} ${id} of organization ${organizationId}, ${mode} mode` +
  `${filesSha256 ? `, with the files of SHA-256 ${filesSha256}` : ''}.`;

const REASON =
  /\/Reason\s*\(Report of the service, signed by no person: ([a-z_]{1,40}) ([0-9a-f-]{36}) of organization ([0-9a-f-]{36}), (test|live) mode(?:, with the files of SHA-256 ([0-9a-f]{64}))?\.\)/;

/** From the text of a signature dictionary; undefined for files that are no reports. */
export function sealedReportIn(dictionary: string): SealedReport | undefined {
  const [, kind, id, organizationId, mode, filesSha256] = REASON.exec(dictionary) ?? [];
  if (kind === undefined || id === undefined || organizationId === undefined || mode === undefined) return undefined;
  return { kind, id, organizationId, mode, ...(filesSha256 !== undefined && { filesSha256 }) };
}
