import { existing, missing, stale } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import {
  ContextRecord,
  MemberDecisionsPage,
  MemberDecisionsQuery,
  MembershipPage,
  MembershipRecord,
  NewContext,
  NewMembership,
  NewPins,
  NewSelection,
  Pins,
  SelectionRecord,
} from '../context.ts';
import { PageQuery } from './common.ts';

/** Contexts, pinned policies and policy selection. */
export const contextRoutes = defineRoutes('risk', {
  createContext: post('/risk/contexts', 'client', NewContext, ContextRecord, {
    summary: 'Create a context',
    problems: existing('context_exists', 'A context with this kind and external id'),
    uses: { tables: { risk: ['PutItem'] } },
  }),
  addContextSubject: post('/risk/contexts/{id}/subjects', 'client', NewMembership, MembershipRecord, {
    summary: 'Attach a subject to a context',
    problems: { ...missing, ...existing('already_member', 'A membership of the subject') },
    uses: { tables: { risk: ['GetItem', 'PutItem'] } },
  }),
  listContextSubjects: get('/risk/contexts/{id}/subjects', 'client', MembershipPage, {
    summary: 'List the subjects of a context',
    query: PageQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
  listContextDecisions: get('/risk/contexts/{id}/decisions', 'client', MemberDecisionsPage, {
    summary: 'List the decisions about the subjects of a context',
    description:
      'Each subject with its role and the latest assessment by each policy, in the order in which the subjects were ' +
      'attached, 50 on a page. Of one subject, 50 policies at most. Pinned policies are a selection, not a filter of the ' +
      'subjects.',
    query: MemberDecisionsQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
  readContextPolicies: get('/risk/contexts/{id}/policies', 'client', Pins, {
    summary: 'Read the policy versions pinned to a context',
    problems: missing,
    uses: { tables: { risk: ['GetItem'] } },
  }),
  replaceContextPolicies: post('/risk/contexts/{id}/policies', 'admin', NewPins, Pins, {
    summary: 'Pin policy versions to a context',
    status: 200,
    problems: {
      ...missing,
      ...stale,
      policy_not_published: [422, 'A pinned version must be published.'],
      policy_retired: [422, 'A pinned version is retired.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  selectPolicies: post('/risk/subjects/{id}/policy-selection', 'client', NewSelection, SelectionRecord, {
    summary: 'Select applicable policies',
    description: 'Records which candidates cover the subject, and why others do not. It authorizes nothing.',
    problems: {
      ...missing,
      policy_not_published: [422, 'Candidates must be published.'],
      policy_retired: [422, 'A candidate is retired. Pin or name other versions.'],
      policy_not_pinned: [422, 'A candidate is not pinned to the context.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] } },
  }),
});
