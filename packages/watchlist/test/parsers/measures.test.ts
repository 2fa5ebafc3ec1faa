import { expect, test } from 'vitest';
import { parseEu } from '../../src/parsers/eu.ts';
import { parseIdb } from '../../src/parsers/idb.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { parsePep } from '../../src/parsers/pep.ts';
import { imposedMeasures } from '../../src/parsers/uk/imposed-measures.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { type Contents, entryOf, fixture, readList } from './read-lists.ts';

/** What each format states of references and measures. */
async function effectsOf(parse: ListParser, contents: Contents, id: string) {
  const { references, measures } = entryOf(await readList(parse, contents), id);
  return { references, measures };
}

const UK_HEADER =
  'Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Designation Type,Designation source,Sanctions Imposed,IMO number';
const ukCsv = (...rows: string[]) => ({
  'UK-Sanctions-List.csv': ['Report Date: 10-Apr-2025', UK_HEADER, ...rows].join('\n'),
});

test('UK CSV: references and measures of all rows of a designation, each once', async () => {
  const files = ukCsv(
    'STA0001,60001,QDE.145,STAPLES,Gustav,Individual,UN,Asset freeze|Travel Ban,',
    'STA0001,60001,QDE.145,STAPLE,Gustav,Individual,UN,Asset freeze|Travel Ban,',
    'STA0003,,,BLUE STAPLER,,Ship,UK,Specified ship|Charging services,IMO9074729',
  );

  expect(await effectsOf(parseUk, files, 'STA0001')).toEqual({
    references: [
      { scheme: 'un', value: 'QDe.145' },
      { scheme: 'ofsi', value: '60001' },
    ],
    measures: ['asset_freeze', 'travel_ban'],
  });
  expect(await effectsOf(parseUk, files, 'STA0003')).toEqual({
    references: [{ scheme: 'imo', value: '9074729' }],
    measures: ['sectoral', 'transport'],
  });
  expect(entryOf(await readList(parseUk, files), 'STA0001').listing?.remarks).toMatch(/Designation source: UN\./);
});

test('UK XML: references and measures of a designation', async () => {
  const xml = `<Designations><Designation><UniqueID>AFG9001</UniqueID><OFSIGroupID>7172</OFSIGroupID>
<UNReferenceNumber>TAi.002</UNReferenceNumber><Names><Name><Name1>Ottokar</Name1><Name6>INKWELL</Name6>
<NameType>Primary Name</NameType></Name></Names><IndividualEntityShip>Individual</IndividualEntityShip>
<SanctionsImposed>Asset freeze|Trust Services Sanctions|Director Disqualification Sanction</SanctionsImposed>
</Designation></Designations>`;

  expect(await effectsOf(parseUk, { 'UK-Sanctions-List.xml': xml }, 'AFG9001')).toEqual({
    references: [
      { scheme: 'un', value: 'TAi.002' },
      { scheme: 'ofsi', value: '7172' },
    ],
    measures: ['asset_freeze', 'director_disqualification', 'trust_services'],
  });
});

test('UK: the retired ConList names targets of asset freezes, with references in its prose', async () => {
  const csv = [
    'Last Updated,10/04/2025',
    'Name 6,Name 1,Other Information,Group Type,Alias Type,Group ID',
    'STAPLES,Gustav,(UK Sanctions List Ref):STA0001. (UN Ref):QDi. 001. Linked to paper.,Individual,Primary name,60001',
  ].join('\n');

  expect(await effectsOf(parseUk, { 'ConList.csv': csv }, 'STA0001')).toEqual({
    references: [
      { scheme: 'un', value: 'QDi.001' },
      { scheme: 'ofsi', value: '60001' },
    ],
    measures: ['asset_freeze'],
  });
});

test.each([
  ['Asset freeze', ['asset_freeze']],
  ['Investment ban | Prohibition on port entry', ['investment_ban', 'transport']],
  ['Restrictions on loans and money-market instruments', ['sectoral']],
  ['Trade sanctions: export of goods', ['trade']],
  ['Something new', ['other']],
  ['', []],
  [' | ', []],
])('UK: reads the measures of a cell: %s', (cell, measures) => {
  expect(imposedMeasures(cell)).toEqual(measures);
});

