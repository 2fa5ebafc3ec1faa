import { conflict, notFound } from '@assay/foundation';
import * as z from 'zod';
import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import { rowsOf } from '#shared/platform/store/erasure.ts';
import { pack, unpack } from '#shared/platform/store/packed.ts';
import type { Item, Key, Store, Write } from '#shared/platform/store/store.ts';
import { BatchMapping } from '../batch-mapping.ts';
import { BATCH_MAPPINGS } from '../limits.ts';

/** Mappings of columns by name, and a row that names them all, so that there are never too many. */
export const batchMappingsPartition = (scope: Scope) => `${scopeKey(scope)}#batch-mappings`;

const keyOf = (scope: Scope, name: string): Key => ({ pk: batchMappingsPartition(scope), sk: name });

/** Names begin with a letter. */
const namesKey = (scope: Scope): Key => ({ pk: batchMappingsPartition(scope), sk: '#names' });
const FIRST_NAME = 'a';

const Names = z.object({ names: z.array(z.string()), revision: z.int() });
type Names = z.infer<typeof Names>;

/** Packed, because a heading can be any text. */
const mappingIn = ({ packed }: Item): BatchMapping => BatchMapping.parse(unpack([packed as Uint8Array]));

interface StoredMapping {
  mapping: BatchMapping;
  revision: number;
}

export async function findMapping(store: Store, scope: Scope, name: string): Promise<StoredMapping | undefined> {
  const row = await store.get('screening', keyOf(scope, name));
  return row && { mapping: mappingIn(row), revision: Number(row.revision) };
}

export async function readMapping(store: Store, scope: Scope, name: string): Promise<StoredMapping> {
  const found = await findMapping(store, scope, name);
  if (!found) throw notFound('batch mapping');
  return found;
}

/** In the order of their names. */
export async function listMappings(store: Store, scope: Scope): Promise<BatchMapping[]> {
  const mappings: BatchMapping[] = [];
  for await (const rows of rowsOf(store, 'screening', batchMappingsPartition(scope), { from: FIRST_NAME }))
    mappings.push(...rows.map(mappingIn));
  return mappings;
}

/** Creates a mapping, or replaces the one that was read. */
export async function saveMapping(
  store: Store,
  scope: Scope,
  { before, mapping }: { before: StoredMapping | undefined; mapping: BatchMapping },
): Promise<Write[]> {
  const [packed] = pack(mapping);
  const { id, name } = mapping;
  const row = { ...keyOf(scope, name), id, revision: (before?.revision ?? 0) + 1, packed };
  if (before) return [{ table: 'screening', put: row, when: { revision: before.revision } }];
  const known = await readNames(store, scope);
  if (known.names.length >= BATCH_MAPPINGS)
    throw conflict('too_many_mappings', `There are ${BATCH_MAPPINGS} mappings. Delete one that is no longer used.`);
  return [{ table: 'screening', put: row, when: 'absent' }, replaceNames(scope, known, [...known.names, name])];
}

export async function removeMapping(
  store: Store,
  scope: Scope,
  { mapping, revision }: StoredMapping,
): Promise<Write[]> {
  const known = await readNames(store, scope);
  const others = known.names.filter((name) => name !== mapping.name);
  return [
    { table: 'screening', remove: keyOf(scope, mapping.name), when: { revision } },
    replaceNames(scope, known, others),
  ];
}

async function readNames(store: Store, scope: Scope): Promise<Names> {
  const row = await store.get('screening', namesKey(scope));
  return row ? Names.parse(row) : { names: [], revision: 0 };
}

const replaceNames = (scope: Scope, { revision }: Names, names: string[]): Write => ({
  table: 'screening',
  put: { ...namesKey(scope), names, revision: revision + 1 },
  when: revision === 0 ? 'absent' : { revision },
});
