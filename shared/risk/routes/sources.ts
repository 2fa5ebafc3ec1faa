import { defineRoutes, post } from '#shared/platform/http/route.ts';
import { NewSource, SourceBindings, SourceRecord } from '../source.ts';
import { existing, missing, stale } from './common.ts';

/** Who may state facts. */
export const sourceRoutes = defineRoutes('risk', {
  createSource: post('/risk/sources', 'admin', NewSource, SourceRecord, {
    summary: 'Register a source of evidence',
    refusals: {
      ...existing('source_exists', 'a source'),
      source_without_keys: [422, 'An enabled source needs an API key.'],
      unusable_api_key: [422, 'A key is of another mode, revoked, expired or unknown.'],
    },
    uses: { tables: { risk: ['PutItem'] } },
  }),
  replaceSourceBindings: post(
    '/risk/sources/{id}/bindings',
    'admin',
    SourceBindings,
    SourceRecord,
    {
      summary: 'Replace the API keys of a source, disable or enable it',
      status: 200,
      refusals: {
        ...missing,
        ...stale,
        source_without_keys: [422, 'An enabled source needs an API key.'],
        unusable_api_key: [422, 'A key is of another mode, revoked, expired or unknown.'],
      },
      uses: { tables: { risk: ['GetItem', 'UpdateItem'] } },
    },
  ),
});
