import {
  childOf,
  childrenOf,
  parentsOf,
  textOf,
  textsOf,
  type XmlElement,
} from '../reading/xml-element.ts';
import { type Designation, joinedName } from './designation.ts';

/** The UK Sanctions List as XML: one `Designation` each. The letter case of types varies. */
export function ukslXmlDesignation(element: XmlElement): Designation {
  const names = childrenOf(childOf(element, 'Names'), 'Name').map((name) => ({
    text: joinedName([1, 2, 3, 4, 5, 6].map((part) => textOf(name, `Name${part}`))),
    type: textOf(name, 'NameType'),
    strength: textOf(name, 'AliasStrength'),
  }));
  const nonLatinNames = textsOf(element, 'NameNonLatinScript').map((text) => ({
    ...{ text, type: 'Non-Latin', strength: '' },
  }));
  return {
    id: textOf(element, 'UniqueID'),
    type: textOf(element, 'IndividualEntityShip'),
    names: [...names, ...nonLatinNames],
    births: textsOf(element, 'DOB'),
    nationalities: textsOf(element, 'Nationality'),
    passports: [...parentsOf(element, 'PassportNumber')].map((passport) => ({
      number: textOf(passport, 'PassportNumber'),
      details: textOf(passport, 'PassportAdditionalInformation'),
    })),
    nationalIds: [...parentsOf(element, 'NationalIdentifierNumber')].map((id) => ({
      number: textOf(id, 'NationalIdentifierNumber'),
      details: textOf(id, 'NationalIdentifierAdditionalInformation'),
    })),
    registrations: textsOf(element, 'BusinessRegistrationNumber'),
    imoNumbers: [...textsOf(element, 'IMONumber'), ...textsOf(element, 'HullIdentificationNumber')],
    flags: textsOf(element, 'CurrentBelievedFlagOfShip'),
    regimes: textsOf(element, 'RegimeName'),
  };
}

/** `DD/MM/YYYY`. */
export function ukslPublishedAt(element: XmlElement): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(element.text.trim()) ?? [];
  return year ? `${year}-${month}-${day}` : null;
}
