import type { ListedAddress } from '../../listed-entry.ts';
import {
  childOf,
  childrenOf,
  descendants,
  parentsOf,
  textOf,
  textsOf,
  type XmlElement,
} from '../reading/xml-element.ts';
import { addressOf, britishDay } from '../tidy-listing.ts';
import { birthPlacesOf, type Designation, joinedName } from './designation.ts';
import { ukslRemarks } from './uksl-remarks.ts';

/** The UK Sanctions List as XML: one `Designation` each. The letter case of types varies. */
export function ukslXmlDesignation(element: XmlElement): Designation {
  const names = childrenOf(childOf(element, 'Names'), 'Name').map((name) => ({
    text: joinedName([1, 2, 3, 4, 5, 6].map((part) => textOf(name, `Name${part}`))),
    type: textOf(name, 'NameType'),
    strength: textOf(name, 'AliasStrength'),
  }));
  const nonLatinNames = textsOf(element, 'NameNonLatinScript').map((text) => ({
    text,
    type: 'Non-Latin',
    strength: '',
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
    contacts: [...textsOf(element, 'Website'), ...textsOf(element, 'EmailAddress')],
    flags: textsOf(element, 'CurrentBelievedFlagOfShip'),
    regimes: textsOf(element, 'RegimeName'),
    unReferences: textsOf(element, 'UNReferenceNumber'),
    ofsiGroups: textsOf(element, 'OFSIGroupID'),
    imposed: textsOf(element, 'SanctionsImposed'),
    addresses: [...descendants(element, 'Address')].map(addressIn),
    birthPlaces: [...descendants(element, 'BirthDetails')]
      .flatMap((details) => childrenOf(details, 'Location'))
      .flatMap((place) => birthPlacesOf(textOf(place, 'TownOfBirth'), textOf(place, 'CountryOfBirth'))),
    titles: [...textsOf(element, 'Title'), ...textsOf(element, 'Position')],
    listedDays: [textOf(element, 'DateDesignated')],
    remarks: ukslRemarks({
      imposed: textOf(element, 'SanctionsImposed'),
      source: textOf(element, 'DesignationSource'),
      reasons: textOf(element, 'UKStatementofReasons'),
      other: textOf(element, 'OtherInformation'),
    }),
  };
}

function addressIn(address: XmlElement): ListedAddress {
  const lines = [1, 2, 3, 4, 5, 6].map((line) => textOf(address, `AddressLine${line}`));
  const postalCode = textOf(address, 'AddressPostalCode');
  return addressOf([...lines, postalCode], textOf(address, 'AddressCountry'));
}

export const ukslPublishedAt = (element: XmlElement) => britishDay(element.text);
