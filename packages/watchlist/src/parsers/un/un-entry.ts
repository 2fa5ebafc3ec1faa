import type {
  BirthSpan,
  ListedAddress,
  ListedEntry,
  ListedIdentifier,
  ListedName,
  Listing,
} from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../reading/xml-element.ts';
import { unReferences } from '../references.ts';
import { addressOf, placeOf, tidy } from '../tidy-listing.ts';
import { unDocument } from './un-document.ts';
import { unNames } from './un-names.ts';

/**
 * One `INDIVIDUAL` or `ENTITY`. The file does not state the measures: they follow from the resolutions of each
 * regime, and not all of them freeze assets.
 */
export function unEntry(element: XmlElement, collector: Collector): ListedEntry {
  const id = textOf(element, 'REFERENCE_NUMBER');
  return {
    id,
    kind: element.name === 'INDIVIDUAL' ? 'person' : 'entity',
    names: namesOf(element),
    births: birthsOf(element, collector),
    countries: valuesOf(element, 'NATIONALITY')
      .filter((name) => !/^n\/?a$/i.test(name))
      .map((name) => collector.country(name))
      .filter((country) => country !== null),
    identifiers: identifiersOf(element, collector),
    programmes: [textOf(element, 'UN_LIST_TYPE')],
    references: unReferences(id),
    listing: listingOf(element),
  };
}

export const unPublishedAt = (root: XmlElement) =>
  /^\d{4}-\d\d-\d\d/.exec(root.attributes.dateGenerated ?? '')?.[0] ?? null;

/** Some facts have a repeated `VALUE`. */
const valuesOf = (element: XmlElement, name: string): string[] =>
  childrenOf(childOf(element, name), 'VALUE')
    .map(({ text }) => text.trim())
    .filter(Boolean);

const PARTS_OF_NAME = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

const aliasesOf = (element: XmlElement) => [
  ...childrenOf(element, 'INDIVIDUAL_ALIAS'),
  ...childrenOf(element, 'ENTITY_ALIAS'),
];

const namesOf = (element: XmlElement): ListedName[] => [
  ...unNames(PARTS_OF_NAME.map((part) => textOf(element, part)).join(' '), { isWeak: false }),
  ...unNames(textOf(element, 'NAME_ORIGINAL_SCRIPT'), { isWeak: false }),
  ...aliasesOf(element).flatMap((alias) =>
    unNames(textOf(alias, 'ALIAS_NAME'), { isWeak: /^low$/i.test(textOf(alias, 'QUALITY')) }),
  ),
];

function birthsOf(element: XmlElement, collector: Collector): BirthSpan[] {
  const own = childrenOf(element, 'INDIVIDUAL_DATE_OF_BIRTH').map((birth) => {
    const text = statedBirth(birth);
    const span = text ? collector.birth(text) : null;
    return span && /^approx/i.test(textOf(birth, 'TYPE_OF_DATE')) ? { ...span, isCirca: true } : span;
  });
  const ofAliases = aliasesOf(element)
    .map((alias) => textOf(alias, 'DATE_OF_BIRTH'))
    .filter(Boolean)
    .map((text) => collector.birth(text));
  return [...own, ...ofAliases].filter((span) => span !== null);
}

/** A date, a year, two years, or words in the note. */
function statedBirth(birth: XmlElement): string {
  const [from, to] = [textOf(birth, 'FROM_YEAR'), textOf(birth, 'TO_YEAR')];
  if (from && to) return `${from} to ${to}`;
  return textOf(birth, 'DATE') || textOf(birth, 'YEAR') || from || to || textOf(birth, 'NOTE').replace(/\.(?=\s)/, '');
}

const identifiersOf = (element: XmlElement, collector: Collector): ListedIdentifier[] =>
  childrenOf(element, 'INDIVIDUAL_DOCUMENT')
    .map((document) =>
      unDocument(
        {
          type: textOf(document, 'TYPE_OF_DOCUMENT'),
          details: textOf(document, 'TYPE_OF_DOCUMENT2'),
          number: textOf(document, 'NUMBER'),
          country: textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE'),
        },
        collector,
      ),
    )
    .filter((identifier) => identifier !== null);

function listingOf(element: XmlElement): Listing {
  const remarks = textOf(element, 'COMMENTS1');
  return {
    birthPlaces: [
      ...childrenOf(element, 'INDIVIDUAL_PLACE_OF_BIRTH').map((place) => placeOf(partsOf(place))),
      ...aliasesOf(element).map((alias) =>
        placeOf([textOf(alias, 'CITY_OF_BIRTH'), textOf(alias, 'COUNTRY_OF_BIRTH')]),
      ),
    ],
    addresses: [...childrenOf(element, 'INDIVIDUAL_ADDRESS'), ...childrenOf(element, 'ENTITY_ADDRESS')].map(addressIn),
    titles: [...valuesOf(element, 'TITLE'), ...valuesOf(element, 'DESIGNATION')],
    listedOn: textOf(element, 'LISTED_ON').slice(0, 'YYYY-MM-DD'.length),
    endsOn: null,
    remarks,
    links: [...remarks.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link.replace(/[.,;)]+$/, '')),
  };
}

const partsOf = (place: XmlElement) =>
  ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY'].map((part) => textOf(place, part));

const addressIn = (address: XmlElement): ListedAddress =>
  addressOf(
    [
      textOf(address, 'STREET'),
      tidy(`${textOf(address, 'ZIP_CODE')} ${textOf(address, 'CITY')}`),
      textOf(address, 'STATE_PROVINCE'),
    ],
    textOf(address, 'COUNTRY'),
  );
