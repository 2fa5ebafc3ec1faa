import type { Scope } from '#shared/platform/caller.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Store, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';
import { withStandingConditions } from './conditions.ts';
import { rowsOf } from './rows.ts';
import { StoredField } from './stored-field.ts';

const PREFIX = 'field#';

const keyOf = (scope: Scope, documentId: string, id: string) => ({
  pk: partitionOf(scope, documentId),
  sk: `${PREFIX}${id}`,
});

/**
 * All fields of a document, in order of creation. A row has one field, or many that were written at once; of several
 * rows with one field the last in key order counts.
 */
export async function listFields(store: Store, scope: Scope, documentId: string): Promise<StoredField[]> {
  const fields = new Map<unknown, Record<string, unknown>>();
  for (const field of fieldsIn(await rowsOf(store, scope, documentId, PREFIX)))
    if (field.isRemoved) fields.delete(field.id);
    else fields.set(field.id, field);
  const inOrder = [...fields.values()].map((field) => StoredField.parse(field));
  return withStandingConditions(inOrder.sort((one, other) => (one.id < other.id ? -1 : 1)));
}

/** Parts are written together, but a reader of several pages may see the last ones alone: then they are too new. */
function* fieldsIn(rows: readonly Item[]): Generator<Record<string, unknown>> {
  const groups = Map.groupBy(rows, ({ sk, group }) => String(group ?? sk));
  for (const group of groups.values()) {
    const [first] = group;
    if (first?.parts === undefined) yield* group;
    else if (first.parts === group.length)
      yield* unpack(group.map(({ content }) => content as Uint8Array)) as Record<string, unknown>[];
  }
}

/**
 * Unconditional: every change of a field also replaces its document, which fails if another request
 * changed the document.
 */
export const putField = (scope: Scope, field: StoredField): Write => ({
  table: 'documents',
  put: { ...keyOf(scope, field.documentId, field.id), ...field },
});

/** Before the rows of single fields, which replace what was created, and after them. */
export const CREATED = '!created';
export const signedBy = (signerId: string) => `~signed#${signerId}`;

/** Fields that are written at once, in as few rows as hold them. */
export function putFields(scope: Scope, documentId: string, name: string, fields: readonly StoredField[]): Write[] {
  if (fields.length === 0) return [];
  const contents = pack(fields);
  return contents.map((content, part) => ({
    table: 'documents',
    put: {
      ...keyOf(scope, documentId, `${name}#${String(part).padStart(3, '0')}`),
      group: name,
      parts: contents.length,
      content,
    },
  }));
}

/** A mark and not a deletion, because the field may also be in a row of many. */
export const removeField = (scope: Scope, { documentId, id }: StoredField): Write => ({
  table: 'documents',
  put: { ...keyOf(scope, documentId, id), id, isRemoved: true },
});
