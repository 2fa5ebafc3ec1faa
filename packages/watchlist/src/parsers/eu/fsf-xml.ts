import type { ListedEntry, Listing } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childrenOf, textOf, type XmlElement } from '../reading/xml-element.ts';
import { earliestDay } from '../tidy-listing.ts';
import {
  type FsfPlace,
  fsfAddress,
  fsfBirth,
  fsfBirthPlace,
  fsfCountry,
  fsfIdentifierKind,
  fsfMeasures,
  fsfName,
  fsfReferences,
  shipReference,
} from './fsf-facts.ts';

/** FSF XML 1.1: one `sanctionEntity` each, its facts in attributes of the elements below. */
export function fsfXmlEntry(element: XmlElement, collector: Collector): ListedEntry {
  const [subjectType] = childrenOf(element, 'subjectType');
  const { code = '', classificationCode = '' } = subjectType?.attributes ?? {};
  const kind = classificationCode === 'P' || code === 'person' ? 'person' : 'entity';
  return {
    id: element.attributes.logicalId ?? '',
    kind,
    names: childrenOf(element, 'nameAlias').map(({ attributes }) => ({
      text: fsfName({
        whole: attributes.wholeName ?? '',
        first: attributes.firstName ?? '',
        middle: attributes.middleName ?? '',
        last: attributes.lastName ?? '',
      }),
      isWeak: attributes.strong === 'false',
    })),
    births: childrenOf(element, 'birthdate')
      .map((birth) => birthOf(birth, collector))
      .filter((span) => span !== null),
    countries: childrenOf(element, 'citizenship')
      .map(({ attributes }) => fsfCountry(attributes.countryIso2Code ?? '', collector))
      .filter((country) => country !== null),
    identifiers: childrenOf(element, 'identification').flatMap((document) => identifiersOf(document, kind, collector)),
    programmes: childrenOf(element, 'regulation').map(({ attributes }) => attributes.programme ?? ''),
    references: [
      ...fsfReferences({
        unitedNations: element.attributes.unitedNationId ?? '',
        europeanUnion: element.attributes.euReferenceNumber ?? '',
      }),
      ...childrenOf(element, 'identification').flatMap(({ attributes }) =>
        shipReference(attributes.identificationTypeCode ?? '', attributes.number ?? ''),
      ),
    ],
    measures: fsfMeasures(),
    listing: listingOf(element),
  };
}

function listingOf(element: XmlElement): Listing {
  const aliases = childrenOf(element, 'nameAlias').map(({ attributes }) => attributes);
  const regulations = childrenOf(element, 'regulation');
  const { designationDate = '', designationDetails = '' } = element.attributes;
  return {
    birthPlaces: childrenOf(element, 'birthdate').map((one) => fsfBirthPlace(placeIn(one))),
    addresses: childrenOf(element, 'address').map((one) => fsfAddress(placeIn(one))),
    titles: aliases.flatMap(({ title = '', function: held = '' }) => [title, held]),
    listedOn: earliestDay([
      designationDate,
      ...regulations.map(({ attributes }) => attributes.publicationDate ?? null),
    ]),
    endsOn: null,
    remarks: [designationDetails, ...childrenOf(element, 'remark').map(({ text }) => text)].filter(Boolean).join(' '),
    links: regulations.map((regulation) => textOf(regulation, 'publicationUrl')),
  };
}

const placeIn = ({ attributes }: XmlElement): FsfPlace => ({
  street: attributes.street ?? '',
  poBox: attributes.poBox ?? '',
  place: attributes.place ?? '',
  zipCode: attributes.zipCode ?? '',
  city: attributes.city ?? '',
  region: attributes.region ?? '',
  countryCode: attributes.countryIso2Code ?? '',
  country: attributes.countryDescription ?? '',
});

export const fsfPublishedAt = (root: XmlElement) =>
  /^\d{4}-\d\d-\d\d/.exec(root.attributes.generationDate ?? '')?.[0] ?? null;

const birthOf = ({ attributes }: XmlElement, collector: Collector) =>
  fsfBirth(
    {
      birthdate: attributes.birthdate ?? '',
      year: attributes.year ?? '',
      month: attributes.monthOfYear ?? '',
      day: attributes.dayOfMonth ?? '',
      yearFrom: attributes.yearRangeFrom ?? '',
      yearTo: attributes.yearRangeTo ?? '',
      isCirca: attributes.circa === 'true',
      calendar: attributes.calendarType ?? '',
    },
    collector,
  );

function identifiersOf({ attributes }: XmlElement, owner: ListedEntry['kind'], collector: Collector) {
  const kind = fsfIdentifierKind(attributes.identificationTypeCode ?? '', owner);
  if (!kind) return [];
  const country = fsfCountry(attributes.countryIso2Code ?? '', collector);
  return [attributes.number ?? '', attributes.latinNumber ?? '']
    .filter((value) => value && !/^unknown$/i.test(value))
    .map((value) => ({ kind, value, country }));
}
