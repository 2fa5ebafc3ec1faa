import { endpoint } from '#shared/endpoint.ts';
import { evidenceRoutes } from '#shared/risk/routes/evidence.ts';
import { submitEvidence } from '#shared/risk/use-cases/submit-evidence.ts';

/** One receipt of a source about a subject. It supersedes the previous receipt of the fact. */
export const handler = endpoint(evidenceRoutes.submitEvidence, async (context, { params, body }) => {
  const { sourceRegistrationId, ...item } = body;
  const { writes, events, records } = await submitEvidence(context, {
    subjectId: params.id,
    sourceRegistrationId,
    items: [item],
    isBatch: false,
  });
  const [record] = records;
  if (!record) throw new Error('One item makes one receipt.');
  return { writes, events, result: record };
});
