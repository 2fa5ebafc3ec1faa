import type { FieldType } from '@assay/agreements/browser';
import type { LanguageCode } from '../languages.ts';

/** The organization that sent the document, as signers are to see it. */
export interface Brand {
  name: string | null;
  /** The name in the settings of the organization, if it is another one. */
  registeredName: string | null;
  /** `#rrggbb` */
  colour: string | null;
  /** A `data:` URL. */
  logo: string | null;
}

/** The state that the service returns to the holder of a link. */
export interface SigningState {
  document: {
    id: string;
    name: string;
    status: 'sent' | 'completed' | 'declined' | 'voided' | 'expired';
    message: string | null;
    /** The sender. */
    senderName: string | null;
    pages: { width: number; height: number }[];
    expiresAt: string | null;
    requireConsent: boolean;
    /** Of the sealed file. */
    sha256: string | null;
    /** Of its text; missing for a document without one. */
    textSha256?: string;
  };
  signer: {
    id: string;
    name: string;
    email: string;
    status: 'waiting' | 'ready' | 'completed' | 'declined';
    signingOrder: number;
    /** Missing for a signer. */
    role?: 'approver' | 'copy';
    /** The accepted disclosure on electronic signatures. */
    consent: {
      version: string;
      language: LanguageCode;
      acceptedAt: string;
      /** False if an API client has stated it: the page asks again. */
      onPage?: boolean;
    } | null;
  };
  /** The identity check that the document needs now. Before it is passed, the state has no pages and fields. */
  identity?: {
    check: 'email_code' | 'workflow';
    isVerified: boolean;
    isLocked: boolean;
    isCodeEntered: boolean;
    /** Whether the verification session of the workflow was requested. */
    isRequested: boolean;
  } | null;
  /** Whether the turn may be handed to another person now. */
  canDelegate?: boolean;
  /** Chosen by the sender; null leaves it to the browser. */
  language: LanguageCode | null;
  signers: { total: number; completed: number };
  fields: SigningField[];
  progress: { filled: number; total: number };
  /** Identifies all values above; signing covers exactly these. */
  shown: string;
}

export interface SigningField {
  id: string;
  fieldType: FieldType;
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
  label: string | null;
  value: string | null;
  options: string[] | null;
  maxLength: number | null;
  validationPattern: string | null;
  validationMessage: string | null;
  groupKey: string | null;
  /** Required while that other field is filled. */
  requiredWhenFieldId: string | null;
  multiline: boolean;
  required: boolean;
  isMine: boolean;
  isReadOnly: boolean;
  isRequiredNow: boolean;
  isFrozen: boolean;
  /** Hides the value of the PDF's own form below it, which is not what will be signed. */
  isOverForm: boolean;
  /** The field of the PDF's own form that it fills. */
  acroFieldName: string | null;
  /** The service writes the day of finishing, and `value` is that day. */
  signingDate: boolean;
  /** As resolved by the service; null leaves it to the browser's language. */
  dateFormat: string | null;
  /** A data URL, or a URL of the service. */
  signatureImage: string | null;
}

export type SigningStage =
  | 'waiting'
  | 'ready'
  | 'signed'
  | 'preparing'
  | 'completed'
  | 'declined'
  | 'declinedByOther'
  | 'voided'
  | 'expired';

/** Stages in which the signer still has to sign. */
export const TO_BE_SIGNED: SigningStage[] = ['waiting', 'ready'];

/** The signer's stage; the page has one view for each. */
export function stageOf({ document, signer, signers }: SigningState): SigningStage {
  if (document.status === 'declined') return signer.status === 'declined' ? 'declined' : 'declinedByOther';
  if (document.status !== 'sent') return document.status;
  if (signer.status === 'completed') return signers.completed >= signers.total ? 'preparing' : 'signed';
  return signer.status;
}

/** Reading order: page by page, row by row, from left to right. */
export function inReadingOrder(fields: readonly SigningField[]): SigningField[] {
  const rows: SigningField[][] = [];
  for (const field of [...fields].sort((a, b) => a.pageNumber - b.pageNumber || a.yPosition - b.yPosition)) {
    const row = rows.at(-1);
    if (row?.every((upper) => areBeside(upper, field))) row.push(field);
    else rows.push([field]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.xPosition - b.xPosition));
}

/** Fields are placed by hand, so slightly different heights count as one row. */
function areBeside(upper: SigningField, lower: SigningField): boolean {
  const bottom = (field: SigningField) => field.yPosition + field.height;
  const shared = Math.min(bottom(upper), bottom(lower)) - lower.yPosition;
  return upper.pageNumber === lower.pageNumber && shared > Math.min(upper.height, lower.height) / 2;
}

export const canBeFilled = (state: SigningState, { isReadOnly, isFrozen }: SigningField) =>
  stageOf(state) === 'ready' && !isReadOnly && !isFrozen;

export const hasValue = ({ value, signatureImage }: SigningField) =>
  (value !== null && value !== '') || signatureImage !== null;

/** Required and still empty. One filled member completes a group. */
export function isOpen(field: SigningField, fields: readonly SigningField[]): boolean {
  if (!field.isRequiredNow || hasValue(field)) return false;
  if (field.groupKey === null) return true;
  return !fields.some((other) => other.groupKey === field.groupKey && hasValue(other));
}

/** Fields still to fill, in an order; a group counts once, at its first member. */
export function openFields(state: SigningState, inOrder = inReadingOrder): SigningField[] {
  const groups = new Set<string>();
  return inOrder(state.fields).filter((field) => {
    if (!canBeFilled(state, field) || !isOpen(field, state.fields)) return false;
    const { groupKey } = field;
    if (groupKey === null) return true;
    const isFirst = !groups.has(groupKey);
    groups.add(groupKey);
    return isFirst;
  });
}

/** An approver has no fields, signs nothing and needs no disclosure. */
export const isApproval = ({ signer }: SigningState) => signer.role === 'approver';
