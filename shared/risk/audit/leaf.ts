import { canonicalJson } from '@assay/foundation/canonical-json';
import { leafHash } from '@assay/foundation/merkle';
import type { RecordedEvent } from '#shared/platform/store/history.ts';

/**
 * The leaf of an event: its record as `GET /risk/events/{id}` and exports return it, as canonical JSON. The members are
 * named here, so that one that is added to the record later changes no leaf.
 */
function leafOf(event: RecordedEvent): string {
  const { id, type, resource, resourceId, subjectId, actor, reason, details, occurredAt } = event;
  const data = { type, resource, resourceId, subjectId, actor, reason, details, occurredAt };
  return canonicalJson({ id, resource: 'events', data });
}

export const leafHashOf = (event: RecordedEvent): string => leafHash(leafOf(event));
