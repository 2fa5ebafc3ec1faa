import { endpoint } from '#shared/endpoint.ts';
import { addSeconds } from '#shared/platform/clock.ts';
import { PRESENCE_SECONDS } from '#shared/risk/limits.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { putViewer } from '#shared/risk/repository/viewers.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';

/** Shows others for one minute that the caller has opened a subject. */
export const handler = endpoint(subjectRoutes.updatePresence, async (context, { params }) => {
  const { caller, now } = context;
  const { id } = await readSubject(context, params.id);
  const until = addSeconds(now, PRESENCE_SECONDS);
  return {
    writes: [putViewer(caller, id, { userId: caller.id, until })],
    events: [],
    result: undefined,
  };
});
