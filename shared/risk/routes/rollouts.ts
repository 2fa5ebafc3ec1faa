import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, post } from '#shared/platform/http/route.ts';
import { OPEN_JOBS } from '#shared/platform/jobs/stored-jobs.ts';
import { NewRollout, Rollout } from '../rollout.ts';

export const rolloutRoutes = defineRoutes('risk', {
  createRollout: post('/risk/policies/{id}/rollout', 'admin', NewRollout, Rollout, {
    summary: 'Roll out a policy version',
    description:
      'A job that replaces the version `from` by this one for every subject that `from` monitors, each as ' +
      '`POST /risk/subjects/{id}/monitoring` does: with its event, and a reassessment. Subjects whose monitoring a person has ' +
      'paused stay as they are; monitoring that the retirement of `from` paused goes on. Read it until `status` is `completed`, ' +
      'and cancel it with `POST /jobs/{id}/cancel`: subjects that were replaced stay so. With `dryRun`, it evaluates the version ' +
      'for every subject and answers with the decisions before and after, and stores nothing else.',
    problems: {
      ...missing,
      too_many_jobs: [409, `${OPEN_JOBS} jobs of the mode have not ended.`],
      policy_not_published: [422, 'One of the versions is a draft.'],
      policy_retired: [422, 'The version is retired.'],
      same_version: [422, '`from` is this version.'],
      other_policy: [422, '`from` is a version of another policy.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem'], jobs: ['GetItem', 'PutItem'] }, queues: ['jobTurns'] },
  }),
  readRollout: get('/risk/rollouts/{id}', 'client', Rollout, {
    summary: 'Read a roll-out',
    problems: missing,
    uses: { tables: { jobs: ['GetItem'] } },
  }),
});
