import { type Finding, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { principalOf } from '#shared/platform/caller.ts';
import type { Context } from '#shared/platform/context.ts';
import { riskEvent } from '#shared/risk/event.ts';
import { OPEN_REQUESTS_PER_SUBJECT } from '#shared/risk/limits.ts';
import { findActions } from '#shared/risk/repository/actions.ts';
import { replaceWork } from '#shared/risk/repository/work.ts';
import { createRequest } from '#shared/risk/repository/work-requests.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';
import { readWork } from '#shared/risk/use-cases/change-work.ts';
import { addresseeOf, type WorkRequestRecord, waitingOf } from '#shared/risk/work-request.ts';
import { subjectOfMatch } from '#shared/screening/index.ts';

type About = WorkRequestRecord['data']['about'];

/** Asks a user or a role about open work of a subject. */
export const handler = endpoint(requestRoutes.createRequest, async (context, { params, body }) => {
  const { caller, now } = context;
  const known = await readWork(context, params.id);
  const { subjectId, requests: waiting = [] } = known;
  const { kind, about, text } = body;
  await assertOfSubject(context, subjectId, about);
  const dueAt = body.dueAt ? new Date(body.dueAt) : null;
  if (dueAt && dueAt <= now) throw refused('due_in_past', '`dueAt` must be in the future.');
  // The row of the work is replaced, so requests made at the same time are counted one after the other.
  if (waiting.length >= OPEN_REQUESTS_PER_SUBJECT)
    throw refused(
      'too_many_open_requests',
      `The subject has ${waiting.length} open requests. Answer or close one of them first.`,
    );

  const to = addresseeOf(body);
  const result: WorkRequestRecord = {
    id: context.newId(),
    resource: 'requests',
    data: {
      subjectId,
      kind,
      about,
      to,
      text,
      dueAt: dueAt?.toISOString() ?? null,
      status: 'open',
      createdBy: principalOf(caller),
      createdAt: now.toISOString(),
      answer: null,
      closing: null,
    },
  };
  const details = { kind, to, text, dueAt: result.data.dueAt, ...about };
  return {
    writes: [
      ...createRequest(caller, result),
      ...replaceWork(caller, known, { ...known, requests: [...waiting, waitingOf(result)] }, now),
    ],
    events: [riskEvent('work.requested', result, { subjectId, details })],
    result,
  };
});

/** One problem for records that do not exist and those of other subjects, so that it discloses neither. */
async function assertOfSubject(context: Context, subjectId: string, about: About): Promise<void> {
  const others = await recordsOfOthers(context, subjectId, about);
  if (others.length > 0)
    throw refused('not_of_subject', '`about` must name records of the subject. See `errors`.', others);
}

async function recordsOfOthers(context: Context, subjectId: string, about: About): Promise<Finding[]> {
  if ('matchId' in about) {
    const owner = await subjectOfMatch(context.store, context.caller, about.matchId);
    return owner === subjectId ? [] : [{ path: 'about.matchId', message: 'The subject has no such match.' }];
  }
  const found = await findActions(context, about.actionIds);
  return found.flatMap((one, index) =>
    one?.action.data.subjectId === subjectId
      ? []
      : [{ path: `about.actionIds.${index}`, message: 'The subject has no such action.' }],
  );
}
