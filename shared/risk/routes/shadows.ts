import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { DivergentPage, DivergentQuery, Shadow, ShadowChange, ShadowState } from '../shadow.ts';

export const shadowRoutes = defineRoutes('risk', {
  configureShadow: post('/risk/policies/{id}/shadow', 'admin', ShadowChange, ShadowState, {
    summary: 'Enable or disable a shadow version',
    description:
      'Within five seconds, every assessment with the version in force of the key also evaluates this version on the same ' +
      'evidence, and stores its result beside the assessment. It decides nothing: no action, override, event of the subject ' +
      'or webhook follows from it, and the assessment is the same as without it. A key has one shadow: a draft, or an earlier ' +
      'version. It ends at `untilAt`, when it is disabled, and when it is published or retired. If another version is ' +
      'published, the shadow goes on beside that one. A second person is not needed.',
    status: 200,
    problems: {
      ...missing,
      no_version_in_force: [409, 'The policy has no version in force.'],
      version_in_force: [409, 'The version is in force.'],
      other_shadow_enabled: [409, 'Another version is the shadow of the policy. Its id is in `existingId`.'],
      invalid_policy: [422, 'The definition is invalid. See `errors`.'],
      policy_retired: [422, 'The version is retired.'],
      until_in_past: [422, '`untilAt` has passed.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] } },
  }),
  readShadow: get('/risk/policies/{id}/shadow', 'client', Shadow, {
    summary: 'Read a shadow version',
    description:
      'Whether the version is a shadow, and how its decisions compare with those of the assessments it was evaluated for. ' +
      'Counted seconds after each assessment, and each once. Reading costs the same however many there are.',
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] }, indexes: { risk: ['shadow'] } },
  }),
  listDivergentAssessments: get('/risk/policies/{id}/shadow/divergent', 'client', DivergentPage, {
    summary: 'List the divergent assessments of a shadow version',
    description:
      'Assessments for which the shadow has another decision or another band, newest first. `before` and `after` narrow them ' +
      'to a cell of `matrix`. A page can be empty although more follow: continue while `nextOffset` is not null.',
    query: DivergentQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'Query'] }, indexes: { risk: ['shadow'] } },
  }),
});
