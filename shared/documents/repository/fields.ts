import * as z from 'zod';
import type { Scope } from '#shared/platform/caller.ts';
import type { Store, Write } from '#shared/platform/store/store.ts';
import { Field } from '../field.ts';
import { partitionOf } from './collections.ts';
import { withStandingConditions } from './conditions.ts';
import { rowsOf } from './rows.ts';

/** A field as it is kept: of a signature there is the name of an object; its address is made when asked for. */
export const KeptField = Field.extend({
  /** Absent from rows written before documents kept it. */
  key: Field.shape.key.default(null),
  imageKey: z.string().nullable(),
  /** How often it was given to another signer. */
  reassignments: z.int().default(0),
  /** The same of the field it waits for, at the time the condition was made. */
  controllerReassignments: z.int().default(0),
});
export type KeptField = z.infer<typeof KeptField>;

const PREFIX = 'field#';

const keyOf = (scope: Scope, documentId: string, id: string) => ({
  pk: partitionOf(scope, documentId),
  sk: `${PREFIX}${id}`,
});

/** All fields of a document, in the order in which they were made. */
export const listFields = async (
  store: Store,
  scope: Scope,
  documentId: string,
): Promise<KeptField[]> =>
  withStandingConditions(
    (await rowsOf(store, scope, documentId, PREFIX)).map((row) => KeptField.parse(row)),
  );

/**
 * Without a condition: every change of a field replaces its document as well, which refuses whoever
 * had read an older one.
 */
export const putField = (scope: Scope, field: KeptField): Write => ({
  table: 'documents',
  put: { ...keyOf(scope, field.documentId, field.id), ...field },
});

export const removeField = (scope: Scope, { documentId, id }: KeptField): Write => ({
  table: 'documents',
  remove: keyOf(scope, documentId, id),
});
