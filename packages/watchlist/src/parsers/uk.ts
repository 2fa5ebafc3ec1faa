import { collectEntries } from './collect-entries.ts';
import type { ListFileReader } from './list-file-reader.ts';
import { findFile, requireFile, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { xmlRecords } from './reading/xml-records.ts';
import { readConlistCsv } from './uk/conlist-csv.ts';
import { acceptDesignation } from './uk/designation.ts';
import { readUkslCsv } from './uk/uksl-csv.ts';
import { ukslPublishedAt, ukslXmlDesignation } from './uk/uksl-xml.ts';

/**
 * Parses the sanctions list of the United Kingdom: CSV or XML, or the retired ConList.csv by its
 * name.
 */
export const parseUk: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const bounds = withDefaults(limits);
  const xml = findFile(files, /\.xml$/i);
  if (xml) return collector.report(await readXml(xml, collector, bounds));

  const csv = requireFile(files, /\.csv$/i, 'CSV or XML file');
  const isRetired = /conlist/i.test(csv.name);
  if (isRetired) collector.retired();
  const read = isRetired ? readConlistCsv : readUkslCsv;
  return collector.report(await read(csv, collector, bounds));
};

const readXml: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  const plan = { roots: ['Designations'], records: ['DateGenerated', 'Designation'] };
  for await (const element of xmlRecords(file, limits, plan)) {
    if (element.name === 'DateGenerated') publishedAt = ukslPublishedAt(element);
    if (element.name === 'Designation') await acceptDesignation(ukslXmlDesignation(element), collector);
  }
  return publishedAt;
};
