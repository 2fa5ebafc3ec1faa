import { Field } from '@assay/agreements';
import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { partitionOf } from './collections.ts';
import { withStandingConditions } from './conditions.ts';
import { rowsOf } from './rows.ts';

/** A stored field. A signature is stored as an object name; its URL is created on request. */
export const StoredField = Field.extend({
  /** Missing in rows written before it existed. */
  key: Field.shape.key.default(null),
  imageKey: z.string().nullable(),
  /** How often it was assigned to another signer. */
  reassignments: z.int().default(0),
  /** The same count of its controlling field when the condition was set. */
  controllerReassignments: z.int().default(0),
});
export type StoredField = z.infer<typeof StoredField>;

const PREFIX = 'field#';

const keyOf = (scope: Scope, documentId: string, id: string) => ({
  pk: partitionOf(scope, documentId),
  sk: `${PREFIX}${id}`,
});

/** All fields of a document, in order of creation. */
export const listFields = async (
  store: Store,
  scope: Scope,
  documentId: string,
): Promise<StoredField[]> =>
  withStandingConditions(
    (await rowsOf(store, scope, documentId, PREFIX)).map((row) => StoredField.parse(row)),
  );

/**
 * Unconditional: every change of a field also replaces its document, which fails if another request
 * changed the document.
 */
export const putField = (scope: Scope, field: StoredField): Write => ({
  table: 'documents',
  put: { ...keyOf(scope, field.documentId, field.id), ...field },
});

export const removeField = (scope: Scope, { documentId, id }: StoredField): Write => ({
  table: 'documents',
  remove: keyOf(scope, documentId, id),
});
