/** Shapes and pure functions that route tables, the client and infra may import. */

export { BlindMatch } from './blind-match.ts';
export { LIST_ARCHIVE_YEARS } from './limits.ts';
export { ListProposal } from './list-proposal.ts';
export { ALONG_WITH_PEP_LIST, LIST_KEYS, ListKey, PEP_LIST } from './lists/list.ts';
export { parseListFiles } from './lists/list-files.ts';
export { ListId, OwnListKey } from './lists/list-id.ts';
export { OwnColumn } from './lists/own-columns.ts';
export { MatchState, MatchSubject, MatchSummary } from './match-list.ts';
export { ProfileProposal } from './profile.ts';
export { rememberedFilter } from './remembered.ts';
export { IncompleteReason, ScreeningStatus } from './run.ts';
export { RowStatus } from './uploaded/numbered-row.ts';
export { WATCH_KEY_PURPOSE } from './watches/watch-key-purpose.ts';
