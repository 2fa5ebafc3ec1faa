import type { Api } from '../../api/client.ts';
import type { Tone } from '../../parts/pill.tsx';

export type DocumentRecord = Awaited<ReturnType<Api['documents']['readDocument']>>;
export type Signer = DocumentRecord['signers'][number];
/** A document and its signers as a list shows them. */
export type ListedDocument = Awaited<ReturnType<Api['documents']['listDocuments']>>['items'][number];
export type ListedSigner = ListedDocument['signers'][number];
export type Field = Awaited<ReturnType<Api['documents']['listFields']>>['items'][number];
export type FormField = Awaited<ReturnType<Api['documents']['listFormFields']>>['items'][number];

const IN_TURN: Record<Signer['status'], { word: string; tone: Tone }> = {
  waiting: { word: 'Not their turn', tone: 'neutral' },
  ready: { word: 'Can sign', tone: 'info' },
  completed: { word: 'Signed', tone: 'ok' },
  declined: { word: 'Declined', tone: 'bad' },
};

/** Approvers and recipients of copies have no fields. */
export const isSigning = ({ role }: Pick<Signer, 'role'>) => role === undefined;
export const isCopy = ({ role }: Pick<Signer, 'role'>) => role === 'copy';

const APPROVING: Readonly<Record<string, string>> = {
  'Can sign': 'Can approve',
  Signed: 'Approved',
  'Not signed': 'Not approved',
};

/** The signing order applies only while a document is sent. Drafts and closed documents cannot be signed. */
export function stateOf(
  signer: ListedSigner,
  { status }: Pick<DocumentRecord, 'status'>,
): { word: string; tone: Tone } {
  if (isCopy(signer)) return copyStateOf(status);
  const { word, tone } = stateOfSigner(signer, status);
  return { word: isSigning(signer) ? word : (APPROVING[word] ?? word), tone };
}

/** A copy is sent once the document is sealed. */
function copyStateOf(status: DocumentRecord['status']): { word: string; tone: Tone } {
  if (status === 'completed') return { word: 'Copy sent', tone: 'ok' };
  return { word: status === 'draft' || status === 'sent' ? 'Copy when sealed' : 'No copy', tone: 'neutral' };
}

function stateOfSigner(signer: ListedSigner, status: DocumentRecord['status']): { word: string; tone: Tone } {
  const hasActed = signer.status === 'completed' || signer.status === 'declined';
  if (hasActed || status === 'sent') return IN_TURN[signer.status];
  return { word: status === 'draft' ? 'Not sent' : 'Not signed', tone: 'neutral' };
}

export const FIELD_TYPES: Record<Field['fieldType'], string> = {
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date',
  text: 'Text',
  checkbox: 'Checkbox',
  dropdown: 'Dropdown',
};
