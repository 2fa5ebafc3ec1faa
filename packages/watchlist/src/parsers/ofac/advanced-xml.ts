import type { ListedAddress, ListedEntry } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childOf, childrenOf, descendants, textOf, type XmlElement } from '../reading/xml-element.ts';
import { addressOf, earliestDay } from '../tidy-listing.ts';
import { advancedEntry, type PartyReferences, stateDay } from './advanced-party.ts';
import { type IdentityDocument, listingOf } from './party-facts.ts';
import { isVessel } from './vessel.ts';

/**
 * SDN_ADVANCED.XML and CONS_ADVANCED.XML: files of references. Kinds, countries and places come
 * first and are referred to by number; documents precede the parties they belong to, and programmes
 * follow all of them. Entries, a few hundred bytes each, are therefore held until the end.
 */
const REFERENCE_VALUES = [
  'Country',
  'FeatureType',
  'IDRegDocType',
  'NamePartType',
  'PartyType',
  'PartySubType',
  'SanctionsType',
  'DetailReference',
  'List',
];

export const ADVANCED_RECORDS: readonly string[] = [
  'DateOfIssue',
  ...REFERENCE_VALUES,
  'Location',
  'IDRegDocument',
  'DistinctParty',
  'SanctionsEntry',
];

const idOf = ({ attributes }: XmlElement) => attributes.ID ?? '';

/** For an unknown country the publisher writes a word that is not a country. */
const countryIn = ({ attributes, text }: XmlElement) =>
  attributes.ISO2 || (/^undetermined$/i.test(text.trim()) ? '' : text.trim());

export function advancedParties(collector: Collector) {
  const values = new Map<string, Map<string, XmlElement>>();
  const countryOfLocation = new Map<string, string>();
  const addressOfLocation = new Map<string, ListedAddress>();
  const documents = new Map<string, IdentityDocument[]>();
  const entries = new Map<string, ListedEntry>();
  const vessels = new Set<ListedEntry>();
  const listsOf = new Map<ListedEntry, string[]>();
  let publishedAt: string | null = null;

  const referenced = (kind: string, id: string | undefined) => values.get(kind)?.get(id ?? '');
  const labelOf = (kind: string, id: string | undefined) => referenced(kind, id)?.text.trim() ?? '';
  const countryOf = (id: string | undefined) => {
    const country = referenced('Country', id);
    return country ? countryIn(country) : '';
  };
  const references: PartyReferences = {
    featureLabel: (id) => labelOf('FeatureType', id),
    namePartLabel: (id) => labelOf('NamePartType', id),
    partyLabel: (subTypeId) => labelOf('PartyType', referenced('PartySubType', subTypeId)?.attributes.PartyTypeID),
    detailLabel: (id) => labelOf('DetailReference', id),
    countryOfLocation: (id) => countryOfLocation.get(id ?? '') ?? '',
    addressOfLocation: (id) => addressOfLocation.get(id ?? ''),
    documentsOf: (identityId) => documents.get(identityId ?? '') ?? [],
  };

  const keepDocument = (element: XmlElement) => {
    const { IdentityID = '', IDRegDocTypeID } = element.attributes;
    const document = {
      label: labelOf('IDRegDocType', IDRegDocTypeID),
      number: textOf(element, 'IDRegistrationNo'),
      issuer: countryOf(element.attributes['IssuedBy-CountryID']),
    };
    documents.set(IdentityID, [...(documents.get(IdentityID) ?? []), document]);
  };
  const keepParty = (element: XmlElement) => {
    const profileIds = childrenOf(element, 'Profile').map(idOf);
    const entry = advancedEntry(element, references, collector);
    const subType = childOf(element, 'Profile')?.attributes.PartySubTypeID;
    if (isVessel(labelOf('PartySubType', subType))) vessels.add(entry);
    // A party without a profile is passed on too, and counted as one without a name.
    for (const id of profileIds.length > 0 ? profileIds : [entry.id]) entries.set(id, entry);
  };
  const keepLocation = (element: XmlElement) => {
    const country = childOf(element, 'LocationCountry')?.attributes.CountryID;
    countryOfLocation.set(idOf(element), countryOf(country));
    const parts = childrenOf(element, 'LocationPart').flatMap((part) =>
      childrenOf(part, 'LocationPartValue').slice(0, 1),
    );
    addressOfLocation.set(
      idOf(element),
      addressOf(
        parts.map((part) => textOf(part, 'Value')),
        labelOf('Country', country),
      ),
    );
  };
  const addProgrammes = (element: XmlElement) => {
    const entry = entries.get(element.attributes.ProfileID ?? '');
    const list = labelOf('List', element.attributes.ListID);
    if (list) collector.statesList(list);
    if (!entry) return collector.stray();
    if (list) listsOf.set(entry, [...(listsOf.get(entry) ?? []), list]);
    const listing = listingOf(entry);
    const days = [...descendants(element, 'EntryEvent')].map((event) => {
      const date = childOf(event, 'Date');
      return date ? stateDay(date) : null;
    });
    listing.listedOn = earliestDay([listing.listedOn, ...days]);
    for (const measure of childrenOf(element, 'SanctionsMeasure'))
      if (/^program/i.test(labelOf('SanctionsType', measure.attributes.SanctionsTypeID)))
        entry.programmes.push(textOf(measure, 'Comment'));
  };

  return {
    read(element: XmlElement): void {
      if (element.name === 'DateOfIssue') publishedAt = stateDay(element);
      else if (element.name === 'Location') keepLocation(element);
      else if (element.name === 'IDRegDocument') keepDocument(element);
      else if (element.name === 'DistinctParty') keepParty(element);
      else if (element.name === 'SanctionsEntry') addProgrammes(element);
      else if (REFERENCE_VALUES.includes(element.name)) {
        const known = values.get(element.name) ?? new Map<string, XmlElement>();
        values.set(element.name, known.set(idOf(element), element));
      }
    },
    isVessel: (entry: ListedEntry) => vessels.has(entry),
    /** Names of the lists that an entry is on. */
    listsOf: (entry: ListedEntry): readonly string[] => listsOf.get(entry) ?? [],
    entries: () => new Set(entries.values()),
    publishedAt: () => publishedAt,
  };
}
