import { collectEntries } from './collect-entries.ts';
import { allFiles, withDefaults } from './list-files.ts';
import type { ListParser } from './list-parser.ts';
import { readCabinetTable } from './pep/cabinet-table.ts';
import { readBiographies, readFamily, readLeaders, readOfficeHolders, readPositions } from './pep/office-holder-csv.ts';
import type { PepReader, PepReading } from './pep/pep-reading.ts';
import { pepRegister } from './pep/pep-register.ts';
import { isPopolo, readPopolo } from './pep/popolo.ts';
import { isLegislators, readLegislators } from './pep/us-congress.ts';
import { addHeldItems, isWikidataAnswer, readWikidataAnswer } from './pep/wikidata-items.ts';
import { isWorldLeaders, readWorldLeaders } from './pep/world-leaders.ts';
import { jsonDocument } from './reading/json-document.ts';
import { unreadable } from './reading/list-unreadable.ts';
import { yamlDocument } from './reading/yaml-document.ts';

/** Which reader a table needs, by its name; the country comes from the folder it lies in. */
const TABLES: readonly { name: RegExp; read: PepReader }[] = [
  { name: /(?:holders21|current|legislators)\.csv$/i, read: readOfficeHolders },
  { name: /positions\.csv$/i, read: readPositions },
  { name: /family\.csv$/i, read: readFamily },
  { name: /bio\.csv$/i, read: readBiographies },
  { name: /persons_offices\.csv$/i, read: readCabinetTable },
  { name: /(?:leaders|wikidata)\.csv$/i, read: readLeaders },
];

/**
 * Builds the service's own PEP list from tables and items of Wikidata, Popolo and official rosters.
 * JSON and YAML sources are recognised by their content. One entry per person, by the Wikidata item
 * if a source knows it; people of rosters without items are merged into it if name and birth or
 * office leave no doubt (`merge-people.ts`), and stay separate otherwise.
 */
export const parsePep: ListParser = async (files, onEntry, limits) => {
  const collector = collectEntries(onEntry);
  const reading: PepReading = {
    register: pepRegister(),
    collector,
    limits: withDefaults(limits),
    positionItems: new Map(),
    heldItems: [],
  };
  for (const file of allFiles(files, /\.csv$/i)) {
    const table = TABLES.find(({ name }) => name.test(file.name));
    if (!table) return unreadable('unexpected_format', `${file.name} is not a known table.`);
    await table.read(file, reading);
  }
  for (const file of allFiles(files, /\.json$/i))
    readDocument(await jsonDocument(file, reading.limits), file.name, reading);
  for (const file of allFiles(files, /\.ya?ml$/i))
    readDocument(await yamlDocument(file, reading.limits), file.name, reading);
  // A position item may be described in a file after that of its holder.
  addHeldItems(reading);
  for (const entry of reading.register.entries()) await collector.accept(entry);
  return collector.report(null);
};

/** Sources that are a single document, with a check that recognises each. */
const DOCUMENTS: readonly {
  is: (document: unknown) => boolean;
  read: (document: unknown, fileName: string, reading: PepReading) => void;
}[] = [
  { is: isWikidataAnswer, read: readWikidataAnswer },
  { is: isPopolo, read: readPopolo },
  { is: isWorldLeaders, read: readWorldLeaders },
  { is: isLegislators, read: readLegislators },
];

function readDocument(document: unknown, fileName: string, reading: PepReading): void {
  const source = DOCUMENTS.find(({ is }) => is(document));
  if (!source) unreadable('unexpected_format', `${fileName} is not a known roster.`);
  source.read(document, fileName, reading);
}
