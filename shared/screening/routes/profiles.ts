import * as z from 'zod';
import { missing } from '#shared/platform/http/common-problems.ts';
import { Offset } from '#shared/platform/http/offset.ts';
import { defineRoutes, get, type Problems, post, put } from '#shared/platform/http/route.ts';
import { pageOf } from '#shared/platform/http/shapes.ts';
import { twoPeople } from '#shared/platform/proposals.ts';
import { OPEN_PROFILE_PROPOSALS } from '../limits.ts';
import { ProfileKey } from '../policy-request.ts';
import { NewProfile, NewProfileProposal, ProfileProposal, ProfileProposals, ScreeningProfile } from '../profile.ts';
import { tooHigh, unknownList } from './common.ts';

const params = { key: ProfileKey };
const Version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a whole number from 1')
  .meta({ description: 'The number of a version, from 1.', examples: ['2'] });

const changing: Problems = {
  built_in_profile: [409, 'The key is that of a built-in profile, which cannot be changed.'],
  stale_version: [409, '`expectedVersion` is not the current version. Read the profile, merge your change, and retry.'],
  ...unknownList,
  ...tooHigh,
};

export const profileRoutes = defineRoutes('screening', {
  listScreeningProfiles: get('/screening/profiles', 'client', pageOf(ScreeningProfile), {
    summary: 'List screening profiles',
    description:
      'The latest version of each profile: the built-in profiles first, then those of the organization in order of creation.',
    query: z.strictObject({ offset: Offset }),
    uses: { tables: { screening: ['Query'] } },
  }),
  readScreeningProfile: get('/screening/profiles/{key}', 'client', ScreeningProfile, {
    summary: 'Read a screening profile',
    description: 'The latest version.',
    params,
    problems: missing,
    uses: { tables: { screening: ['BatchGetItem'] } },
  }),
  readScreeningProfileVersion: get('/screening/profiles/{key}/versions/{version}', 'client', ScreeningProfile, {
    summary: 'Read a version of a screening profile',
    description:
      'Versions are numbered from 1 and never change, so a run can be explained after its profile has changed.',
    params: { ...params, version: Version },
    problems: missing,
    uses: { tables: { screening: ['BatchGetItem'] } },
  }),
  saveScreeningProfile: put('/screening/profiles/{key}', 'admin', NewProfile, ScreeningProfile, {
    summary: 'Save a screening profile',
    description:
      'Creates the profile, or its next version. A request that changes nothing creates no version and answers the current ' +
      'one. Runs, searches and workflow steps that name the profile use the new version from then on; runs that were created ' +
      'before stay as they are. Other lists or scores are another source of evidence, which a policy has to accept. With the ' +
      'setting `fourEyes.matches`, a change has to accept the proposal of another person with `proposalId`. An open proposal ' +
      'that it does not name is superseded.',
    params,
    idempotency: 'optional',
    problems: {
      ...changing,
      ...twoPeople,
      proposal_differs: [409, 'The request differs from the proposal, or the profile has changed since it was made.'],
    },
    uses: { tables: { screening: ['BatchGetItem', 'PutItem'] } },
  }),
  proposeScreeningProfile: post('/screening/profiles/{key}/proposals', 'member', NewProfileProposal, ProfileProposal, {
    summary: 'Propose a screening profile',
    description:
      'To create or change a profile. For an owner or admin to accept with `proposalId` in `PUT /screening/profiles/{key}`. ' +
      'Changes nothing itself. A profile has one open proposal: a new one supersedes it.',
    params,
    problems: { ...changing, profile_unchanged: [409, 'The profile already has these lists, scores and texts.'] },
    uses: { tables: { screening: ['BatchGetItem', 'PutItem'] } },
  }),
  listOpenProfileProposals: get('/screening/profile-proposals', 'client', ProfileProposals, {
    summary: 'List open proposals of screening profiles',
    description: `The open proposals of all profiles, also of those that do not exist yet, in the order of their keys. At most ${OPEN_PROFILE_PROPOSALS}.`,
    uses: { tables: { screening: ['Query'] } },
  }),
  listProfileProposals: get('/screening/profiles/{key}/proposals', 'client', ProfileProposals, {
    summary: 'List the proposals of a screening profile',
    description: 'The latest 20, newest first. Empty if nothing was proposed, also for a profile that does not exist.',
    params,
    uses: { tables: { screening: ['BatchGetItem'] } },
  }),
});
