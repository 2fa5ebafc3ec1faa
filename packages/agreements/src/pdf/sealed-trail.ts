/** The end of the audit trail when the document was sealed. */
export interface SealedTrail {
  documentId: string;
  /** Number of entries up to the last signature. */
  count: number;
  /** SHA-256 of the last of them, in hex. It depends on all entries before it. */
  head: string;
}

/**
 * The reason in the signature dictionary, which the seal covers: people read it in a PDF viewer, and
 * `sealedTrailIn` reads it back. Its wording is a format; files that are sealed already have it.
 */
export const sealReason = ({ documentId, count, head }: SealedTrail) =>
  `Signed by all signers. Audit trail of document ${documentId}: ${count} entries, the last with SHA-256 ${head}.`;

const REASON =
  /\/Reason\s*\(Signed by all signers\. Audit trail of document ([0-9a-f-]{36}): (\d{1,6}) entries, the last with SHA-256 ([0-9a-f]{64})\.\)/;

/** From the text of a signature dictionary; undefined for files that were sealed without it. */
export function sealedTrailIn(dictionary: string): SealedTrail | undefined {
  const [, documentId, count, head] = REASON.exec(dictionary) ?? [];
  if (documentId === undefined || count === undefined || head === undefined) return undefined;
  return { documentId, count: Number(count), head };
}
