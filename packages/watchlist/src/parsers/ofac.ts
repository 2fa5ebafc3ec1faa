import { type Collector, collectEntries } from './collect-entries.ts';
import type { ListFileReader } from './list-file-reader.ts';
import { findFile, requireFile, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { ADVANCED_RECORDS, advancedParties } from './ofac/advanced-xml.ts';
import { enhancedPublishedAt, enhancedXmlEntry } from './ofac/enhanced-xml.ts';
import { listOfFile, withMeasures } from './ofac/measures.ts';
import { readSdnCsv } from './ofac/sdn-csv.ts';
import { sdnPublishedAt, sdnXmlEntry } from './ofac/sdn-xml.ts';
import { isVessel } from './ofac/vessel.ts';
import { childOf, textOf, textsOf, type XmlElement } from './reading/xml-element.ts';
import { xmlRecords } from './reading/xml-records.ts';

/**
 * Parses the lists of the United States: SDN and the consolidated list, as a set of CSV files or as
 * one XML file (SDN.XML, CONSOLIDATED.XML, or their ENHANCED or ADVANCED format).
 */
export const parseOfac: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const bounds = withDefaults(limits);
  const xml = findFile(files, /\.xml$/i);
  if (xml) return collector.report(await readXml(xml, collector, bounds));

  await readSdnCsv(
    {
      entries: requireFile(files, /^(?:sdn|cons_prim)\.csv$/i, 'sdn.csv or cons_prim.csv'),
      aliases: requireFile(files, /^(?:alt|cons_alt)\.csv$/i, 'alt.csv or cons_alt.csv'),
      addresses: findFile(files, /^(?:add|cons_add)\.csv$/i),
      comments: findFile(files, /^(?:sdn|cons)_comments\.csv$/i),
    },
    collector,
    bounds,
  );
  return collector.report(null);
};

const readXml: ListFileReader = async (file, collector, limits) => {
  let publishedAt: string | null = null;
  const plan = {
    roots: ['sdnList', 'sanctionsData', 'Sanctions'],
    records: ['publshInformation', 'sdnEntry', 'publicationInfo', 'entity', ...ADVANCED_RECORDS],
  };
  const advanced = advancedParties(collector);
  const ofFile = listOfFile(file.name);
  for await (const element of xmlRecords(file, limits, plan)) {
    if (element.name === 'publshInformation') {
      publishedAt = sdnPublishedAt(element);
      collector.statesCount(textOf(element, 'Record_Count'));
    }
    if (element.name === 'publicationInfo') publishedAt = enhancedPublishedAt(element);
    if (element.name === 'sdnEntry')
      await collector.accept(withMeasures(sdnXmlEntry(element, collector), [ofFile]), {
        isVessel: isVessel(textOf(element, 'sdnType')),
      });
    if (element.name === 'entity') await acceptEnhanced(element, collector, ofFile);
    advanced.read(element);
  }
  for (const entry of advanced.entries()) {
    const lists = advanced.listsOf(entry);
    const listed = withMeasures(entry, lists.length > 0 ? lists : [ofFile]);
    await collector.accept(listed, { isVessel: advanced.isVessel(entry) });
  }
  return publishedAt ?? advanced.publishedAt();
};

/** Each `entity` states its kind and the lists it is on. */
async function acceptEnhanced(element: XmlElement, collector: Collector, ofFile: string): Promise<void> {
  const stated = childOf(element, 'sanctionsLists');
  const lists = stated ? textsOf(stated, 'sanctionsList') : [];
  for (const name of lists) collector.statesList(name);
  const type = textOf(childOf(element, 'generalInfo'), 'entityType');
  const entry = withMeasures(enhancedXmlEntry(element, collector), lists.length > 0 ? lists : [ofFile]);
  await collector.accept(entry, { isVessel: isVessel(type) });
}
