export { birthSpan } from './birth-span.ts';
export { type Collector, collectEntries } from './collect-entries.ts';
export type { DropReason, ListFiles, ListParser, ListReport } from './list-parser.ts';
export { parsers } from './parsers.ts';
export { describeItem } from './pep/wikidata-items.ts';
export { ListUnreadable } from './reading/list-unreadable.ts';
