import { expect, test } from 'vitest';
import type { Listing } from '../../src/listed-entry.ts';
import { parseEu } from '../../src/parsers/eu.ts';
import type { ListParser } from '../../src/parsers/list-parser.ts';
import { parseOfac } from '../../src/parsers/ofac.ts';
import { parseUk } from '../../src/parsers/uk.ts';
import { type Contents, entryOf, fixture, readList } from './read-lists.ts';

/** What each format states for a reviewer: addresses, places, dates, titles, remarks and links. */
const listingOf = async (parse: ListParser, contents: Contents, id: string) =>
  entryOf(await readList(parse, contents), id).listing;

const NOTHING: Listing = {
  birthPlaces: [],
  addresses: [],
  titles: [],
  listedOn: null,
  endsOn: null,
  remarks: null,
  links: [],
};

test('OFAC CSV: the address file, the title and the remarks belong to the entry', async () => {
  const files = {
    'sdn.csv': fixture('ofac/sdn.csv'),
    'alt.csv': fixture('ofac/alt.csv'),
    'add.csv': '101,1,"1 Paper Street","Ville 1234","Iran",-0- \n101,2,-0- ,"Gaza","Palestinian",-0- \n',
    'sdn_comments.csv': fixture('ofac/sdn_comments.csv'),
  };

  expect(await listingOf(parseOfac, files, '101')).toEqual({
    ...NOTHING,
    birthPlaces: ['Ville, Iran'],
    addresses: [
      { text: '1 Paper Street, Ville 1234, Iran', country: 'IR' },
      { text: 'Gaza, Palestinian', country: 'PS' },
    ],
    titles: ['Doctor of Letters'],
    remarks: expect.stringMatching(/^DOB 17 Apr 1961; .* Linked To: INKWELL HOLDING\.$/),
  });
  expect((await listingOf(parseOfac, files, '102'))?.remarks).toMatch(/Website www\.inkwell/);
  expect(await listingOf(parseOfac, files, '105')).toBeUndefined();
});

test('OFAC CSV: an address file with a damaged row still gives the others', async () => {
  const files = {
    'sdn.csv': fixture('ofac/sdn.csv'),
    'alt.csv': fixture('ofac/alt.csv'),
    'add.csv': '101,1,"Ville","","Iran",-0- \n101,"too short"\n102,2,-0- ,"Stuttgart","Germany",-0- \n',
  };
  const list = await readList(parseOfac, files);

  expect(list.report.droppedEntries).toBe(0);
  expect(entryOf(list, '102').listing?.addresses).toEqual([{ text: 'Stuttgart, Germany', country: 'DE' }]);
});

const SDN_XML = `<sdnList><sdnEntry><uid>7</uid><firstName>Ismene</firstName><lastName>PARCHMENT</lastName>
<title>Envoy; Chair of Paper</title><sdnType>Individual</sdnType><remarks>(Linked To: INKWELL)</remarks>
<idList><id><idType>Gender</idType><idNumber>Female</idNumber></id></idList>
<addressList><address><address1>5 Ink Road</address1><city>Ankara</city><postalCode>06000</postalCode><country>Turkey</country></address></addressList>
<placeOfBirthList><placeOfBirthItem><placeOfBirth>Jabalia Camp</placeOfBirth></placeOfBirthItem></placeOfBirthList>
</sdnEntry></sdnList>`;

test('OFAC SDN XML: every element has its place', async () => {
  expect(await listingOf(parseOfac, { 'sdn.xml': SDN_XML }, '7')).toEqual({
    ...NOTHING,
    birthPlaces: ['Jabalia Camp'],
    addresses: [{ text: '5 Ink Road, Ankara, 06000, Turkey', country: 'TR' }],
    titles: ['Envoy', 'Chair of Paper'],
    remarks: 'Gender Female; (Linked To: INKWELL)',
  });
});

const ENHANCED_XML = `<sanctionsData><entities><entity id="8">
<generalInfo><entityType>Individual</entityType><title>Dr</title><remarks>All branches</remarks></generalInfo>
<sanctionsLists><sanctionsList datePublished="2020-12-10">SDN List</sanctionsList><sanctionsList datePublished="2019-01-02">Other</sanctionsList></sanctionsLists>
<names><name><isPrimary>true</isPrimary><translations><translation><formattedFullName>KAGHAZ, Salim</formattedFullName></translation></translations></name></names>
<addresses><address><country>Iran</country><translations>
<translation><isPrimary>false</isPrimary><addressParts><addressPart><type>CITY</type><value>تهران</value></addressPart></addressParts></translation>
<translation><isPrimary>true</isPrimary><addressParts><addressPart><type>ADDRESS1</type><value>1 Reed St.</value></addressPart><addressPart><type>CITY</type><value>Tehran</value></addressPart></addressParts></translation>
</translations></address><address><country>Syria</country></address></addresses>
<features><feature><type>Place of Birth</type><value>Nowhere</value></feature><feature><type>Secondary sanctions risk:</type><value>Subject to</value></feature></features>
<relationships><relationship><type>Acting for or on behalf of</type><relatedEntity>BLOTTER BANK</relatedEntity></relationship></relationships>
</entity></entities></sanctionsData>`;

