import { emptyValues, type FormValues, type Variable } from '../../domain/template-variables.ts';
import type { TemplatesInOrder } from './bundle.ts';
import { NEW_SENDING, NEW_SIGNER, type SendingText, type SignerText } from './sending.ts';

/** A document as typed, before it is created. */
export interface DocumentDraft extends TemplatesInOrder {
  name: string;
  values: FormValues;
  signers: Readonly<Record<string, SignerText>>;
  /** Approvers and recipients of copies. Missing in what was typed before they could be. */
  others?: readonly SignerText[];
  sending: SendingText;
}

export const newDraft = (
  name: string,
  roles: readonly { id: string }[],
  variables: readonly Variable[],
): DocumentDraft => ({
  name,
  values: emptyValues(variables),
  signers: Object.fromEntries(roles.map(({ id }) => [id, NEW_SIGNER])),
  sending: NEW_SENDING,
});

/** Where the browser keeps what was typed by one person in one mode. */
export const draftKey = (userId: string, mode: string, kind: 'template' | 'document' | 'bulk', id: string) =>
  `assay.draft.${userId}.${mode}.${kind === 'template' ? 'document-of-template' : kind}.${id}`;

/** Refusals by property, below a prefix: `signers.tenant.email` is `email` of `signers.tenant.`. */
export const faultsBelow = (prefix: string, issues: readonly { path: string; message: string }[]) =>
  new Map(
    issues
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ path, message }) => [path.slice(prefix.length), message] as const)
      .toReversed(),
  );
