import type { Token } from 'markdown-it';
import { ROLES_PER_GROUP, ROLES_PER_TEMPLATE } from '../limits.ts';
import { captionOf } from './captions.ts';
import { endOfLine, type OffsetOf } from './content-places.ts';
import { parseDirective, type SignatureDirective } from './directives.ts';
import { addLineField, readField } from './read-fields.ts';
import type { TreeReading } from './reading.ts';
import type { Block, SignatureBlock, SignatureLine } from './tree.ts';

/** A signature and its place in the source. */
export interface FoundSignature {
  role: string;
  label: string | null;
  at: number;
}

/** The signatures found so far, and the open group. */
export interface SignatureReading {
  found: FoundSignature[];
  group: { start: number; signatures: SignatureBlock[]; isRefused: boolean } | undefined;
}

/** A directive is rejected, becomes a block, or joins the group around it. */
export function readDirective(
  token: Token,
  { reading, signatures }: { reading: TreeReading; signatures: SignatureReading },
): Block | undefined {
  const line = token.map?.[0] ?? 0;
  const start = reading.parsed.blockStarts.get(line) ?? 0;
  const text = reading.lines.text.slice(start, endOfLine(reading.lines, line)).trimEnd();
  const directive = accepted(text, start, token.level, reading);
  switch (directive?.kind) {
    case 'page-break':
      refuseInGroup(start, reading, signatures);
      return { kind: 'page-break' };
    case 'group-start':
      return openGroup(start, reading, signatures);
    case 'group-end':
      return closeGroup(start, reading, signatures);
    case 'signature':
      return addSignature(directive, start, reading, signatures);
    default:
      return undefined;
  }
}

/** Directives must be literal text in the source, and signatures must not depend on the data. */
function accepted(text: string, start: number, level: number, reading: TreeReading) {
  if (reading.refuseValues(text, 'Variables are not allowed in directives.')) return undefined;
  const directive = parseDirective(text);
  const piece = reading.rendered.wholePiece(start, start + text.length);
  if (directive.kind === 'malformed') return void reading.refuse(start + directive.offset, directive.message);
  if (!piece) return void reading.refuse(start, 'Conditions and loops are not allowed within a directive.');
  if (level > 0) return void reading.refuse(start, 'Directives are not allowed in quotes and lists.');
  if (piece.depth > 0 && directive.kind !== 'page-break')
    return void reading.refuse(start, 'A signature cannot depend on a condition or a loop.');
  return directive;
}

/** A group contains only signatures and their fields. */
export function refuseInGroup(start: number, reading: TreeReading, { group }: SignatureReading) {
  if (!group || group.isRefused) return;
  group.isRefused = true;
  reading.refuse(start, 'Only ::signature and lines of ::field are allowed between :::signatures and :::.');
}

function openGroup(start: number, reading: TreeReading, signatures: SignatureReading): undefined {
  refuseInGroup(start, reading, signatures);
  signatures.group ??= { start, signatures: [], isRefused: false };
}

function closeGroup(start: number, reading: TreeReading, signatures: SignatureReading) {
  const { group } = signatures;
  if (!group) return void reading.refuse(start, 'This ::: closes no group.');
  signatures.group = undefined;
  const count = group.signatures.length;
  if (!group.isRefused && (count === 0 || count > ROLES_PER_GROUP))
    reading.refuse(group.start, `A group requires one or two signatures. This one has ${count}.`);
  return { kind: 'signatures', signatures: group.signatures } as const;
}

/** Rejects a group that is still open at the end of the document. */
export function refuseOpenGroup(reading: TreeReading, { group }: SignatureReading) {
  if (group) reading.refuse(group.start, 'This group is never closed by :::.');
}

function addSignature(
  directive: SignatureDirective,
  start: number,
  reading: TreeReading,
  { found, group }: SignatureReading,
): Block | undefined {
  const { role, label, labelOffset } = directive;
  if (found.some((other) => other.role === role)) reading.refuse(start, `The role ${role} is used twice.`);
  if (found.length === ROLES_PER_TEMPLATE)
    reading.refuse(start, `A template has at most ${ROLES_PER_TEMPLATE} signature roles.`);
  found.push({ role, label, at: reading.rendered.sourceOf(start) });
  const lines = linesOf(directive, start, reading);
  const at = reading.placeOf(start + labelOffset);
  const signature = { role, label, at, ...(lines.length > 0 && { lines }) };
  if (!group) return { kind: 'signatures', signatures: [signature] };
  group.signatures.push(signature);
  return undefined;
}

/** Lines below a signature: printed if the text is known, otherwise a field for the signer. */
function linesOf(
  { role, lines, dateFormat, signingDate }: SignatureDirective,
  start: number,
  reading: TreeReading,
): SignatureLine[] {
  return lines.map(({ kind, text, offset }) => {
    const caption = captionOf(kind, reading.language);
    const at = reading.placeOf(start + offset);
    if (text !== null) return { caption, text, at };
    if (kind === 'name') return { caption, text: reading.signerNames.get(role) ?? '', at };
    const source = reading.rendered.sourceOf(start + offset);
    const line = { start: start + offset, at: source, role, name: kind };
    const field = addLineField(reading, line, { label: caption, dateFormat, signingDate });
    return { caption, text: '', at, ...(field && { field }) };
  });
}

/**
 * A paragraph of fields in a group, one per line: they become lines below the preceding signature,
 * with their labels as captions and its role unless they name another. False for any other
 * paragraph.
 */
export function addFieldsToGroup(
  inline: Token,
  offsetOf: OffsetOf,
  { reading, signatures }: { reading: TreeReading; signatures: SignatureReading },
): boolean {
  const last = signatures.group?.signatures.at(-1);
  const children = inline.children ?? [];
  const isFields = children.every(({ type }, index) => (index % 2 === 0 ? type === 'field' : type === 'softbreak'));
  if (!last || !isFields) return false;
  const added = children.flatMap((child): SignatureLine[] => {
    const from = reading.parsed.inlineStarts.get(child) ?? 0;
    if (child.type !== 'field') return [];
    const field = readField({ text: child.content, from, offsetOf }, reading, last.role);
    const caption = field && reading.fields.at(-1)?.spec.label;
    return field ? [{ caption: caption ?? '', text: '', field, at: field.at }] : [];
  });
  last.lines = [...(last.lines ?? []), ...added];
  return true;
}
