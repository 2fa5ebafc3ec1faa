import { existing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewSubject, SubjectRecord } from '../subject.ts';

export const subjectRoutes = defineRoutes('risk', {
  createSubject: post('/risk/subjects', 'client', NewSubject, SubjectRecord, {
    summary: 'Create a subject',
    problems: existing('subject_exists', 'A subject with this kind and external id'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
});