test('OFAC enhanced XML: addresses of the primary script, publication date and relationships', async () => {
  expect(await listingOf(parseOfac, { 'enhanced.xml': ENHANCED_XML }, '8')).toEqual({
    ...NOTHING,
    birthPlaces: ['Nowhere'],
    addresses: [
      { text: '1 Reed St., Tehran, Iran', country: 'IR' },
      { text: 'Syria', country: 'SY' },
    ],
    titles: ['Dr'],
    listedOn: '2019-01-02',
    remarks: 'Secondary sanctions risk: Subject to; All branches; Acting for or on behalf of BLOTTER BANK',
  });
});

test('OFAC advanced XML: locations, detail references and the first event of the entry', async () => {
  const text = fixture('ofac/advanced.xml')
    .toString()
    .replace(
      '<FeatureTypeValues>',
      '<FeatureTypeValues><FeatureType ID="25">Location</FeatureType><FeatureType ID="26">Title</FeatureType>',
    )
    .replace(
      '<PartyTypeValues>',
      '<DetailReferenceValues><DetailReference ID="91527">Female</DetailReference></DetailReferenceValues><PartyTypeValues>',
    )
    .replace(
      '<Location ID="21">',
      '<Location ID="20"><LocationCountry CountryID="11" /><LocationPart LocPartTypeID="1451"><LocationPartValue Primary="true"><Value>3 Reed St.</Value></LocationPartValue></LocationPart><LocationPart LocPartTypeID="1454"><LocationPartValue Primary="true"><Value>Sanaa</Value></LocationPartValue></LocationPart></Location><Location ID="21">',
    )
    .replace(
      '<Feature ID="2" ',
      '<Feature ID="20" FeatureTypeID="25"><FeatureVersion ID="20"><VersionLocation LocationID="20" /></FeatureVersion></Feature><Feature ID="21" FeatureTypeID="26"><FeatureVersion ID="21"><VersionDetail>Scribe</VersionDetail></FeatureVersion></Feature><Feature ID="2" ',
    )
    .replace(
      '<DistinctParty FixedRef="301">\n      <Comment />',
      '<DistinctParty FixedRef="301"><Comment>Fled.</Comment>',
    );

  expect(await listingOf(parseOfac, { 'sdn_advanced.xml': text }, '301')).toEqual({
    ...NOTHING,
    birthPlaces: ['Nowhere'],
    addresses: [{ text: '3 Reed St., Sanaa, Yemen', country: 'YE' }],
    titles: ['Scribe'],
    listedOn: '2024-05-01',
    remarks: 'Fled.',
  });
  expect((await listingOf(parseOfac, { 'sdn_advanced.xml': text }, '201'))?.remarks).toBe('Gender Female');
});

const FSF_XML = `<export generationDate="2025-04-15"><sanctionEntity logicalId="9" designationDetails="Annex II">
<remark>First remark.</remark><remark>Second remark.</remark>
<regulation programme="ZUB" publicationDate="2012-03-24"><publicationUrl>https://eur-lex.example.test/a</publicationUrl></regulation>
<subjectType code="person"/>
<nameAlias wholeName="Ödön Papír" title="Dr" function="Minister of Paper"/>
<nameAlias wholeName="Oedoen Papir" title="Dr" function=""/>
<birthdate city="Budapest" place="Ferencváros" region="" year="1950" calendarType="GREGORIAN" countryIso2Code="HU" countryDescription="HUNGARY"/>
<birthdate city="" countryIso2Code="00" countryDescription="UNKNOWN"/>
<address street="2 Quill utca" poBox="12" zipCode="1051" city="Budapest" region="Pest" place="" countryIso2Code="HU" countryDescription="HUNGARY"/>
<address city="" countryIso2Code="00" countryDescription="UNKNOWN"/>
</sanctionEntity></export>`;

