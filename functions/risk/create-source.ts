import { refused } from '@assay/foundation';
import { endpoint } from '#shared/endpoint.ts';
import { recordEvent } from '#shared/risk/event.ts';
import { createSource } from '#shared/risk/repository/sources.ts';
import { sourceRoutes } from '#shared/risk/routes/sources.ts';
import { SourceRecord } from '#shared/risk/source.ts';
import { assertBindable } from '#shared/risk/use-cases/bindable-keys.ts';

/** Registers a source with its facts and API keys. */
export const handler = endpoint(sourceRoutes.createSource, async (context, { body }) => {
  if (body.apiKeyIds.length === 0)
    throw refused('source_without_keys', 'An enabled source requires at least one API key.');
  await assertBindable(context, body.apiKeyIds);

  // In the event details, because bindings are replaced later and only the history then has the
  // first ones.
  const bindings = { revision: 1, apiKeyIds: body.apiKeyIds, enabled: true };
  const source = SourceRecord.parse({
    id: context.newId(),
    resource: 'sources',
    data: { ...body, ...bindings, createdAt: context.now.toISOString() },
  });
  return {
    writes: createSource(context.caller, source),
    events: [recordEvent('risk.source.created', source, { details: bindings })],
    result: source,
  };
});
