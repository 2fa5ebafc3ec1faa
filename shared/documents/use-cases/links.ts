import type * as z from 'zod';
import { currentMasterKey, secretRetired } from '#shared/identity/index.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import type { NewEntry } from '../audit.ts';
import {
  type Document,
  presentDocument,
  type SentDocument,
  type SentSigner,
  type StoredDocument,
  signerIn,
} from '../document.ts';
import type { StoredSigner } from '../signer.ts';
import { linkHashOf, signingUrl, tokenOf } from '../signing/link.ts';
import { assertLinksMayBeGiven } from './links-by-email.ts';

/**
 * What an idempotency record stores of an answer with links: enough to derive them again, but not
 * the links.
 */
export interface WithLinks {
  document: Document;
  origin: string;
  /** Of the links in the answer, by signer. */
  versions: Record<string, number>;
  /** Missing in answers stored before there were several master keys. */
  masterKeys?: Record<string, number | undefined>;
}

/** An answer with the links of these signers. */
export const withLinks = (document: StoredDocument, signers: readonly StoredSigner[], now: Date): WithLinks => ({
  document: presentDocument(document, now),
  origin: document.linkOrigin ?? '',
  versions: Object.fromEntries(signers.map(({ id, linkVersion }) => [id, linkVersion])),
  masterKeys: Object.fromEntries(signers.map(({ id, linkMasterKey }) => [id, linkMasterKey])),
});

/**
 * The holder of a link can sign with it, so each hand-out to a caller is in the audit trail. A repetition
 * with the same idempotency key returns the same link to the same caller and is the same hand-out.
 */
export const disclosure = ({ caller }: Context, { id: signerId, linkVersion }: StoredSigner): NewEntry => ({
  action: 'link.disclosed',
  details: { signerId, linkVersion, to: principalOf(caller) },
});

export async function revealLinks(context: Context, links: WithLinks): Promise<z.infer<typeof SentDocument>> {
  if (Object.keys(links.versions).length > 0) await assertLinksMayBeGiven(context);
  const signers = links.document.signers.map(async (signer) =>
    links.versions[signer.id] === undefined
      ? signer
      : { ...signer, signingUrl: await urlFor(context, links, signer.id) },
  );
  return { ...links.document, signers: await Promise.all(signers) };
}

/** The link of the signer identified by `signerId`, if it was asked for, and no other. */
export async function revealSignerLink(
  context: Context,
  { signerId, ...links }: WithLinks & { signerId: string },
): Promise<z.infer<typeof SentSigner>> {
  const signer = signerIn(links.document, signerId);
  if (links.versions[signerId] === undefined) return signer;
  await assertLinksMayBeGiven(context);
  return { ...signer, signingUrl: await urlFor(context, links, signerId) };
}

async function urlFor(
  { caller: { organizationId, mode } }: Context,
  { document, origin, versions, masterKeys }: WithLinks,
  signerId: string,
): Promise<string> {
  const named = { organizationId, mode, documentId: document.id, signerId };
  const link = { version: versions[signerId] ?? 0, masterKey: masterKeys?.[signerId] };
  const token = await tokenOf(named, link);
  if (token === undefined) throw secretRetired();
  return signingUrl(origin, token);
}

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