const EU_LISTING: Listing = {
  birthPlaces: ['Ferencváros, Budapest, HUNGARY'],
  addresses: [{ text: '2 Quill utca, P.O. Box 12, 1051 Budapest, Pest, HUNGARY', country: 'HU' }],
  titles: ['Dr', 'Minister of Paper'],
  listedOn: '2012-03-24',
  endsOn: null,
  remarks: 'Annex II First remark. Second remark.',
  links: ['https://eur-lex.example.test/a'],
};

test('EU XML: functions, regulation, remarks and addresses; an unknown country is none', async () => {
  expect(await listingOf(parseEu, { 'fsf.xml': FSF_XML }, '9')).toEqual(EU_LISTING);
});

const csvOf = (rows: readonly Record<string, string>[]) => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => columns.map((name) => row[name] ?? '').join(';'));
  return [columns.join(';'), ...lines].join('\n');
};

test('EU CSV: the rows of an entity add up to what the XML states', async () => {
  const entity = {
    fileGenerationDate: '15/04/2025',
    Entity_LogicalId: '9',
    Entity_SubjectType: 'P',
    Entity_DesignationDetails: 'Annex II',
    Entity_Remark: 'First remark. Second remark.',
    Entity_Regulation_Programme: 'ZUB',
    Entity_Regulation_PublicationDate: '2012-03-24',
    Entity_Regulation_PublicationUrl: 'https://eur-lex.example.test/a',
  };
  const rows = [
    {
      ...entity,
      NameAlias_WholeName: 'Ödön Papír',
      NameAlias_Title: 'Dr',
      NameAlias_Function: 'Minister of Paper',
    },
    {
      ...entity,
      Address_Street: '2 Quill utca',
      Address_PoBox: '12',
      Address_ZipCode: '1051',
      Address_City: 'Budapest',
      Address_Region: 'Pest',
      Address_CountryIso2Code: 'HU',
      Address_CountryDescription: 'HUNGARY',
    },
    {
      ...entity,
      BirthDate_Place: 'Ferencváros',
      BirthDate_City: 'Budapest',
      BirthDate_CountryIso2Code: 'HU',
      BirthDate_CountryDescription: 'HUNGARY',
    },
  ];

  expect(await listingOf(parseEu, { 'fsf.csv': csvOf(rows) }, '9')).toEqual(EU_LISTING);
});

const WHOLE_XML = `<WHOLE Date="11/02/2016"><ENTITY Id="10" Type="P" reg_date="2012-02-21" programme="ZWE"
pdf_link="http://eur-lex.example.test/b" remark="(A remark)">
<NAME><WHOLENAME>Zoe Carton</WHOLENAME><TITLE>Mrs</TITLE><FUNCTION>President</FUNCTION></NAME>
<BIRTH><DATE>1924-02-21</DATE><PLACE>Kutama</PLACE><COUNTRY>IRQ</COUNTRY></BIRTH>
<ADDRESS><NUMBER>4</NUMBER><STREET>Rashid Street</STREET><ZIPCODE/><CITY>Baghdad</CITY><COUNTRY>IRQ</COUNTRY><OTHER/></ADDRESS>
</ENTITY></WHOLE>`;

test('EU retired XML: the attributes and addresses of the entity', async () => {
  expect(await listingOf(parseEu, { 'global.xml': WHOLE_XML }, '10')).toEqual({
    birthPlaces: ['Kutama, IRQ'],
    addresses: [{ text: '4 Rashid Street, Baghdad, IRQ', country: 'IQ' }],
    titles: ['Mrs', 'President'],
    listedOn: '2012-02-21',
    endsOn: null,
    remarks: '(A remark)',
    links: ['http://eur-lex.example.test/b'],
  });
});

const UK_PAGE = 'https://search-uk-sanctions-list.service.gov.uk/designations';

const UKSL_CSV = [
  'Report Date: 10-Apr-2025',
  'Unique ID,Name 6,Name type,Designation Type,Title,Position,Town of birth,Country of birth,Address Line 1,Address Line 6,Address Postal Code,Address Country,Date Designated,Sanctions Imposed,Other Information,UK Statement of Reasons',
  'STA0001,STAPLES,Primary Name,Individual,Mullah,Chief,(1) Kabul (2) Herat,(1) Afghanistan (2) Iran,1 Clip Lane,Kabul,12,Afghanistan,09/12/2022,Asset freeze|Travel Ban,Known.,He staples.',
  'STA0001,CLIP,Alias,Individual,Mullah,Chief,(1) Kabul (2) Herat,(1) Afghanistan (2) Iran,,,,Pakistan,09/12/2022,Asset freeze|Travel Ban,Known.,He staples.',
].join('\n');

