import { endpoint } from '#shared/endpoint.ts';
import { subjectRoutes } from '#shared/risk/routes/subjects.ts';
import { createSubject } from '#shared/risk/use-cases/create-subject.ts';

/** Creates a subject. */
export const handler = endpoint(subjectRoutes.createSubject, async (context, { body }) => createSubject(context, body));
