import type { Api } from './client.ts';
import { usePages } from './pages.ts';

export type ScreeningProfile = Awaited<ReturnType<Api['screening']['readScreeningProfile']>>;
export type ProfileProposal = Awaited<ReturnType<Api['screening']['listOpenProfileProposals']>>['items'][number];

/** Lists and scores of screenings under a name, the built-in ones first. */
export const useProfiles = () =>
  usePages(['profiles'], (api, { offset, signal }) =>
    api.screening.listScreeningProfiles({ query: { offset }, signal }),
  );
