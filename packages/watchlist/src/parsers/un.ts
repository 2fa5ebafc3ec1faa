import { collectEntries } from './collect-entries.ts';
import { requireFile, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { xmlRecords } from './reading/xml-records.ts';
import { unEntry, unPublishedAt } from './un/un-entry.ts';

/** Parses the consolidated list of the United Nations Security Council. */
export const parseUn: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const plan = { roots: ['CONSOLIDATED_LIST'], records: ['INDIVIDUAL', 'ENTITY'] };
  let publishedAt: string | null = null;
  for await (const element of xmlRecords(requireFile(files, /\.xml$/i, 'XML file'), withDefaults(limits), plan)) {
    if (element.name === 'CONSOLIDATED_LIST') publishedAt = unPublishedAt(element);
    else await collector.accept(unEntry(element, collector));
  }
  return collector.report(publishedAt);
};
