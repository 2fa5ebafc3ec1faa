import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { newFieldOf } from '#packages/agreements/src/fields/change-field.ts';
import { type NewField, settingsOf } from '#packages/agreements/src/fields/new-field.ts';
import { sha256Hex } from '#packages/foundation/src/canonical-json.ts';
import type { StoredDocument } from '#shared/documents/document.ts';
import { storedInDraft } from '#shared/documents/repository/conditions.ts';
import { putField } from '#shared/documents/repository/fields.ts';
import { keepFile, uploadUrlFor } from '#shared/documents/repository/files.ts';
import type { StoredField } from '#shared/documents/repository/stored-field.ts';
import { createTemplate } from '#shared/documents/repository/templates.ts';
import { codeText, identitySession, nextCode, withSession } from '#shared/documents/signing/email-code.ts';
import { tokenOf } from '#shared/documents/signing/link.ts';
import { newDocument } from '#shared/documents/use-cases/change-document.ts';
import { emptyDraft, newSigner } from '#shared/documents/use-cases/draft.ts';
import { sentFrom } from '#shared/documents/use-cases/sending.ts';
import type { Caller, Scope } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { newId } from '#shared/platform/ids.ts';
import { dynamoStore } from '#shared/platform/store/dynamo-store.ts';
import { existingNamingWorkflow } from './verification-examples.ts';

/**
 * Documents and templates written directly to the store as the API would, because tests over all
 * routes need very many of them and printing each would take too long.
 */
const SOURCE = '# Agreement with {{ client }}\n\n::signature{role=client, label=Client}\n';

export const aTemplate = () => ({
  name: 'Agreement',
  source: SOURCE,
  sampleData: { client: 'Example Ltd' },
});

export async function existingTemplate(scope: Scope): Promise<string> {
  const id = newId();
  const now = new Date().toISOString();
  const template = {
    id,
    ...aTemplate(),
    images: {},
    description: null,
    pageSize: 'A4' as const,
    language: null,
    revision: 1,
    sourceHash: sha256Hex(SOURCE),
    signerRoles: [{ id: 'client', label: 'Client' }],
    kind: 'markdown' as const,
    pages: null,
    hasForm: false,
    fields: [],
    createdAt: now,
    updatedAt: now,
  };
  await dynamoStore.writeOne(createTemplate(scope, template));
  return id;
}

export async function existingPdfTemplate(scope: Scope): Promise<string> {
  const id = newId();
  const now = new Date().toISOString();
  const { sha256: sourceHash } = await keepFile(scope, id, await aPdf(), 'pdf');
  await dynamoStore.writeOne(
    createTemplate(scope, {
      id,
      kind: 'pdf',
      name: 'Lease',
      description: null,
      pageSize: null,
      language: null,
      source: null,
      sampleData: {},
      images: {},
      pages: [{ width: 595.28, height: 841.89 }],
      hasForm: false,
      fields: [],
      signerRoles: [],
      revision: 1,
      sourceHash,
      createdAt: now,
      updatedAt: now,
    }),
  );
  return id;
}

let onePage: Promise<Uint8Array> | undefined;
export const aPdf = () => {
  onePage ??= PDFDocument.create().then((pdf) => {
    pdf.addPage([595.28, 841.89]);
    return pdf.save();
  });
  return onePage;
};

export const contextOf = (scope: Scope): Context => {
  const caller: Caller = { ...scope, kind: 'service', id: 'example', role: 'client' };
  const client = { ipAddress: '127.0.0.1', userAgent: 'test', origin: 'http://127.0.0.1:3000' };
  return { store: dynamoStore, caller, now: new Date(), newId, requestId: randomUUID(), client };
};

export const aSigner = () => ({ name: 'Ada Example', email: 'ada@example.com', signingOrder: 1 });

export const aField = (signerId: string, changes: Partial<NewField> = {}): NewField => ({
  signerId,
  fieldType: 'text',
  pageNumber: 1,
  label: 'Company',
  xPosition: 72,
  yPosition: 72,
  width: 200,
  height: 30,
  ...changes,
});

export interface ExistingDocument {
  id: string;
  signerId: string;
  fieldId: string;
}

/** A draft with one signer and one field. */
export async function existingDraft(scope: Scope): Promise<ExistingDocument> {
  const { document, field } = await draftOf(scope);
  return keep(scope, document, field);
}

/** The same, sent, with the link of its signer. */
export async function existingSent(
  scope: Scope,
  fill: Partial<StoredField> = {},
  viewedAt: string | null = null,
  sending: Parameters<typeof sentFrom>[2] = {},
): Promise<ExistingDocument & { token: string }> {
  const { document, field } = await draftOf(scope);
  const unseen = await sentFrom(contextOf(scope), document, sending);
  const sent = { ...unseen, signers: unseen.signers.map((signer) => ({ ...signer, viewedAt })) };
  return withLink(scope, sent, { ...field, ...fill });
}

async function withLink(scope: Scope, sent: StoredDocument, field: StoredField) {
  const made = await keep(scope, sent, field);
  const named = { ...scope, documentId: made.id, signerId: made.signerId };
  const token = (await tokenOf(named, { version: 1 })) ?? '';
  return { ...made, token };
}

/** The same, with a text beside the PDF. */
export async function existingWithText(scope: Scope): Promise<ExistingDocument & { token: string }> {
  const { document, field } = await draftOf(scope);
  const shown = { pdfSha256: document.original.sha256, language: 'en', blocks: [], images: {} };
  const text = await keepFile(scope, document.id, Buffer.from(JSON.stringify(shown)), 'text');
  return withLink(scope, await sentFrom(contextOf(scope), { ...document, text }, {}), field);
}

