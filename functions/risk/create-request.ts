import { type Finding, refused } from '@assay/foundation';
import type * as z from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import type { Context } from '#shared/platform/context.ts';
import { OPEN_REQUESTS_PER_SUBJECT } from '#shared/risk/limits.ts';
import { findActions } from '#shared/risk/repository/actions.ts';
import { requestRoutes } from '#shared/risk/routes/requests.ts';
import { readWork } from '#shared/risk/use-cases/change-work.ts';
import { requestWork } from '#shared/risk/use-cases/request-work.ts';
import { addresseeOf, type NewWorkRequest } from '#shared/risk/work-request.ts';
import { subjectOfMatch } from '#shared/screening/index.ts';

type About = z.infer<typeof NewWorkRequest>['about'];

/** Asks a user or a role about open work of a subject. */
export const handler = endpoint(requestRoutes.createRequest, async (context, { params, body }) => {
  const { now } = context;
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

  const asked = { kind, about, to: addresseeOf(body), text, dueAt: dueAt?.toISOString() ?? null };
  const { writes, events, request } = requestWork(context, known, asked);
  return { writes, events, result: request };
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
