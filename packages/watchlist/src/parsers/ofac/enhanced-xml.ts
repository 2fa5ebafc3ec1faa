import type { ListedAddress, ListedEntry, ListedName } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../reading/xml-element.ts';
import { addressOf, earliestDay } from '../tidy-listing.ts';
import { addDocument, addFeature, addRemark, type IdentityDocument, isBirthdate, listingOf } from './party-facts.ts';
import { spokenName } from './person-name.ts';

/** ENHANCED_XML: one `entity` a party, with names in every script the publisher knows. */
export function enhancedXmlEntry(element: XmlElement, collector: Collector): ListedEntry {
  const type = textOf(childOf(element, 'generalInfo'), 'entityType');
  const entry: ListedEntry = {
    id: element.attributes.id ?? '',
    kind: /^individual$/i.test(type) ? 'person' : 'entity',
    names: [],
    births: [],
    countries: [],
    identifiers: [],
    programmes: childrenOf(childOf(element, 'sanctionsPrograms'), 'sanctionsProgram').map(({ text }) => text),
  };
  const names = childrenOf(childOf(element, 'names'), 'name');
  const principalFirst = names.toSorted((one, other) => rank(one) - rank(other));
  entry.names = principalFirst.flatMap((name) => namesOf(name, entry.kind));
  for (const feature of childrenOf(childOf(element, 'features'), 'feature')) readFeature(entry, feature, collector);
  for (const document of childrenOf(childOf(element, 'identityDocuments'), 'identityDocument'))
    addDocument(entry, documentIn(document), collector);
  readListing(entry, element);
  return entry;
}

function readListing(entry: ListedEntry, element: XmlElement): void {
  const listing = listingOf(entry);
  const general = childOf(element, 'generalInfo');
  listing.titles.push(...textOf(general, 'title').split(';'));
  listing.addresses = childrenOf(childOf(element, 'addresses'), 'address').map(addressIn);
  listing.listedOn = earliestDay(
    childrenOf(childOf(element, 'sanctionsLists'), 'sanctionsList').map(
      ({ attributes }) => attributes.datePublished ?? null,
    ),
  );
  addRemark(entry, '', textOf(general, 'remarks'));
  for (const relationship of childrenOf(childOf(element, 'relationships'), 'relationship'))
    addRemark(entry, textOf(relationship, 'type'), textOf(relationship, 'relatedEntity'));
}

/** As the publisher orders the parts, in the script that it calls the primary one. */
function addressIn(address: XmlElement): ListedAddress {
  const translations = childrenOf(childOf(address, 'translations'), 'translation');
  const primary = translations.toSorted((one, other) => rank(one) - rank(other))[0];
  const parts = childrenOf(childOf(primary, 'addressParts'), 'addressPart');
  return addressOf(
    parts.map((part) => textOf(part, 'value')),
    textOf(address, 'country'),
  );
}

export const enhancedPublishedAt = (element: XmlElement) =>
  /^\d{4}-\d\d-\d\d/.exec(textOf(element, 'dataAsOf'))?.[0] ?? null;

const rank = (name: XmlElement) => (textOf(name, 'isPrimary') === 'true' ? 0 : 1);

function namesOf(name: XmlElement, kind: ListedEntry['kind']): ListedName[] {
  const isWeak = textOf(name, 'isLowQuality') === 'true';
  return childrenOf(childOf(name, 'translations'), 'translation').map((translation) => {
    const last = textOf(translation, 'formattedLastName');
    const first = textOf(translation, 'formattedFirstName');
    const full = last ? [last, first].filter(Boolean).join(', ') : textOf(translation, 'formattedFullName');
    return { text: kind === 'person' ? spokenName(full) : full, isWeak };
  });
}

function readFeature(entry: ListedEntry, feature: XmlElement, collector: Collector): void {
  const [label, value] = [textOf(feature, 'type'), textOf(feature, 'value')];
  const birth = isBirthdate(label) ? collector.birth(value) : null;
  if (birth) entry.births.push(birth);
  addFeature(entry, { label, value }, collector);
}

const documentIn = (element: XmlElement): IdentityDocument => ({
  label: textOf(element, 'type'),
  number: textOf(element, 'documentNumber'),
  issuer: textOf(element, 'issuingCountry'),
});
