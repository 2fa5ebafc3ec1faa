import { timingSafeEqual } from 'node:crypto';
import { notFound } from '@assay/foundation';
import { erasureRead } from '#shared/identity/index.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { documentRead, isDeleted, storedDocument } from '../repository/documents.ts';
import { parseSealReference } from '../seal-reference.ts';
import { isSigning } from '../signer-role.ts';

/**
 * Says nothing unless the caller has the SHA-256 of the sealed file, which nobody has without the file. All other
 * calls get the same answer, whether or not the document exists.
 */
export async function findSealed({ params }: { params: { reference: string; sha256: string } }) {
  const reference = parseSealReference(params.reference);
  if (!reference) throw notFound('sealed document');
  const [row, erasure] = await dynamoStore.getMany([
    documentRead(reference, reference.documentId),
    erasureRead(reference.organizationId),
  ]);
  if (!row || erasure || isDeleted(row) || row.id !== reference.documentId) throw notFound('sealed document');
  const { final, completedAt, signers } = storedDocument(row).record;
  if (!final || !completedAt || !isSame(final.sha256, params.sha256)) throw notFound('sealed document');
  return {
    sealedAt: completedAt,
    level: final.level ?? 'B-B',
    isVouchedFor: final.isVouchedFor ?? false,
    signers: signers.filter(isSigning).length,
    mode: reference.mode,
  };
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
