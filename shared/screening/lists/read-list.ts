import type { BuiltIndex } from '../index/build-index.ts';
import { IndexBuilder } from '../index/build-index.ts';
import { parseEu } from '../list-parsers/eu.ts';
import { parseIdb } from '../list-parsers/idb.ts';
import type { ListFiles, ListParser, ListReport } from '../list-parsers/list-parser.ts';
import { parseOfac } from '../list-parsers/ofac.ts';
import { parsePep } from '../list-parsers/pep.ts';
import { parseUk } from '../list-parsers/uk.ts';
import type { ListKey } from './list.ts';

const PARSERS: Record<ListKey, ListParser> = {
  eu_fsf: parseEu,
  ofac_sdn: parseOfac,
  ofac_consolidated: parseOfac,
  uk_sanctions: parseUk,
  idb_sanctions: parseIdb,
  service_pep: parsePep,
};

/** Published files -> index, in one pass. Throws `ListUnreadable` when the files cannot be trusted. */
export async function readList(
  key: ListKey,
  files: ListFiles,
): Promise<{ report: ListReport; index: BuiltIndex }> {
  const builder = new IndexBuilder();
  const report = await PARSERS[key](files, (entry) => builder.addWithTables(entry));
  return { report, index: builder.finish() };
}
