import { useApiQuery } from '../app.tsx';
import type { Api } from './client.ts';

export type Overview = Awaited<ReturnType<Api['risk']['readSubjectOverview']>>;

export type OverrideProposal = Awaited<ReturnType<Api['risk']['listOverrideProposals']>>['items'][number];

/** The subject with the latest assessment per policy, open actions, monitoring and the latest screening run. */
export const useOverview = (id: string) =>
  useApiQuery(['subject', id, 'overview'], (api, signal) =>
    api.risk.readSubjectOverview({ params: { id }, signal }).then(mostSevereFirst),
  );

type Journey = Awaited<ReturnType<Api['risk']['readJourney']>>;
export type CompactJourney = Extract<Journey, { scores: unknown }>;
export type JourneyPage = Exclude<Journey, { scores: unknown }>;

/** Up to 500 events and all scores of the subject, as short rows for the picture. */
export const useStory = (id: string) =>
  useApiQuery(
    ['subject', id, 'story'],
    (api, signal) =>
      api.risk.readJourney({
        params: { id },
        query: { view: 'compact' },
        signal,
      }) as Promise<CompactJourney>,
  );

const SEVERITY = ['reject', 'restrict', 'review', 'awaiting_evidence', 'reassessment_required', 'none'];

/** The decision that needs attention first is shown first. */
function mostSevereFirst(overview: Overview): Overview {
  const rankOf = ({ state }: Overview['policies'][number]) => SEVERITY.indexOf(state.effectiveDecision);
  return { ...overview, policies: overview.policies.toSorted((a, b) => rankOf(a) - rankOf(b)) };
}