test('EU XML and CSV: the numbers of the United Nations and the Union, and an asset freeze', async () => {
  const xml = `<export><sanctionEntity unitedNationId="LYi.28" euReferenceNumber="EU.9.28" logicalId="9">
<subjectType code="person" classificationCode="P"/><nameAlias wholeName="Ödön Papír"/></sanctionEntity>
<sanctionEntity unitedNationId="" logicalId="10"><subjectType code="enterprise" classificationCode="E"/>
<nameAlias wholeName="Papír Hajó"/><identification number="IMO 9074729" identificationTypeCode="imo"/>
<identification number="529900T8BM49AURSDO55" identificationTypeCode="lei"/></sanctionEntity></export>`;
  const csv = [
    'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_UnitedNationId;Entity_SubjectType;NameAlias_WholeName',
    '15/04/2025;9;EU.9.28;LYi.28;person;Ödön Papír',
  ].join('\n');
  const person = {
    references: [
      { scheme: 'un', value: 'LYi.028' },
      { scheme: 'eu', value: 'EU.9.28' },
    ],
    measures: ['asset_freeze'],
  };

  expect(await effectsOf(parseEu, { 'full.xml': xml }, '9')).toEqual(person);
  expect(await effectsOf(parseEu, { 'full.csv': csv }, '9')).toEqual(person);
  expect((await effectsOf(parseEu, { 'full.xml': xml }, '10')).references).toEqual([
    { scheme: 'imo', value: '9074729' },
    { scheme: 'lei', value: '529900T8BM49AURSDO55' },
  ]);
});

const OFAC_XML = `<sdnList><sdnEntry><uid>7</uid><lastName>PARCHMENT BANK</lastName><sdnType>Entity</sdnType>
<programList><program>UKRAINE-EO13662</program></programList></sdnEntry>
<sdnEntry><uid>8</uid><lastName>PARCHMENT ARMS</lastName><sdnType>Entity</sdnType>
<programList><program>CMIC-EO13959</program></programList></sdnEntry>
<sdnEntry><uid>9</uid><lastName>PARCHMENT PARTY</lastName><sdnType>Entity</sdnType>
<programList><program>NS-PLC</program></programList></sdnEntry></sdnList>`;

test.each([
  ['7', 'sectoral'],
  ['8', 'investment_ban'],
  ['9', 'other'],
])('OFAC: entry %s is blocked on the SDN list, and under %s on the consolidated list', async (id, measure) => {
  const references = [{ scheme: 'ofac', value: id }];

  expect(await effectsOf(parseOfac, { 'SDN.XML': OFAC_XML }, id)).toEqual({ references, measures: ['asset_freeze'] });
  expect(await effectsOf(parseOfac, { 'CONSOLIDATED.XML': OFAC_XML }, id)).toEqual({ references, measures: [measure] });
});

test('OFAC: the larger formats state the lists of an entry, whatever the name of the file', async () => {
  const lists = '<ListValues><List ID="1550">SDN List</List><List ID="91507">Consolidated List</List></ListValues>';
  const withLists = Buffer.from(fixture('ofac/advanced.xml')).toString().replace('<SanctionsTypeValues>', `${lists}$&`);
  const advanced = await readList(parseOfac, { 'renamed.xml': withLists });
  const enhanced = await readList(parseOfac, {
    'CONS_ENHANCED.XML': `<sanctionsData><entities><entity id="5"><sanctionsLists><sanctionsList>SDN List</sanctionsList>
<sanctionsList>Non-SDN CMIC List</sanctionsList></sanctionsLists><generalInfo><entityType>Entity</entityType></generalInfo>
<names><name><isPrimary>true</isPrimary><translations><translation><formattedFullName>PARCHMENT ARMS</formattedFullName>
</translation></translations></name></names></entity></entities></sanctionsData>`,
  });

  expect(entryOf(enhanced, '5').measures).toEqual(['asset_freeze', 'investment_ban']);
  expect(entryOf(advanced, '301').measures).toEqual(['asset_freeze']);
  expect(entryOf(advanced, '201').measures).toEqual(['other']);
});

test('IDB: a debarment, and a reprimand that is none', async () => {
  const csv = [
    'Title,Entity,Nationality,Country,From,To,Grounds,Source,IDB Sanction Type,IDB Sanction Source,Other Name',
    'Paper Mill SA,Firm,Peru,Peru,"Jan 12, 2020",Ongoing,Fraud,IDB,Debarment w/ conditional release,IDB,',
    'Ink Mill SA,Firm,Peru,Peru,"Jan 12, 2020",Ongoing,Fraud,WBG cross debarment,,,',
    'Glue Mill SA,Firm,Peru,Peru,"Jan 12, 2020",Ongoing,Fraud,IDB,Letter of reprimand,IDB,',
  ].join('\n');

  const { entries } = await readList(parseIdb, { 'idb.csv': csv });

  expect(entries.map(({ measures }) => measures)).toEqual([['debarment'], ['debarment'], ['other']]);
});

test('PEP: the Wikidata item is a reference, the id of a roster is none', async () => {
  const { entries } = await readList(parsePep, { 'leaders.csv': fixture('pep/leaders.csv') });

  const items = entries.filter(({ id }) => /^Q\d+$/.test(id));
  expect(items.length).toBeGreaterThan(0);
  expect(items.map(({ references }) => references)).toEqual(items.map(({ id }) => [{ scheme: 'wikidata', value: id }]));
  expect(entries.filter((one) => !items.includes(one)).every(({ references }) => references === undefined)).toBe(true);
});