const UK_LISTING: Listing = {
  birthPlaces: ['Kabul, Afghanistan', 'Herat, Iran'],
  addresses: [
    { text: '1 Clip Lane, Kabul, 12, Afghanistan', country: 'AF' },
    { text: 'Pakistan', country: 'PK' },
  ],
  titles: ['Mullah', 'Chief'],
  listedOn: '2022-12-09',
  endsOn: null,
  remarks: 'Sanctions imposed: Asset freeze, Travel Ban. Other information: Known. Statement of reasons: He staples.',
  links: [`${UK_PAGE}/STA0001/Individual`],
};

test('UK CSV: scattered rows add up to one listing', async () => {
  expect(await listingOf(parseUk, { 'uksl.csv': UKSL_CSV }, 'STA0001')).toEqual(UK_LISTING);
});

const UKSL_XML = `<Designations><Designation><UniqueID>STA0001</UniqueID><DateDesignated>09/12/2022</DateDesignated>
<Names><Name><Name6>STAPLES</Name6><NameType>Primary Name</NameType></Name></Names><Titles><Title>Mullah</Title></Titles>
<IndividualEntityShip>Individual</IndividualEntityShip><SanctionsImposed>Asset freeze|Travel Ban</SanctionsImposed>
<OtherInformation>Known.</OtherInformation><UKStatementofReasons>He staples.</UKStatementofReasons>
<Addresses><Address><AddressLine1>1 Clip Lane</AddressLine1><AddressLine6>Kabul</AddressLine6><AddressPostalCode>12</AddressPostalCode><AddressCountry>Afghanistan</AddressCountry></Address><Address><AddressCountry>Pakistan</AddressCountry></Address></Addresses>
<IndividualDetails><Individual><Positions><Position>Chief</Position></Positions><BirthDetails><Location><TownOfBirth>Kabul</TownOfBirth><CountryOfBirth>Afghanistan</CountryOfBirth></Location><Location><TownOfBirth>Herat</TownOfBirth><CountryOfBirth>Iran</CountryOfBirth></Location></BirthDetails></Individual></IndividualDetails>
</Designation></Designations>`;

test('UK XML: the same listing as the CSV', async () => {
  expect(await listingOf(parseUk, { 'uksl.xml': UKSL_XML }, 'STA0001')).toEqual(UK_LISTING);
});

const CONLIST = [
  'Last Updated,10/04/2025',
  'Name 6,Title,DOB,Town of Birth,Country of Birth,Position,Address 1,Address 6,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,UK Sanctions List Date Designated,Group ID',
  'STAPLES,Mullah,,Kabul,Afghanistan,(1) Chief (2) Clerk,1 Clip Lane,Kabul,12,Afghanistan,(UK Sanctions List Ref):STA0001. Known.,Individual,Primary name,,Stationery,17/07/2012,31/12/2020,60001',
  'WORKS,,,,,,,,,,Known.,Entity,Primary name,,Stationery,,31/12/2020,60002',
].join('\n');

test('UK ConList: listed on the day that the list states, a group without a reference has no page', async () => {
  const files = { 'ConList.csv': CONLIST };

  expect(await listingOf(parseUk, files, 'STA0001')).toEqual({
    birthPlaces: ['Kabul, Afghanistan'],
    addresses: [{ text: '1 Clip Lane, Kabul, 12, Afghanistan', country: 'AF' }],
    titles: ['Mullah', 'Chief', 'Clerk'],
    listedOn: '2012-07-17',
    endsOn: null,
    remarks: '(UK Sanctions List Ref):STA0001. Known.',
    links: [`${UK_PAGE}/STA0001/Individual`],
  });
  expect(await listingOf(parseUk, files, '60002')).toEqual({
    ...NOTHING,
    listedOn: '2020-12-31',
    remarks: 'Known.',
  });
});

test.each<[string, Partial<Record<'remark' | 'url' | 'date', string>>, Partial<Listing>]>([
  ['a day that is none', { date: '2012-02-31' }, { listedOn: null }],
  ['a link that is no web address', { url: 'javascript:alert(1)' }, { links: [] }],
  [
    'remarks beyond 2,000 characters',
    { remark: '🙂'.repeat(1_500) },
    { remarks: `Annex II First remark. ${'🙂'.repeat(988)}…` },
  ],
])('faults: %s is not taken over as it is', async (_case, changes, expected) => {
  const text = FSF_XML.replace('2012-03-24', changes.date ?? '2012-03-24')
    .replace('https://eur-lex.example.test/a', changes.url ?? 'https://eur-lex.example.test/a')
    .replace('Second remark.', changes.remark ?? 'Second remark.');

  expect(await listingOf(parseEu, { 'fsf.xml': text }, '9')).toMatchObject(expected);
});
