import { principalOf } from '#shared/platform/caller.ts';
import type { NewEvent, Write } from '#shared/platform/change.ts';
import type { Context } from '#shared/platform/context.ts';
import { riskEvent } from '../event.ts';
import { OPEN_REQUESTS_PER_SUBJECT } from '../limits.ts';
import type { SubjectWork } from '../repository/subject-work.ts';
import { replaceWork } from '../repository/work.ts';
import { createRequest } from '../repository/work-requests.ts';
import { type WorkRequestRecord, waitingOf } from '../work-request.ts';
import { readWork } from './change-work.ts';

type AskedRequest = Pick<WorkRequestRecord['data'], 'kind' | 'about' | 'to' | 'text' | 'dueAt'>;

interface RequestedWork {
  writes: Write[];
  events: NewEvent[];
  request: WorkRequestRecord;
}

/** A new request about work of a subject, which is on its worklist. */
export function requestWork(context: Context, known: SubjectWork, asked: AskedRequest): RequestedWork {
  const { caller, now } = context;
  const { subjectId, requests: waiting = [] } = known;
  const { kind, about, to, text, dueAt } = asked;
  const request: WorkRequestRecord = {
    id: context.newId(),
    resource: 'requests',
    data: {
      subjectId,
      kind,
      about,
      to,
      text,
      dueAt,
      status: 'open',
      createdBy: principalOf(caller),
      createdAt: now.toISOString(),
      answer: null,
      closing: null,
    },
  };
  const details = { kind, to, text, dueAt, ...about };
  return {
    writes: [
      ...createRequest(caller, request),
      ...replaceWork(caller, known, { ...known, requests: [...waiting, waitingOf(request)] }, now),
    ],
    events: [riskEvent('work.requested', request, { subjectId, details })],
    request,
  };
}

/** The same for owners and admins, without a request of a caller. Undefined if the subject has as many requests as it can have. */
export async function escalateWork(
  context: Context,
  { subjectId, about, text }: { subjectId: string } & Pick<AskedRequest, 'about' | 'text'>,
): Promise<RequestedWork | undefined> {
  const known = await readWork(context, subjectId);
  if ((known.requests ?? []).length >= OPEN_REQUESTS_PER_SUBJECT) return undefined;
  return requestWork(context, known, { kind: 'escalation', about, to: 'admin', text, dueAt: null });
}
