import type * as z from 'zod';
import { currentMasterKey, secretRetired } from '#shared/identity/index.ts';
import type { Context } from '#shared/platform/context.ts';
import {
  type Document,
  presentDocument,
  type SentDocument,
  type SentSigner,
  type StoredDocument,
  signerIn,
} from '../document.ts';
import { linkHashOf, signingUrl, tokenOf } from '../signing/link.ts';

/**
 * What an idempotency record stores of an answer with links: enough to derive them again, but not
 * the links.
 */
export interface WithLinks {
  document: Document;
  origin: string;
  versions: Record<string, number>;
  /** Missing in answers stored before there were several master keys. */
  masterKeys?: Record<string, number | undefined>;
}

export const withLinks = (document: StoredDocument, now: Date): WithLinks => ({
  document: presentDocument(document, now),
  origin: document.linkOrigin ?? '',
  versions: Object.fromEntries(document.signers.map(({ id, linkVersion }) => [id, linkVersion])),
  masterKeys: Object.fromEntries(
    document.signers.map(({ id, linkMasterKey }) => [id, linkMasterKey]),
  ),
});

export async function revealLinks(
  { caller: { organizationId, mode } }: Context,
  { document, origin, versions, masterKeys }: WithLinks,
): Promise<z.infer<typeof SentDocument>> {
  const signers = document.signers.map(async (signer) => {
    const named = { organizationId, mode, documentId: document.id, signerId: signer.id };
    const version = versions[signer.id] ?? 0;
    const token = await tokenOf(named, { version, masterKey: masterKeys?.[signer.id] });
    if (token === undefined) throw secretRetired();
    return { ...signer, signingUrl: signingUrl(origin, token) };
  });
  return { ...document, signers: await Promise.all(signers) };
}

/** The same for one signer, identified by `signerId`. */
export const revealSignerLink = async (
  context: Context,
  { signerId, ...links }: WithLinks & { signerId: string },
): Promise<z.infer<typeof SentSigner>> => signerIn(await revealLinks(context, links), signerId);

/** The next link of a signer; earlier ones no longer open the document. */
export async function nextLink(
  { caller: { organizationId, mode } }: Context,
  documentId: string,
  signer: { id: string; linkVersion: number },
) {
  const linkVersion = signer.linkVersion + 1;
  const named = { organizationId, mode, documentId, signerId: signer.id };
  const linkMasterKey = await currentMasterKey();
  const linkHash = await linkHashOf(named, { version: linkVersion, masterKey: linkMasterKey });
  return { linkVersion, linkMasterKey, linkHash };
}
