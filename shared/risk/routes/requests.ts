import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_REQUESTS_PER_SUBJECT } from '../limits.ts';
import {
  AskedRequestPage,
  NewWorkRequest,
  WaitsFor,
  WorkRequestAnswer,
  WorkRequestClosing,
  WorkRequestPage,
  WorkRequestRecord,
} from '../work-request.ts';
import { PageQuery } from './common.ts';

const closedProblem = { request_closed: [409, 'The request is closed.'] } as const;

export const requestRoutes = defineRoutes('risk', {
  createRequest: post('/risk/subjects/{id}/requests', 'member', NewWorkRequest, WorkRequestRecord, {
    summary: 'Create a request',
    description:
      'Asks a user or a role for information about open work, or escalates it. The actions and the match that it is ' +
      'about do not change. While it is open, the subject has it in `requests` of the worklist.',
    problems: {
      ...missing,
      not_of_subject: [422, 'Actions or the match in `about` do not belong to the subject. `errors` names them.'],
      due_in_past: [422, '`dueAt` has passed.'],
      too_many_open_requests: [
        422,
        `The subject has ${OPEN_REQUESTS_PER_SUBJECT} open requests. Answer or close one of them first.`,
      ],
    },
    uses: {
      tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'], screening: ['GetItem', 'BatchGetItem'] },
    },
  }),
  listRequests: get('/risk/subjects/{id}/requests', 'client', WorkRequestPage, {
    summary: 'List requests',
    query: PageQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  listWaitingRequests: get('/risk/requests', 'member', AskedRequestPage, {
    summary: 'List requests that wait for you',
    description:
      'Requests without an answer to the caller or to a role of the caller, each with its subject. Own requests are not ' +
      'listed. A page reads at most 300 rows, so it can be short or empty although `nextOffset` is not null.',
    query: PageQuery.extend({ waitsFor: WaitsFor.default('me') }),
    uses: { tables: { risk: ['BatchGetItem', 'Query'] } },
  }),
  answerRequest: post('/risk/requests/{id}/answer', 'member', WorkRequestAnswer, WorkRequestRecord, {
    summary: 'Answer a request',
    description:
      'For the addressee, an owner or an admin, but never for the person who made the request. A request has one answer.',
    status: 200,
    problems: {
      ...missing,
      forbidden: [403, 'The caller made the request, or is neither its addressee nor an owner or admin.'],
      already_answered: [409, 'The request has an answer.'],
      ...closedProblem,
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
  closeRequest: post('/risk/requests/{id}/close', 'member', WorkRequestClosing, WorkRequestRecord, {
    summary: 'Close a request',
    description:
      'For the person who made the request, its addressee, an owner or an admin. A request without an answer is withdrawn.',
    status: 200,
    problems: {
      ...missing,
      forbidden: [403, 'The caller is neither the person who made the request, nor its addressee, an owner or admin.'],
      ...closedProblem,
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] } },
  }),
});
