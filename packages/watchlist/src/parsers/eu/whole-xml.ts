import type { ListedEntry, Listing } from '../../listed-entry.ts';
import type { Collector } from '../collect-entries.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { childrenOf, textOf, type XmlElement } from '../reading/xml-element.ts';
import { addressOf, placeOf } from '../tidy-listing.ts';
import { fsfCountry, fsfIdentifierKind, fsfMeasures, fsfName } from './fsf-facts.ts';

/** The retired format: one `ENTITY` per party, alpha-3 countries, weak aliases not marked. */
export function wholeXmlEntry(element: XmlElement, collector: Collector): ListedEntry {
  const kind = element.attributes.Type === 'P' ? 'person' : 'entity';
  return {
    id: element.attributes.Id ?? '',
    kind,
    names: childrenOf(element, 'NAME').map((name) => ({
      text: fsfName({
        whole: textOf(name, 'WHOLENAME'),
        first: textOf(name, 'FIRSTNAME'),
        middle: textOf(name, 'MIDDLENAME'),
        last: textOf(name, 'LASTNAME'),
      }),
      isWeak: false,
    })),
    births: childrenOf(element, 'BIRTH')
      .map((birth) => textOf(birth, 'DATE'))
      .filter(Boolean)
      .map((date) => collector.birth(date))
      .filter((span) => span !== null),
    countries: childrenOf(element, 'CITIZEN')
      .map((citizen) => fsfCountry(textOf(citizen, 'COUNTRY'), collector))
      .filter((country) => country !== null),
    identifiers: childrenOf(element, 'PASSPORT').flatMap((document) => identifierOf(document, kind, collector)),
    programmes: [element.attributes.programme ?? ''],
    measures: fsfMeasures(),
    listing: listingOf(element),
  };
}

function listingOf(element: XmlElement): Listing {
  const { remark = '', pdf_link: link = '', reg_date: listedOn = '' } = element.attributes;
  return {
    birthPlaces: childrenOf(element, 'BIRTH').map((birth) =>
      placeOf([textOf(birth, 'PLACE'), textOf(birth, 'COUNTRY')]),
    ),
    addresses: childrenOf(element, 'ADDRESS').map((address) =>
      addressOf(
        [
          [textOf(address, 'NUMBER'), textOf(address, 'STREET')].filter(Boolean).join(' '),
          [textOf(address, 'ZIPCODE'), textOf(address, 'CITY')].filter(Boolean).join(' '),
          textOf(address, 'OTHER'),
        ],
        textOf(address, 'COUNTRY'),
      ),
    ),
    titles: childrenOf(element, 'NAME').flatMap((name) => [textOf(name, 'TITLE'), textOf(name, 'FUNCTION')]),
    listedOn,
    endsOn: null,
    remarks: remark,
    links: [link],
  };
}

export function wholePublishedAt(root: XmlElement): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(root.attributes.Date ?? '') ?? [];
  return year ? `${year}-${month}-${day}` : null;
}

/** `AD001 (passport-National passport) ((remarks))`: number, code and remarks in one text. */
function identifierOf(document: XmlElement, owner: ListedEntry['kind'], collector: Collector) {
  const { value, code } =
    /^(?<value>.*?)\s*\((?<code>\w+)-/s.exec(textOf(document, 'NUMBER').slice(0, LONGEST_TEXT_CHARS))?.groups ?? {};
  const kind = fsfIdentifierKind(code ?? '', owner);
  if (!value || !kind || /^unknown$/i.test(value)) return [];
  return [{ kind, value, country: fsfCountry(textOf(document, 'COUNTRY'), collector) }];
}
