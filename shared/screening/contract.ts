/** Shapes and pure functions that route tables, the client and infra may import. */

export { ListProposal } from './list-proposal.ts';
export { ALONG_WITH_PEP_LIST, LIST_KEYS, ListKey, PEP_LIST } from './lists/list.ts';
export { parseListFiles } from './lists/list-files.ts';
export { MatchState, MatchSubject, MatchSummary } from './match-list.ts';
export { ProfileProposal } from './profile.ts';
export { IncompleteReason, ScreeningStatus } from './run.ts';