/** The same, with a signer who needs a code, and the code that was emailed. */
export async function existingCode(scope: Scope): Promise<ExistingDocument & { token: string; code: string }> {
  const { document, field } = await draftOf(scope);
  const sent = await sentFrom(contextOf(scope), document, {});
  const [signer] = sent.signers;
  if (!signer) throw new Error('The draft has no signer.');
  const named = { ...scope, documentId: document.id, signerId: signer.id };
  const checked = { ...signer, identityCheck: 'email_code' as const };
  const identityCode = await nextCode(named, checked, new Date());
  const made = await keep(scope, { ...sent, signers: [{ ...checked, identityCode }] }, field);
  const token = (await tokenOf(named, { version: 1 })) ?? '';
  return { ...made, token, code: (await codeText(named, identityCode)) ?? '' };
}

/** A document whose signer has entered the code, and is to be checked by a workflow. */
export async function existingChecked(scope: Scope): Promise<ExistingDocument & { token: string }> {
  const { document, field } = await draftOf(scope);
  const sent = await sentFrom(contextOf(scope), document, {});
  const [signer] = sent.signers;
  if (!signer) throw new Error('The draft has no signer.');
  const named = { ...scope, documentId: document.id, signerId: signer.id };
  const checked = { ...signer, identityCheck: { workflowId: await existingNamingWorkflow(scope) } };
  const code = await nextCode(named, checked, new Date());
  const session = (await identitySession(named, code)) ?? '';
  const identityCode = withSession(code, session, new Date());
  const made = await keep(scope, { ...sent, signers: [{ ...checked, identityCode }] }, field);
  return { ...made, token: `${await tokenOf(named, { version: 1 })}.${session}` };
}

/** The same, with an invitation that its signer got two days ago. */
export async function existingInvited(scope: Scope): Promise<ExistingDocument> {
  const { document, field } = await draftOf(scope);
  const sent = await sentFrom(contextOf(scope), document, {});
  const sentAt = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();
  const signers = sent.signers.map((signer) => ({ ...signer, invitedAt: sentAt }));
  return keep(scope, { ...sent, sentAt, signers }, field);
}

/** A voided document that is kept for some days after now. */
export async function existingKept(scope: Scope, retainDays = 30): Promise<string> {
  const { document, field } = await draftOf(scope);
  const context = contextOf(scope);
  const sent = await sentFrom(context, document, { retainDays });
  const made = await keep(scope, { ...sent, status: 'voided', endedAt: context.now.toISOString() }, field);
  return made.id;
}

/** A document completed so long ago that its link has expired. */
export async function existingExpiredLink(scope: Scope, completedDaysAgo = 91) {
  const { document, field } = await draftOf(scope);
  const sent = await sentFrom(contextOf(scope), document, {});
  const completedAt = new Date(Date.now() - completedDaysAgo * 24 * 3_600_000).toISOString();
  const completed: StoredDocument = {
    ...sent,
    status: 'completed',
    completedAt,
    final: sent.original,
    signers: sent.signers.map((signer) => ({ ...signer, status: 'completed', completedAt })),
  };
  const made = await keep(scope, completed, { ...field, value: 'x', filledBy: 'signer' });
  const named = { ...scope, documentId: made.id, signerId: made.signerId };
  const token = (await tokenOf(named, { version: 1 })) ?? '';
  return { ...made, token, email: aSigner().email, sha256: sent.original.sha256 };
}

async function draftOf(scope: Scope) {
  const context = contextOf(scope);
  const id = newId();
  const original = await keepFile(scope, id, await aPdf(), 'pdf');
  const signer = newSigner({ ...aSigner(), roleId: null }, newId());
  const document: StoredDocument = {
    ...emptyDraft(context, { id, name: 'Example', origin: { kind: 'upload' }, original }),
    pages: [{ width: 595.28, height: 841.89 }],
    signers: [signer],
  };
  const settings = settingsOf(aField(signer.id));
  const now = context.now.toISOString();
  const field = storedInDraft(newFieldOf({ id: newId(), documentId: id, settings, now }), []);
  return { document, field };
}

async function keep(scope: Scope, document: StoredDocument, field: StoredField) {
  const { writes } = newDocument(contextOf(scope), document, {
    entries: [{ action: 'document.created' }],
    writes: [putField(scope, field)],
  });
  await dynamoStore.transact(writes, randomUUID());
  return { id: document.id, signerId: field.signerId, fieldId: field.id };
}

/** A drawn signature: a zigzag of black pixels on white. */
export const A_SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAACCAAAAABA/8IxAAAAFklEQVR4AQXBAQEAAACAEP9PFyRJkgxHygf5jcbk9QAAAABJRU5ErkJggg==';

/** A sent document with a signature in its only field. */
export async function signedField(scope: Scope) {
  const image = Buffer.from(A_SIGNATURE.split(',')[1] ?? '', 'base64');
  const { key } = await keepFile(scope, newId(), image, 'png');
  return existingSent(scope, { fieldType: 'signature', imageKey: key, value: 'sha256:0' });
}

/** A PDF stored as an upload. */
export async function existingUpload(scope: Scope, pdf?: Uint8Array): Promise<string> {
  const uploadId = newId();
  const body = (pdf ?? (await aPdf())) as Uint8Array<ArrayBuffer>;
  const { url, headers } = await uploadUrlFor(scope, uploadId, body.length);
  const response = await fetch(url, { method: 'PUT', headers, body });
  if (!response.ok) throw new Error(`The upload was answered with ${response.status}.`);
  return uploadId;
}
