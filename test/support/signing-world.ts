import { randomUUID } from 'node:crypto';
import type { NewField } from '#packages/agreements/src/fields/new-field.ts';
import { documentRoutes } from '#shared/documents/routes.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { anonymous, type CallOptions, type Credential, call, keyOf } from './api.ts';
import { aField, existingUpload } from './document-examples.ts';

/** An organization that sends documents, and the holders of their links. */
export interface SigningWorld {
  organizationId: string;
  key: Credential;
}

export async function aSigningWorld(): Promise<SigningWorld> {
  const organizationId = randomUUID();
  return { organizationId, key: (await keyOf(organizationId, 'test')).credential };
}

/** A unique address, so that emails to it belong to this test. */
export const anAddress = () => `${randomUUID()}@example.com`;

/** Expects the route's success status, and reports any other answer. */
export async function done(credential: Credential, route: Route, options: CallOptions = {}) {
  const { status, body } = await call(credential, route, options);
  if (status !== route.status) throw new Error(`${route.name} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface SignerPlan {
  email: string;
  signingOrder?: number;
  language?: string;
  identityCheck?: 'email_code' | { workflowId: string };
  role?: 'signer' | 'approver' | 'copy';
  fields: Partial<NewField>[];
}

export interface Draft {
  id: string;
  signerIds: string[];
  fieldIds: string[][];
}

/**
 * A draft of one page or of this PDF, with signers in order and the fields of each below one
 * another.
 */
export async function draftWith(world: SigningWorld, plans: SignerPlan[], pdf?: Uint8Array): Promise<Draft> {
  const scope = { organizationId: world.organizationId, mode: 'test' as const };
  const uploadId = await existingUpload(scope, pdf);
  const { id } = await done(world.key, documentRoutes.createDocument, {
    body: { name: 'Lease', uploadId },
  });
  const signerIds: string[] = [];
  const fieldIds: string[][] = [];
  for (const [index, { email, signingOrder = 1, language, identityCheck, role, fields }] of plans.entries()) {
    const { id: signerId } = await done(world.key, documentRoutes.addSigner, {
      params: { id },
      body: {
        name: `Signer ${index + 1}`,
        email,
        signingOrder,
        ...(language && { language }),
        ...(identityCheck && { identityCheck }),
        ...(role && { role }),
      },
    });
    const ids: string[] = [];
    for (const field of fields) {
      const yPosition = 40 * (fieldIds.flat().length + ids.length + 1);
      const body = aField(signerId, { yPosition, ...field });
      ids.push((await done(world.key, documentRoutes.addField, { params: { id }, body })).id);
    }
    signerIds.push(signerId);
    fieldIds.push(ids);
  }
  return { id, signerIds, fieldIds };
}

/** The calls of a signer with their link. */
export function holderOf(token: string) {
  const ask = (route: Route, options: CallOptions = {}) =>
    call(anonymous, route, { ...options, params: { token, ...options.params } });
  return {
    token,
    ask,
    read: () => ask(documentRoutes.readSigning),
    fill: (fieldId: string, value: string | boolean | { typed: string } | null) =>
      ask(documentRoutes.fillField, { params: { fieldId }, body: { value } }),
    view: () => ask(documentRoutes.openSigning),
    /** Signs after a view, as a page does. */
    complete: async (shown?: string) => {
      await ask(documentRoutes.openSigning);
      return ask(documentRoutes.completeSigning, shown === undefined ? {} : { body: { shown } });
    },
    /** Signs without a view of its own. */
    sign: (body?: object) => ask(documentRoutes.completeSigning, body ? { body } : {}),
    decline: (reason = 'No.') => ask(documentRoutes.declineSigning, { body: { reason } }),
  };
}
export type Holder = ReturnType<typeof holderOf>;

/** Sends a document and returns the holders of its links, in signer order. */
export async function sent(world: SigningWorld, { id }: Draft, body = {}): Promise<Holder[]> {
  const { signers } = await done(world.key, documentRoutes.sendDocument, {
    params: { id },
    body: { ...body, returnLinks: true },
  });
  // The recipient of a copy has no link yet.
  return signers.map(({ signingUrl = '' }: { signingUrl?: string }) => holderOf(signingUrl.split('/').at(-1) ?? ''));
}
