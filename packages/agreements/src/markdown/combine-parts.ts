import { IMAGES_PER_DOCUMENT } from '../limits.ts';
import type { RenderedField, SignatureRole } from './render-source.ts';
import type { Block, DocumentTree, FieldBox, Inline, SignatureBlock, SourcePlace } from './tree.ts';

/** One rendered template of a bundle. */
export interface RenderedPart {
  tree: DocumentTree;
  roles: readonly SignatureRole[];
  fields: readonly RenderedField[];
  /** What its images are called in the document, by the names of its source. */
  imageNames?: ReadonlyMap<string, string>;
}

/** A signature block of the combined tree, in which its `role` is the id of the block: a role can sign several parts. */
export interface CombinedSignature extends SignatureRole {
  templateNumber: number;
}

export interface CombinedParts {
  tree: DocumentTree;
  /** Every role once, in the order of its first signature, with the label that it has there. */
  roles: SignatureRole[];
  fields: RenderedField[];
  signatures: ReadonlyMap<string, CombinedSignature>;
  /** The first image above the limit on the whole document. */
  excess?: SourcePlace;
}

/**
 * Joins rendered templates into one tree, each beginning on a new page. Ids of fields and signature blocks get the number of
 * their part. Keys of fields stay as they are: like those of a loop, they need not be unique in a document. A group of
 * checkboxes that an earlier part has for the same role becomes another group, since its boxes are alternatives in its
 * own template only.
 */
export function combineParts(parts: readonly RenderedPart[]): CombinedParts {
  const counted = { images: 0, excess: undefined as SourcePlace | undefined };
  const blocks = parts.flatMap(({ tree, imageNames = new Map() }, part): Block[] => [
    ...(part === 0 ? [] : [{ kind: 'page-break' as const }]),
    ...tree.blocks.map(blockOf({ part, imageNames, counted })),
  ]);
  return {
    tree: { blocks },
    roles: mergedRoles(parts.map(({ roles }) => roles)),
    fields: parts.flatMap(({ fields }, part) => {
      const groupOf = groupsAfter(parts.slice(0, part), part);
      return fields.map((field) => fieldOf(field, part, groupOf));
    }),
    signatures: new Map(
      parts.flatMap(({ roles }, part) =>
        roles.map((one) => [idIn(part, one.role), { ...one, templateNumber: part + 1 }] as const),
      ),
    ),
    ...(counted.excess && { excess: counted.excess }),
  };
}

/** The signers of a bundle: every role of its templates once. */
export function mergedRoles(parts: readonly (readonly SignatureRole[])[]): SignatureRole[] {
  const byRole = new Map<string, SignatureRole>();
  for (const role of parts.flat()) if (!byRole.has(role.role)) byRole.set(role.role, role);
  return [...byRole.values()];
}

const idIn = (part: number, id: string) => `p${part + 1}.${id}`;

function fieldOf(field: RenderedField, part: number, groupOf: (field: RenderedField) => string | null): RenderedField {
  const { id, requiredWhenFieldId, at } = field;
  return {
    ...field,
    id: idIn(part, id),
    requiredWhenFieldId: requiredWhenFieldId === null ? null : idIn(part, requiredWhenFieldId),
    groupKey: groupOf(field),
    templateNumber: part + 1,
    at: { prefill: { ...at.prefill, part }, options: { ...at.options, part } },
  };
}

/** A key of a source has no parentheses, so the new key is not one of another group. */
function groupsAfter(earlier: readonly RenderedPart[], part: number) {
  const taken = new Set(earlier.flatMap(({ fields }) => fields.map(groupId)));
  return (field: RenderedField) =>
    field.groupKey !== null && taken.has(groupId(field)) ? `${field.groupKey} (${part + 1})` : field.groupKey;
}

const groupId = ({ signerId, groupKey }: RenderedField) => JSON.stringify([signerId, groupKey]);

interface Renaming {
  part: number;
  imageNames: ReadonlyMap<string, string>;
  counted: { images: number; excess: SourcePlace | undefined };
}

function blockOf(renaming: Renaming): (block: Block) => Block {
  const { part } = renaming;
  const inline = inlineOf(renaming);
  const block = (one: Block): Block => {
    switch (one.kind) {
      case 'heading':
      case 'paragraph':
        return { ...one, children: one.children.map(inline) };
      case 'list':
        return { ...one, items: one.items.map((item) => item.map(block)) };
      case 'quote':
        return { ...one, children: one.children.map(block) };
      case 'table':
        return {
          ...one,
          head: one.head.map((cell) => cell.map(inline)),
          rows: one.rows.map((row) => row.map((cell) => cell.map(inline))),
        };
      case 'code-block':
        return { ...one, at: { ...one.at, part } };
      case 'signatures':
        return { ...one, signatures: one.signatures.map((signature) => signatureOf(signature, part)) };
      default:
        return one;
    }
  };
  return block;
}

/** Without a label its role is printed, which is no longer its id. */
const signatureOf = ({ role, label, at, lines }: SignatureBlock, part: number): SignatureBlock => ({
  role: idIn(part, role),
  label: label ?? role,
  at: { ...at, part },
  ...(lines && {
    lines: lines.map(({ field, ...line }) => ({
      ...line,
      at: { ...line.at, part },
      ...(field && { field: boxOf(field, part) }),
    })),
  }),
});

const boxOf = <Box extends FieldBox>(box: Box, part: number): Box => ({ ...box, id: idIn(part, box.id) });

function inlineOf({ part, imageNames, counted }: Renaming): (inline: Inline) => Inline {
  const inline = (one: Inline): Inline => {
    if ('children' in one) return { ...one, children: one.children.map(inline) };
    if (one.kind === 'line-break') return one;
    const at = { ...one.at, part };
    if (one.kind === 'field') return { ...boxOf(one, part), at };
    if (one.kind !== 'image') return { ...one, at };
    counted.images += 1;
    if (counted.images > IMAGES_PER_DOCUMENT) counted.excess ??= at;
    return { ...one, name: imageNames.get(one.name) ?? one.name, at };
  };
  return inline;
}
