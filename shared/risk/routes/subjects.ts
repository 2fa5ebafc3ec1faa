import { existing, missing, stale } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, post, put, remove } from '#shared/platform/http/route.ts';
import { AssignedSubject, Assignment, SubjectOverview } from '../overview.ts';
import { NewSubject, SubjectRecord } from '../subject.ts';

export const subjectRoutes = defineRoutes('risk', {
  createSubject: post('/risk/subjects', 'client', NewSubject, SubjectRecord, {
    summary: 'Create a subject',
    problems: existing('subject_exists', 'A subject with this kind and external id'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
  readSubjectOverview: get('/risk/subjects/{id}/overview', 'client', SubjectOverview, {
    summary: 'Read the overview of a subject',
    description:
      'The latest assessment of each policy key with its state, open actions, assignment, monitoring and the latest ' +
      'screening run. Costs about 15 read units for a subject with two policies.',
    problems: missing,
    uses: {
      tables: {
        risk: ['GetItem', 'BatchGetItem', 'Query'],
        screening: ['Query', 'BatchGetItem'],
      },
    },
  }),
  assignSubject: put('/risk/subjects/{id}/assignment', 'client', Assignment, AssignedSubject, {
    summary: 'Assign a subject',
    description:
      'Assigns a subject to a user, or to none. The assignment stays until it is changed. Costs 6 write units in ' +
      'addition to the history.',
    problems: { ...missing, ...stale },
    uses: {
      tables: { risk: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem'] },
    },
  }),
  updatePresence: put('/risk/subjects/{id}/presence', 'member', Nothing, Nothing, {
    summary: 'Show that you have opened a subject',
    description:
      'Other users see it for one minute in `viewers` of the overview. Repeat it while the subject is open. Stores no ' +
      'event. Costs 2 write units.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  endPresence: remove('/risk/subjects/{id}/presence', 'member', Nothing, Nothing, {
    summary: 'Show that you have closed a subject',
    description: 'Other users no longer see you in `viewers` of the overview. Stores no event. Costs 1 write unit.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'DeleteItem'] } },
  }),
});
