import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewOverride, OverrideRecord, Revocation } from '../override.ts';
import { missing } from './common.ts';

/** What people decide otherwise. */
export const overrideRoutes = defineRoutes('risk', {
  createOverride: post('/risk/assessments/{id}/overrides', 'admin', NewOverride, OverrideRecord, {
    summary: 'Decide otherwise than an assessment, for a time',
    refusals: {
      ...missing,
      incomplete_assessment: [422, 'An incomplete assessment cannot be overridden to none.'],
      invalid_expiry: [422, 'The expiry is not in the future, or more than a year ahead.'],
      assessment_not_current: [409, 'The assessment is no longer current.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  revokeOverride: post('/risk/overrides/{id}/revoke', 'admin', Revocation, OverrideRecord, {
    summary: 'Revoke an override',
    status: 200,
    refusals: { ...missing, already_revoked: [409, 'It was revoked before.'] },
    uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
  }),
});
