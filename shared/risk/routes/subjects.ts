import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewSubject, SubjectRecord } from '../subject.ts';
import { existing } from './common.ts';

/** Whom it is all about. */
export const subjectRoutes = defineRoutes('risk', {
  createSubject: post('/risk/subjects', 'client', NewSubject, SubjectRecord, {
    summary: 'Register a risk subject',
    refusals: existing('subject_exists', 'a subject'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
});
