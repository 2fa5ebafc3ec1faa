export { parseEu } from './eu.ts';
export { parseIdb } from './idb.ts';
export type { ListFiles, ListParser, ListReport } from './list-parser.ts';
export { parseOfac } from './ofac.ts';
export { describeItem } from './pep/wikidata-items.ts';
export { parsePep } from './pep.ts';
export { ListUnreadable } from './reading/list-unreadable.ts';
export { parseUk } from './uk.ts';
