import { existing, missing, stale } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewSource, SourceBindings, SourceRecord } from '../source.ts';

export const sourceRoutes = defineRoutes('risk', {
  createSource: post('/risk/sources', 'admin', NewSource, SourceRecord, {
    summary: 'Create a source',
    problems: {
      ...existing('source_exists', 'A source with this key'),
      source_without_keys: [422, 'An enabled source requires at least one API key.'],
      unusable_api_key: [422, 'An API key is unknown, revoked, expired or of another mode.'],
    },
    uses: { tables: { risk: ['PutItem'] } },
  }),
  replaceSourceBindings: post('/risk/sources/{id}/bindings', 'admin', SourceBindings, SourceRecord, {
    summary: 'Update a source',
    status: 200,
    problems: {
      ...missing,
      ...stale,
      source_without_keys: [422, 'An enabled source requires at least one API key.'],
      unusable_api_key: [
        422,
        'An API key is unknown, revoked, expired or of another mode. Bound keys are not checked when a source is disabled.',
      ],
    },
    uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
  }),
});
