import type { BirthSpan, ListedAddress, ListedEntry, ListedName } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childOf, childrenOf, descendants, textOf, type XmlElement } from '../reading/xml-element.ts';
import {
  addDocument,
  addFeature,
  addRemark,
  type IdentityDocument,
  isBirthdate,
  isCountryFeature,
  listingOf,
} from './party-facts.ts';

/** The reference values that the numbers in a party denote. */
export interface PartyReferences {
  featureLabel: (id: string | undefined) => string;
  namePartLabel: (id: string | undefined) => string;
  partyLabel: (subTypeId: string | undefined) => string;
  detailLabel: (id: string | undefined) => string;
  countryOfLocation: (id: string | undefined) => string;
  addressOfLocation: (id: string | undefined) => ListedAddress | undefined;
  documentsOf: (identityId: string | undefined) => readonly IdentityDocument[];
}

/** One `DistinctParty`, with the same id as in the other formats. */
export function advancedEntry(element: XmlElement, references: PartyReferences, collector: Collector): ListedEntry {
  const subType = childOf(element, 'Profile')?.attributes.PartySubTypeID;
  const identities = principalFirst([...descendants(element, 'Identity')]);
  const entry: ListedEntry = {
    id: element.attributes.FixedRef ?? '',
    kind: /^individual$/i.test(references.partyLabel(subType)) ? 'person' : 'entity',
    names: identities.flatMap((identity) => namesOf(identity, references)),
    births: [],
    countries: [],
    identifiers: [],
    programmes: [],
  };
  for (const feature of descendants(element, 'Feature')) readFeature(entry, feature, { references, collector });
  for (const { attributes } of identities)
    for (const document of references.documentsOf(attributes.ID)) addDocument(entry, document, collector);
  addRemark(entry, '', textOf(element, 'Comment'));
  return entry;
}

const principalFirst = (elements: readonly XmlElement[]): XmlElement[] =>
  elements.toSorted((one, other) => rank(one) - rank(other));

const rank = ({ attributes }: XmlElement) => (attributes.Primary === 'true' ? 0 : 1);

function namesOf(identity: XmlElement, references: PartyReferences): ListedName[] {
  const typeOfGroup = new Map(
    [...descendants(identity, 'NamePartGroup')].map(({ attributes }) => [
      attributes.ID,
      references.namePartLabel(attributes.NamePartTypeID),
    ]),
  );
  const isFamily = ({ attributes }: XmlElement) =>
    /^(?:last|matronymic|maiden)/i.test(typeOfGroup.get(attributes.NamePartGroupID ?? '') ?? '');
  return principalFirst(childrenOf(identity, 'Alias')).flatMap((alias) =>
    childrenOf(alias, 'DocumentedName').map((name) => {
      const parts = [...descendants(name, 'NamePartValue')];
      const spoken = [...parts.filter((part) => !isFamily(part)), ...parts.filter(isFamily)];
      return {
        text: spoken.map(({ text }) => text.trim()).join(' '),
        isWeak: alias.attributes.LowQuality === 'true',
      };
    }),
  );
}

interface Reading {
  references: PartyReferences;
  collector: Collector;
}

function readFeature(entry: ListedEntry, feature: XmlElement, reading: Reading): void {
  const { references, collector } = reading;
  const label = references.featureLabel(feature.attributes.FeatureTypeID);
  for (const version of childrenOf(feature, 'FeatureVersion'))
    if (isBirthdate(label)) readBirths(entry, version, collector);
    else if (isLocation(label)) readAddresses(entry, version, references);
    else if (isCountryFeature(label))
      for (const { attributes } of childrenOf(version, 'VersionLocation'))
        addFeature(entry, { label, value: references.countryOfLocation(attributes.LocationID) }, collector);
    else
      for (const { text, attributes } of childrenOf(version, 'VersionDetail')) {
        const value = text.trim() || references.detailLabel(attributes.DetailReferenceID);
        addFeature(entry, { label, value }, collector);
      }
}

const isLocation = (label: string) => /^location$/i.test(label);

function readAddresses(entry: ListedEntry, version: XmlElement, references: PartyReferences) {
  for (const { attributes } of childrenOf(version, 'VersionLocation')) {
    const address = references.addressOfLocation(attributes.LocationID);
    if (address) listingOf(entry).addresses.push(address);
  }
}

function readBirths(entry: ListedEntry, version: XmlElement, collector: Collector): void {
  for (const period of childrenOf(version, 'DatePeriod')) {
    const span = spanOf(period);
    // An empty text counts the date as unreadable.
    if (span) entry.births.push(span);
    else collector.birth('');
  }
}

/** From the earliest start of the period to its latest end. */
function spanOf(period: XmlElement): BirthSpan | undefined {
  const [start, end] = [childOf(period, 'Start'), childOf(period, 'End')];
  const from = dayIn(start, 'From') ?? dayIn(start, 'To');
  const to = dayIn(end, 'To') ?? dayIn(end, 'From') ?? dayIn(start, 'To') ?? from;
  if (!from || !to || to < from) return undefined;
  const isCirca = [start, end].some((one) => one?.attributes.Approximate === 'true');
  return { from, to, isCirca };
}

const dayIn = (boundary: XmlElement | undefined, name: 'From' | 'To') => {
  const point = childOf(boundary, name);
  return point ? stateDay(point) : null;
};

/** `Year`, `Month` and `Day` as one date; null if invalid. */
export function stateDay(element: XmlElement): string | null {
  const [year = '', month = '', day = ''] = ['Year', 'Month', 'Day'].map((part) =>
    textOf(element, part).padStart(2, '0'),
  );
  const text = `${year}-${month}-${day}`;
  return /^[12]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text) ? text : null;
}
