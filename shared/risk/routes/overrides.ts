import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewOverride, OverrideRecord, Revocation } from '../override.ts';

export const overrideRoutes = defineRoutes('risk', {
  createOverride: post('/risk/assessments/{id}/overrides', 'admin', NewOverride, OverrideRecord, {
    summary: 'Create a temporary override',
    problems: {
      ...missing,
      incomplete_assessment: [422, 'An incomplete assessment cannot be overridden to `none`.'],
      invalid_expiry: [422, '`expiresAt` must be in the future and within one year.'],
      assessment_not_current: [409, 'The assessment is no longer current.'],
    },
    uses: { tables: { risk: ['GetItem', 'BatchGetItem', 'PutItem'] } },
  }),
  revokeOverride: post('/risk/overrides/{id}/revoke', 'admin', Revocation, OverrideRecord, {
    summary: 'Revoke an override',
    status: 200,
    problems: { ...missing, already_revoked: [409, 'The override is already revoked.'] },
    uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
  }),
});
