import type { FieldType } from '../../field.ts';
import type { LanguageCode } from '../../signing/languages.ts';

/** What the service tells the holder of a link. */
export interface SigningState {
  document: {
    id: string;
    name: string;
    status: 'sent' | 'completed' | 'declined' | 'voided' | 'expired';
    message: string | null;
    /** Who asks. */
    senderName: string | null;
    pages: { width: number; height: number }[];
    expiresAt: string | null;
    requireConsent: boolean;
    /** Of the finished file. */
    sha256: string | null;
  };
  signer: {
    id: string;
    name: string;
    email: string;
    status: 'waiting' | 'ready' | 'completed' | 'declined';
    signingOrder: number;
    /** The disclosure on electronic signatures, once accepted. */
    consent: { version: string; language: LanguageCode; acceptedAt: string } | null;
  };
  /** Chosen by the sender; null leaves it to the browser. */
  language: LanguageCode | null;
  signers: { total: number; completed: number };
  fields: SigningField[];
  progress: { filled: number; total: number };
  /** Stands for all values above: what is signed are these. */
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
  /** What stands in the PDF's form below it is not what will be signed. */
  isOverForm: boolean;
  /** The field of the PDF's own form that it fills. */
  acroFieldName: string | null;
  /** As the service resolved it; null leaves it to the browser's language. */
  dateFormat: string | null;
  /** Where the picture is: a data URL, or an address at the service. */
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

/** The signer has it still to do. */
export const TO_BE_SIGNED: SigningStage[] = ['waiting', 'ready'];

/** Where the signer stands, of which the page shows one view each. */
export function stageOf({ document, signer, signers }: SigningState): SigningStage {
  if (document.status === 'declined')
    return signer.status === 'declined' ? 'declined' : 'declinedByOther';
  if (document.status !== 'sent') return document.status;
  if (signer.status === 'completed')
    return signers.completed >= signers.total ? 'preparing' : 'signed';
  return signer.status;
}

/** As one reads: page by page, row by row, from left to right. */
export function inReadingOrder(fields: readonly SigningField[]): SigningField[] {
  const rows: SigningField[][] = [];
  for (const field of [...fields].sort(
    (a, b) => a.pageNumber - b.pageNumber || a.yPosition - b.yPosition,
  )) {
    const row = rows.at(-1);
    if (row?.every((upper) => areBeside(upper, field))) row.push(field);
    else rows.push([field]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.xPosition - b.xPosition));
}

/** Fields are placed by hand: those a little apart in height stand in one row all the same. */
function areBeside(upper: SigningField, lower: SigningField): boolean {
  const bottom = (field: SigningField) => field.yPosition + field.height;
  const shared = Math.min(bottom(upper), bottom(lower)) - lower.yPosition;
  return upper.pageNumber === lower.pageNumber && shared > Math.min(upper.height, lower.height) / 2;
}

export const canBeFilled = (state: SigningState, { isReadOnly, isFrozen }: SigningField) =>
  stageOf(state) === 'ready' && !isReadOnly && !isFrozen;

export const hasValue = ({ value, signatureImage }: SigningField) =>
  (value !== null && value !== '') || signatureImage !== null;

/** Required and still empty. One of a group does for all of it. */
export function isOpen(field: SigningField, fields: readonly SigningField[]): boolean {
  if (!field.isRequiredNow || hasValue(field)) return false;
  if (field.groupKey === null) return true;
  return !fields.some((other) => other.groupKey === field.groupKey && hasValue(other));
}

/** What is still to be filled, in the order one reads; a group counts as one, where it begins. */
export function openFields(state: SigningState): SigningField[] {
  const groups = new Set<string>();
  return inReadingOrder(state.fields).filter((field) => {
    if (!canBeFilled(state, field) || !isOpen(field, state.fields)) return false;
    const { groupKey } = field;
    if (groupKey === null) return true;
    const isFirst = !groups.has(groupKey);
    groups.add(groupKey);
    return isFirst;
  });
}
