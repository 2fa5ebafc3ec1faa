import type { Context } from '#shared/platform/context.ts';
import type { Write } from '#shared/platform/store/store.ts';
import { findWork, replaceWork } from '../repository/work.ts';
import { replaceRequest, type StoredRequest } from '../repository/work-requests.ts';
import type { WorkRequestRecord } from '../work-request.ts';

/** The writes of a request that is open no more: it, and the worklist, which waits for it no more. */
export async function endWaiting(
  { store, caller, now }: Context,
  stored: StoredRequest,
  after: WorkRequestRecord,
): Promise<Write[]> {
  const { id, data } = stored.request;
  const [known] = await findWork(store, caller, [data.subjectId]);
  const waiting = known?.requests ?? [];
  const left = waiting.filter((one) => one.id !== id);
  const isListed = known !== undefined && left.length < waiting.length;
  return [
    ...replaceRequest(caller, stored, after),
    ...(isListed ? replaceWork(caller, known, { ...known, requests: left }, now) : []),
  ];
}
