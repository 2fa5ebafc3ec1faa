import { type Scope, scopeKey } from '#shared/platform/caller.ts';
import type { Collection } from '#shared/platform/store/collection.ts';
import { shardPlanOf } from '#shared/platform/store/shard-plans.ts';

export const KINDS = ['templates', 'documents'] as const;

export const recordsOf = (scope: Scope, kind: (typeof KINDS)[number]): Collection => ({
  table: 'documents',
  name: `${scopeKey(scope)}#${kind}`,
  shards: shardPlanOf('records'),
});

/** Rows that belong to one document: fields, audit trail, form, emails. */
export const partitionOf = (scope: Scope, documentId: string) => `${scopeKey(scope)}#document#${documentId}`;

/** Rows that belong to one template: its earlier revisions. */
export const templatePartition = (scope: Scope, templateId: string) => `${scopeKey(scope)}#template#${templateId}`;
