import { endpoint } from '#shared/endpoint.ts';
import { listSamples } from '#shared/quality/repository/samples.ts';
import { qualityRoutes } from '#shared/quality/routes.ts';
import { presentSample } from '#shared/quality/sample.ts';

/** Claims end without a write, so the status of a sample depends on the time. */
export const handler = endpoint(qualityRoutes.listQualitySamples, async ({ store, caller, now }, { query }) => {
  const { status, stream, offset } = query;
  const page = await listSamples(store, caller, {
    list: status === 'reviewed' ? 'reviewed' : 'unreviewed',
    offset,
    isWanted: (sample) =>
      (stream === undefined || sample.stream === stream) && presentSample(sample, now).data.status === status,
  });
  return { ...page, items: page.items.map((sample) => presentSample(sample, now)) };
});
