import type { Token } from 'markdown-it';
import { ROLES_PER_GROUP, ROLES_PER_TEMPLATE } from '../limits.ts';
import { endOfLine } from './content-places.ts';
import { type Directive, parseDirective } from './directives.ts';
import type { Reading } from './reading.ts';
import type { Block, SignatureBlock } from './tree.ts';

/** A signature with where in the source it stands. */
export interface FoundSignature {
  role: string;
  label: string | null;
  at: number;
}

/** The signatures so far, and the group that is open. */
export interface SignatureReading {
  found: FoundSignature[];
  group: { start: number; signatures: SignatureBlock[]; isRefused: boolean } | undefined;
}

/** A directive is refused, or becomes a block, or part of the group around it. */
export function readDirective(
  token: Token,
  { reading, signatures }: { reading: Reading; signatures: SignatureReading },
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

/** Directives are written out in the source, and those of signatures whatever the data. */
function accepted(text: string, start: number, level: number, reading: Reading) {
  if (reading.refuseValues(text, 'A variable cannot stand in a directive.')) return undefined;
  const directive = parseDirective(text);
  const piece = reading.rendered.wholePiece(start, start + text.length);
  if (directive.kind === 'malformed')
    return void reading.refuse(start + directive.offset, directive.message);
  if (!piece) return void reading.refuse(start, 'Conditions and loops cannot make up a directive.');
  if (level > 0)
    return void reading.refuse(start, 'A directive cannot stand in a quote or a list.');
  if (piece.depth > 0 && directive.kind !== 'page-break')
    return void reading.refuse(start, 'A signature cannot depend on a condition or a loop.');
  return directive;
}

/** Between the first and the last line of a group there are signatures only. */
export function refuseInGroup(start: number, reading: Reading, { group }: SignatureReading) {
  if (!group || group.isRefused) return;
  group.isRefused = true;
  reading.refuse(start, 'Only ::signature can stand between :::signatures and :::.');
}

function openGroup(start: number, reading: Reading, signatures: SignatureReading): undefined {
  refuseInGroup(start, reading, signatures);
  signatures.group ??= { start, signatures: [], isRefused: false };
}

function closeGroup(start: number, reading: Reading, signatures: SignatureReading) {
  const { group } = signatures;
  if (!group) return void reading.refuse(start, 'There is no group that ::: closes.');
  signatures.group = undefined;
  const count = group.signatures.length;
  if (!group.isRefused && (count === 0 || count > ROLES_PER_GROUP))
    reading.refuse(group.start, `A group has one or two signatures; this one has ${count}.`);
  return { kind: 'signatures', signatures: group.signatures } as const;
}

/** At the end of the document. */
export function refuseOpenGroup(reading: Reading, { group }: SignatureReading) {
  if (group) reading.refuse(group.start, 'This group is never closed by :::.');
}

function addSignature(
  { role, label, labelOffset }: Extract<Directive, { kind: 'signature' }>,
  start: number,
  reading: Reading,
  { found, group }: SignatureReading,
): Block | undefined {
  if (found.some((other) => other.role === role))
    reading.refuse(start, `The role ${role} is used twice.`);
  if (found.length === ROLES_PER_TEMPLATE)
    reading.refuse(start, `A template has at most ${ROLES_PER_TEMPLATE} signature roles.`);
  found.push({ role, label, at: reading.rendered.sourceOf(start) });
  const signature = { role, label, at: reading.placeOf(start + labelOffset) };
  if (!group) return { kind: 'signatures', signatures: [signature] };
  group.signatures.push(signature);
  return undefined;
}
