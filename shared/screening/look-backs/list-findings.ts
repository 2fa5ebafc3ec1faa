import type { Context } from '#shared/platform/context.ts';
import { readJob } from '#shared/platform/jobs/stored-jobs.ts';
import type { Page } from '#shared/platform/store/paging.ts';
import { BATCH_CHUNK_ROWS, FILTERED_CHUNKS, LOOK_BACK_FINDINGS } from '../limits.ts';
import { readLookedBack } from '../repository/batch-objects.ts';
import { listWatchFindings } from '../repository/watch-look-backs.ts';
import { openBatch } from '../uploaded/open-batch.ts';
import { type LookBackFinding, LookBackInput, type LookBackState, stateOfLookBack } from './look-back.ts';
import type { LookedBackRow } from './looked-back-row.ts';

/** What a look-back has found so far, in the order of the file. The offset is the number of rows before the page. */
export async function listFindings(
  context: Pick<Context, 'store' | 'caller' | 'now'>,
  id: string,
  offset: number,
): Promise<Page<LookBackFinding>> {
  const job = await readJob(context.store, context.caller, id, 'screening_look_back');
  const input = LookBackInput.parse(job.input);
  const state = stateOfLookBack(job);
  if (input.batchId === null) return findingsOfWatches(context, id, offset, { input, state });
  const { objects, upload } = await openBatch(context, input.batchId);
  const rows = upload.ended?.done ?? 0;
  const end = state.isWritten ? rows : Math.min(rows, state.chunk * BATCH_CHUNK_ROWS);
  const items: LookBackFinding[] = [];
  let next = offset;
  for (let read = 0; next < end && read < FILTERED_CHUNKS; read += 1) {
    const chunk = Math.floor(next / BATCH_CHUNK_ROWS);
    for (const row of await readLookedBack(objects, job.id, chunk)) {
      if ((row.row ?? 0) <= next) continue;
      if (items.length === LOOK_BACK_FINDINGS) return { items, nextOffset: (row.row ?? 1) - 1 };
      items.push(presentFinding(row, input, state));
    }
    next = (chunk + 1) * BATCH_CHUNK_ROWS;
  }
  return { items, nextOffset: next < end ? next : null };
}

/** The offset is the number of findings before the page. */
async function findingsOfWatches(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  jobId: string,
  offset: number,
  { input, state }: { input: LookBackInput; state: LookBackState },
): Promise<Page<LookBackFinding>> {
  const page = { skip: offset, limit: LOOK_BACK_FINDINGS };
  const { found, hasMore } = await listWatchFindings(store, caller, jobId, page);
  const items = found.map((row) => presentFinding(row, input, state));
  return { items, nextOffset: hasMore ? offset + items.length : null };
}

function presentFinding(
  { reachedWith, incompleteWith, match, ...row }: LookedBackRow,
  { versions }: LookBackInput,
  { unavailable }: Pick<LookBackState, 'unavailable'>,
): LookBackFinding {
  const at = versions.findIndex(({ versionId }) => versionId === reachedWith);
  const version = versions[at] ?? null;
  const gone = new Set(unavailable.map(({ versionId }) => versionId));
  const isCertain = !incompleteWith && !versions.slice(0, Math.max(at, 0)).some(({ versionId }) => gone.has(versionId));
  return { ...row, outcome: version ? 'reached' : 'incomplete', isCertain, version, match };
}
