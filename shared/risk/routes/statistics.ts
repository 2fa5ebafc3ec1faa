import { DefinitionKey } from '@assay/policy-engine';
import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get } from '#shared/platform/http/route.ts';
import { PolicyQuality, QualityQuery } from '../policy-quality.ts';
import { PolicyStatistics, StatisticsQuery } from '../policy-statistics.ts';

export const statisticsRoutes = defineRoutes('risk', {
  readPolicyStatistics: get('/risk/policies/{key}/statistics', 'client', PolicyStatistics, {
    summary: 'Read statistics of a policy',
    description:
      'Counted from the events of assessments and overrides, seconds after them, and each once. Days are kept for 400 days. ' +
      'Reading costs the same whatever was counted.',
    params: { key: DefinitionKey.meta({ examples: ['onboarding'] }) },
    query: StatisticsQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
  readPolicyQuality: get('/risk/policies/{key}/quality', 'client', PolicyQuality, {
    summary: 'Read the quality of a policy',
    description:
      'Of the assessments made from `since` to `until`, whenever their outcomes were recorded, by version, band, rule and factor. ' +
      'Counted from events, seconds after them, and each once; an outcome or its withdrawal changes the figures of past days. Days ' +
      'are kept for 400 days. Reading costs the same whatever was counted.',
    params: { key: DefinitionKey.meta({ examples: ['onboarding'] }) },
    query: QualityQuery,
    problems: missing,
    uses: { tables: { risk: ['GetItem', 'Query'] } },
  }),
});
