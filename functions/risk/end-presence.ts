import { endpoint } from '#shared/endpoint.ts';
import { readSubject } from '#shared/risk/repository/subjects.ts';
import { removeViewer } from '#shared/risk/repository/viewers.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';

/** The caller has closed a subject. */
export const handler = endpoint(subjectRoutes.endPresence, async (context, { params }) => {
  const { caller } = context;
  const { id } = await readSubject(context, params.id);
  return { writes: [removeViewer(caller, id, caller.id)], events: [], result: undefined };
});
