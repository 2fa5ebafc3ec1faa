import { conflict, refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { readSource, replaceSource } from '#shared/risk/repository/sources.ts';
import { sourceRoutes } from '#shared/risk/routes/sources.ts';
import { assertBindable } from '#shared/risk/use-cases/bindable-keys.ts';

/** Replaces the API keys of a source, and enables or disables it. Earlier evidence stays valid. */
export const handler = endpoint(
  sourceRoutes.replaceSourceBindings,
  async (context, { params, body: { expectedRevision, apiKeyIds, enabled } }) => {
    const source = await readSource(context, params.id);

    if (expectedRevision !== source.data.revision)
      throw conflict('stale_revision', `The source is at revision ${source.data.revision}.`);
    if (enabled && apiKeyIds.length === 0)
      throw refused('source_without_keys', 'An enabled source requires at least one API key.');
    // A key that is bound already may have expired since, and must not keep a source from being disabled.
    const bound = new Set(enabled ? [] : source.data.apiKeyIds);
    await assertBindable(context, apiKeyIds, bound);

    const bindings = { revision: source.data.revision + 1, apiKeyIds, enabled };
    const replaced = { ...source, data: { ...source.data, ...bindings } };
    return {
      writes: [replaceSource(context.caller, source, replaced)],
      events: [recordEvent('risk.source.bindings_replaced', replaced, { details: bindings })],
      result: replaced,
    };
  },
);
