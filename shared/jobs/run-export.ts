import type { Context } from '#shared/platform/context.ts';
import type { StoredJob } from '#shared/platform/jobs/job.ts';
import type { JobRunner, Step } from '#shared/platform/jobs/run-job.ts';
import { ExportState, NewExport } from './export.ts';
import { addPart, finishFile, isPartFull, putRest, readRest } from './export-files.ts';
import { linesOf, listsOf, type RecordList } from './export-lists.ts';

const FIRST: ExportState = { list: 0, offset: 0, upload: null, tags: [], hasRest: false, bytes: 0 };

/**
 * One part of the file: pages are read until their lines fill a part, the worker runs out of time or nothing is left.
 * Memory is bounded by one part and one page.
 */
async function exportStep(context: Context, job: StoredJob, hasTime: () => boolean): Promise<Step> {
  const input = NewExport.parse(job.input);
  const state = job.state === null ? FIRST : ExportState.parse(job.state);
  const { caller } = context;
  const lists = listsOf(context, input);
  const lines = linesOf(input);
  const parts: Buffer[] = [state.hasRest ? await readRest(caller, job.id) : job.state === null ? lines.head : EMPTY];
  let bytes = parts[0]?.length ?? 0;
  let { list, offset } = state;
  let rows = 0;
  while (list < lists.length && !isPartFull(bytes)) {
    const page = await (lists[list] as RecordList)(offset);
    const text = Buffer.from(page.records.map(lines.line).join(''));
    parts.push(text);
    bytes += text.length;
    rows += page.records.length;
    [list, offset] = page.next === null ? [list + 1, 0] : [list, page.next];
    if (!hasTime()) break;
  }

  const whole = Buffer.concat(parts);
  const done = job.done + rows;
  const counts = { done, failed: 0, share: null };
  if (list === lists.length) {
    await finishFile(caller, job.id, state, whole);
    const ended: ExportState = { ...state, list, offset: 0, hasRest: false, bytes: state.bytes + whole.length };
    return { ...counts, total: done, state: ended, isLast: true };
  }
  if (isPartFull(bytes)) {
    const added = await addPart(caller, job.id, state, whole);
    const next: ExportState = { ...added, list, offset, hasRest: false, bytes: state.bytes + whole.length };
    return { ...counts, total: null, state: next, isLast: false };
  }
  await putRest(caller, job.id, whole);
  return { ...counts, total: null, state: { ...state, list, offset, hasRest: true }, isLast: false };
}

const EMPTY = Buffer.alloc(0);

export const exportRunner: JobRunner = { step: exportStep };
