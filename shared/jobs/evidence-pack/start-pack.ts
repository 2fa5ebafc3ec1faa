import { refused } from '@assay/foundation';
import { documentRead, isDeleted, storedDocument } from '#shared/documents/index.ts';
import { assertScope } from '#shared/identity/index.ts';
import type { Caller } from '#shared/platform/caller.ts';
import type { Change, NewEvent } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { startJob } from '#shared/platform/jobs/start-job.ts';
import { readSubject } from '#shared/risk/index.ts';
import type { EvidencePack, NewEvidencePack, PackInput } from './pack.ts';
import { presentPack } from './present-pack.ts';

/** A pack has what these modules return: a key that cannot read one of them gets no pack. */
const MODULES = ['risk', 'screening'];

export function assertPackReadable(caller: Caller, { documentIds }: Pick<PackInput, 'documentIds'>): void {
  for (const module of documentIds.length > 0 ? [...MODULES, 'documents'] : MODULES)
    assertScope({ module, method: 'GET', isReadOnly: false, needsWriteScope: false }, caller);
}

export async function startPack(
  context: Context,
  subjectId: string,
  { documentIds, includeNotes }: NewEvidencePack,
): Promise<Change<EvidencePack>> {
  assertPackReadable(context.caller, { documentIds });
  await readSubject(context, subjectId);
  await requireCompleted(context, documentIds);
  const input: PackInput = { subjectId, documentIds, includeNotes };
  const { job, change } = await startJob(context, { id: context.newId(), kind: 'evidence_pack', input });
  const requested: NewEvent = {
    type: 'risk.evidence_pack.requested',
    resource: 'jobs',
    resourceId: job.id,
    subjectId,
    announced: false,
    details: { documentIds, includeNotes },
  };
  return {
    ...change,
    events: [...change.events, requested],
    result: await presentPack(context.caller, job, context.now),
  };
}

async function requireCompleted({ store, caller }: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await store.getMany(ids.map((id) => documentRead(caller, id)));
  const errors = rows.flatMap((row, index) =>
    row && !isDeleted(row) && storedDocument(row).record.final
      ? []
      : [{ path: `documentIds.${index}`, message: 'There is no completed document with this id.' }],
  );
  if (errors.length > 0)
    throw refused('document_not_completed', '`documentIds` must name completed documents. See `errors`.', errors);
}
