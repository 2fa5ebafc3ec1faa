import {
  Field,
  hasSetting,
  isReadOnly,
  progressOf,
  requiredNow,
  resolveDateFormat,
  signingDatesOf,
} from '@assay/agreements';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import { LANGUAGE_CODES } from '@assay/signing-page';
import * as z from 'zod';
import { Timestamp } from '#shared/platform/http/shapes.ts';
import { canDelegate, DocumentStatus, type StoredDocument, standingOf, statusAt } from '../document.ts';
import { replacedIn, type StoredField } from '../repository/stored-field.ts';
import { StoredSigner } from '../signer.ts';
import { actingOf, isApprover } from '../signer-role.ts';
import { codesOf, isLocked, needsIdentity } from './email-code.ts';
import { workflowOf } from './workflow-check.ts';

/** Everything a signer sees: the document, their fields, and their progress. */
const SigningField = Field.pick({
  id: true,
  fieldType: true,
  pageNumber: true,
  xPosition: true,
  yPosition: true,
  width: true,
  height: true,
  label: true,
  value: true,
  options: true,
  maxLength: true,
  validationPattern: true,
  validationMessage: true,
  groupKey: true,
  requiredWhenFieldId: true,
  multiline: true,
  required: true,
  acroFieldName: true,
}).extend({
  isMine: z.boolean().describe('False for shared fields of other signers and for fields that are already signed.'),
  isReadOnly: z.boolean(),
  isRequiredNow: z
    .boolean()
    .describe('Whether the field must be filled to finish. In a group: true for all members until one is chosen.'),
  isFrozen: z.boolean().describe('Whether the signer of the field has signed.'),
  isOverForm: z.boolean().describe('Whether the value replaces a field of the PDF’s form.'),
  signingDate: Field.shape.signingDate.describe(
    'Whether the service writes the day of finishing, in UTC. While it is the signer’s turn, `value` is the day that ' +
      'finishing now would seal; `shown` covers it.',
  ),
  dateFormat: z.string().nullable().describe('Null: the date format of the browser’s language.'),
  signatureImage: z.string().nullable().describe('URL of the image.'),
});

export const SigningState = z
  .object({
    document: z.object({
      id: z.uuid(),
      name: z.string(),
      status: DocumentStatus,
      message: z.string().nullable(),
      senderName: z.string().nullable(),
      pages: z.array(z.object({ width: z.number(), height: z.number() })),
      expiresAt: Timestamp.nullable(),
      requireConsent: z.boolean().describe('Whether signing needs an accepted disclosure.'),
      sha256: z.string().nullable().describe('Of the sealed file.'),
      textSha256: z
        .string()
        .optional()
        .describe('SHA-256 of the text of the document, `GET /signing/{token}/text`. Missing if it has none.'),
    }),
    signer: z.object({
      id: z.uuid(),
      name: z.string(),
      email: z.string(),
      status: z.enum(['waiting', 'ready', 'completed', 'declined']),
      signingOrder: z.int(),
      role: StoredSigner.shape.role,
      consent: StoredSigner.shape.consent.unwrap().describe('The disclosure the signer has accepted, if any.'),
    }),
    identity: z
      .object({
        check: z.enum(['email_code', 'workflow']),
        isVerified: z.boolean().describe('Whether the check is passed, and the state is complete.'),
        isCodeEntered: z
          .boolean()
          .describe('Whether the request had the session of an emailed code. For a workflow, its check follows.'),
        isRequested: z
          .boolean()
          .describe('Whether the verification session was requested: `POST /signing/{token}/identity-check`.'),
        isLocked: z.boolean().describe('Wrong codes were entered too often: the signer needs a new link.'),
      })
      .nullable()
      .describe('The identity check of the signer, if the document needs one now.'),
    canDelegate: z
      .boolean()
      .describe('Whether the signer may hand the turn to another person now: `POST /signing/{token}/delegate`.'),
    language: z
      .enum(LANGUAGE_CODES)
      .nullable()
      .describe('Language chosen by the sender; null for the language of the browser.'),
    signers: z.object({ total: z.int(), completed: z.int() }),
    fields: z.array(SigningField),
    progress: z.object({ filled: z.int(), total: z.int() }),
    shown: z
      .string()
      .describe(
        'Digest of the signer’s name and address and of the fields and their values. Send it as `shown` when completing.',
      ),
  })
  .meta({ id: 'SigningState' });
