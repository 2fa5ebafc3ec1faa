import { emptyListing, type ListedEntry } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../reading/xml-element.ts';
import { addressOf } from '../tidy-listing.ts';
import { documentKind, statesRegistration } from './document-kinds.ts';
import { addRemark } from './party-facts.ts';
import { spokenName } from './person-name.ts';

/** SDN.XML and CONSOLIDATED.XML: one `sdnEntry` a party, each fact in an element of its own. */
export function sdnXmlEntry(element: XmlElement, collector: Collector): ListedEntry {
  const kind = /^individual$/i.test(textOf(element, 'sdnType')) ? 'person' : 'entity';
  const list = (name: string, item: string) => childrenOf(childOf(element, name), item);
  const entry: ListedEntry = {
    id: textOf(element, 'uid'),
    kind,
    names: [
      { text: nameOf(element, kind), isWeak: false },
      ...list('akaList', 'aka').map((aka) => ({
        text: nameOf(aka, kind),
        isWeak: /^weak$/i.test(textOf(aka, 'category')),
      })),
    ],
    births: list('dateOfBirthList', 'dateOfBirthItem')
      .map((item) => collector.birth(textOf(item, 'dateOfBirth')))
      .filter((birth) => birth !== null),
    countries: [
      ...list('nationalityList', 'nationality').map((one) => textOf(one, 'country')),
      ...list('citizenshipList', 'citizenship').map((one) => textOf(one, 'country')),
      textOf(childOf(element, 'vesselInfo'), 'vesselFlag'),
    ]
      .map((name) => collector.country(name))
      .filter((code) => code !== null),
    identifiers: [],
    programmes: list('programList', 'program').map(({ text }) => text),
  };
  entry.listing = {
    ...emptyListing(),
    birthPlaces: list('placeOfBirthList', 'placeOfBirthItem').map((item) => textOf(item, 'placeOfBirth')),
    addresses: list('addressList', 'address').map(addressIn),
    titles: textOf(element, 'title').split(';'),
  };
  for (const id of list('idList', 'id')) readId(entry, id, collector);
  addRemark(entry, '', textOf(element, 'remarks'));
  return entry;
}

const ADDRESS_PARTS = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode'];

const addressIn = (address: XmlElement) =>
  addressOf(
    ADDRESS_PARTS.map((part) => textOf(address, part)),
    textOf(address, 'country'),
  );

/** `MM/DD/YYYY`, in an element whose name the publisher misspelt. */
export function sdnPublishedAt(element: XmlElement): string | null {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(textOf(element, 'Publish_Date')) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** Weak aliases of persons stand whole in the last name, still in the order of an index. */
function nameOf(element: XmlElement, kind: ListedEntry['kind']): string {
  const last = textOf(element, 'lastName');
  const first = textOf(element, 'firstName');
  if (kind === 'entity') return [first, last].filter(Boolean).join(' ');
  return spokenName(first ? `${last}, ${first}` : last);
}

function readId(entry: ListedEntry, id: XmlElement, collector: Collector): void {
  const label = textOf(id, 'idType');
  const value = textOf(id, 'idNumber');
  if (/^nationality of registration/i.test(label)) {
    const country = collector.country(value);
    if (country) entry.countries.push(country);
    return;
  }
  const kind = documentKind(label, entry.kind);
  if (!kind) {
    addRemark(entry, label, value);
    return;
  }
  const country = collector.country(textOf(id, 'idCountry'));
  entry.identifiers.push({ kind, value, country });
  if (entry.kind === 'entity' && country && statesRegistration(label)) entry.countries.push(country);
}
