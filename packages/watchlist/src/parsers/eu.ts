import { collectEntries } from './collect-entries.ts';
import { readFsfCsv } from './eu/fsf-csv.ts';
import { fsfPublishedAt, fsfXmlEntry } from './eu/fsf-xml.ts';
import { wholePublishedAt, wholeXmlEntry } from './eu/whole-xml.ts';
import type { ListFileReader } from './list-file-reader.ts';
import { findFile, requireFile, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { xmlRecords } from './reading/xml-records.ts';

/**
 * Parses the consolidated financial sanctions list of the European Union: XML 1.1, CSV 1.1, and the
 * XML format retired in 2017 that archives have.
 */
export const parseEu: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const bounds = withDefaults(limits);
  const csv = findFile(files, /\.csv$/i);
  const publishedAt = csv
    ? await readFsfCsv(csv, collector, bounds)
    : await readXml(requireFile(files, /\.xml$/i, 'XML or CSV file'), collector, bounds);
  return collector.report(publishedAt);
};

const readXml: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  const plan = { roots: ['export', 'WHOLE'], records: ['sanctionEntity', 'ENTITY'] };
  for await (const element of xmlRecords(file, limits, plan)) {
    if (element.name === 'export') publishedAt = fsfPublishedAt(element);
    if (element.name === 'WHOLE') publishedAt = wholePublishedAt(element);
    if (element.name === 'sanctionEntity') await collector.accept(fsfXmlEntry(element, collector));
    if (element.name === 'ENTITY') await collector.accept(wholeXmlEntry(element, collector));
  }
  return publishedAt;
};