export type SigningState = z.infer<typeof SigningState>;

/**
 * The state shown to one signer: their own fields, shared fields, and what others signed before.
 * Image URLs contain the signer's link and are therefore not part of the stored state.
 */
export function signingState(
  document: StoredDocument,
  signer: StoredSigner,
  fields: readonly StoredField[],
  now: Date,
): SigningState {
  const required = requiredNow(signer, fields);
  const acting = actingOf(document.signers);
  const hasSigned = new Set(document.signers.filter(({ status }) => status === 'completed').map(({ id }) => id));
  const isMine = ({ signerId }: StoredField) => signerId === signer.id;
  const shown = withDatesOfToday(document, signer, fields, now).filter(
    (field) => isMine(field) || field.sharedFill || isSeen(field, document.signers),
  );
  return SigningState.parse({
    document: {
      ...document,
      status: statusAt(document, now),
      sha256: document.final?.sha256 ?? null,
      textSha256: document.text?.sha256,
    },
    signer: { ...signer, status: standingOf(document, signer) },
    identity: needsIdentity(signer, document)
      ? {
          check: workflowOf(signer) === null ? 'email_code' : 'workflow',
          isVerified: true,
          isCodeEntered: true,
          isRequested: signer.identitySession !== null,
          isLocked: isLocked(codesOf(signer)),
        }
      : null,
    canDelegate: standingOf(document, signer) === 'ready' && canDelegate(document, signer),
    language: signer.language ?? document.language,
    signers: {
      total: acting.length,
      completed: acting.filter(({ status }) => status === 'completed').length,
    },
    fields: shown.map((field) => ({
      ...field,
      isMine: isMine(field),
      isReadOnly: isReadOnly(field) || (!isMine(field) && (!field.sharedFill || isApprover(signer))),
      isRequiredNow: required.has(field.id),
      isFrozen: hasSigned.has(field.signerId),
      isOverForm: field.acroFieldName !== null,
      dateFormat: hasSetting(field, 'dateFormat') ? resolveDateFormat(field) : null,
      signatureImage: field.imageKey === null ? null : `/fields/${field.id}/image`,
    })),
    progress: progressOf(signer, fields),
    shown: digestOf(signer, shown),
  });
}

/** With the signing dates that finishing now would seal, for a signer who can finish. */
function withDatesOfToday(document: StoredDocument, signer: StoredSigner, fields: readonly StoredField[], now: Date) {
  if (statusAt(document, now) !== 'sent' || standingOf(document, signer) !== 'ready') return fields;
  return replacedIn(fields, signingDatesOf(fields, { signerId: signer.id, now, language: document.language }));
}

/** What the holder of a link sees before the identity check: that it exists, and nothing of the document. */
export const hiddenState = (state: SigningState, isCodeEntered: boolean): SigningState => ({
  ...state,
  canDelegate: false,
  identity: state.identity && { ...state.identity, isVerified: false, isCodeEntered },
  document: { ...state.document, message: null, pages: [], sha256: null, textSha256: undefined },
  signer: { ...state.signer, email: maskedAddress(state.signer.email) },
  fields: [],
  progress: { filled: 0, total: 0 },
  shown: '',
});

/** `a•••@example.com` */
const maskedAddress = (email: string) => {
  const at = email.lastIndexOf('@');
  return `${[...email][0] ?? ''}•••${email.slice(at)}`;
};

/**
 * Hash of only what this signer is shown, so that it reveals no values of others: the name and address for which the
 * page says the document is, and the fields.
 */
const digestOf = (signer: StoredSigner, shown: readonly StoredField[]) =>
  sha256Hex(canonicalJson({ signer: signerSha256(signer), fields: shown.map(({ id, value }) => [id, value]) }));

/** Digest of the name and address that a signer was shown, for the audit trail, which contains neither. */
export const signerSha256 = ({ name, email }: Pick<StoredSigner, 'name' | 'email'>) =>
  sha256Hex(canonicalJson({ email, name }));

/** A signed value is visible to signers who sign later. */
export const isSeen = (field: StoredField, signers: readonly StoredSigner[]) =>
  field.value !== null && signers.some(({ id, status }) => id === field.signerId && status === 'completed');
