import type { Api } from '../../api/client.ts';

/** The form of a screening by hand, and the request that it makes. */
export type LookUp = NonNullable<Parameters<Api['screening']['searchScreeningEntries']>[0]>['body'];
type IdentifierKind = NonNullable<LookUp['identifiers']>[number]['kind'];

export interface Identifier {
  kind: IdentifierKind;
  value: string;
  country: string;
}

export interface ScreenForm {
  name: string;
  /** One name per line. */
  aliases: string;
  entityType: '' | 'person' | 'entity';
  datesOfBirth: string;
  nationalities: string;
  country: string;
  identifiers: readonly Identifier[];
  profileKey: string;
  sources: readonly string[];
  reviewScore: string;
  matchScore: string;
  pepLookbackMonths: string;
}

/** Chosen instead of a profile: the scores are typed. */
export const OWN_SCORES = '';
/** A name is looked up without a date of birth, for which this profile is meant. */
export const THOROUGH = 'thorough';
export const PEP_LIST = 'service_pep';

export const EMPTY_FORM: ScreenForm = {
  name: '',
  aliases: '',
  entityType: '',
  datesOfBirth: '',
  nationalities: '',
  country: '',
  identifiers: [],
  profileKey: THOROUGH,
  sources: [],
  reviewScore: '70',
  matchScore: '90',
  pepLookbackMonths: '',
};

export const IDENTIFIERS: readonly (readonly [IdentifierKind, string])[] = [
  ['passport', 'Passport'],
  ['national_id', 'National ID'],
  ['registration_number', 'Registration number'],
  ['tax_id', 'Tax ID'],
  ['lei', 'LEI'],
  ['imo', 'IMO number of a ship'],
  ['bic', 'BIC'],
  ['wallet', 'Wallet'],
  ['email', 'Email'],
  ['website', 'Website'],
];

export const MAX_IDENTIFIERS = 10;
const MAX_ALIASES = 5;
const MAX_DATES = 3;
const MAX_COUNTRIES = 5;
const MAX_WORDS = 12;
const MAX_CHARACTERS = 300;
const DATE = /^\d{4}(-\d{2}(-\d{2})?)?$/;
const COUNTRY = /^[A-Za-z]{2,3}$/;

const parts = (text: string, between: RegExp) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');
export const listed = (text: string) => parts(text, /[,;\s]+/);
const wordsIn = (name: string) => name.trim().split(/\s+/).length;

interface Who {
  names: readonly string[];
  datesOfBirth: readonly string[];
  nationalities: readonly string[];
  /** Other countries, such as those of documents. */
  codes?: readonly string[];
}

/** What a screening would refuse of a person or company, typed alone or as a line of many. */
export const whoFault = ({ names, datesOfBirth, nationalities, codes = [] }: Who): string | false =>
  (names.some((name) => name.length > MAX_CHARACTERS) && `A name has at most ${MAX_CHARACTERS} characters.`) ||
  (names.some((name) => wordsIn(name) > MAX_WORDS) && `A name has at most ${MAX_WORDS} words.`) ||
  (datesOfBirth.length > MAX_DATES && `Enter at most ${MAX_DATES} dates of birth.`) ||
  (datesOfBirth.some((date) => !DATE.test(date)) && 'A date of birth is 1961-04-17, 1961-04 or 1961.') ||
  (nationalities.length > MAX_COUNTRIES && `Enter at most ${MAX_COUNTRIES} countries.`) ||
  ([...nationalities, ...codes].some((code) => !COUNTRY.test(code)) &&
    'A country is a code of two or three letters, such as GB.');

interface Chosen {
  /** The profile has lists of its own, so that none are named. */
  hasOwnLists: boolean;
  /** Lists that can be searched. */
  loaded: readonly string[];
}

/** What the form asks for, or what is still missing or wrong in it. */
export function lookUpOf(form: ScreenForm, { hasOwnLists, loaded }: Chosen): { body: LookUp } | { fault: string } {
  const name = form.name.trim();
  const aliases = parts(form.aliases, /\n/);
  const datesOfBirth = listed(form.datesOfBirth);
  const nationalities = listed(form.nationalities);
  const identifiers = form.identifiers.filter(({ value }) => value.trim() !== '');
  const sources = form.sources.filter((key) => loaded.includes(key));
  const country = form.country.trim();
  const codes = [country, ...identifiers.map((one) => one.country.trim())].filter(Boolean);
  const fault =
    (name === '' && identifiers.length === 0 && 'Enter a name or an identifier.') ||
    (aliases.length > MAX_ALIASES && `Enter at most ${MAX_ALIASES} other names.`) ||
    whoFault({ names: [name, ...aliases], datesOfBirth, nationalities, codes }) ||
    (!hasOwnLists && sources.length === 0 && 'Choose a list.') ||
    (form.profileKey === OWN_SCORES && scoreFault(form));
  if (fault) return { fault };
  const isOwn = form.profileKey === OWN_SCORES;
  const lookback = isOwn && sources.includes(PEP_LIST) ? Number(form.pepLookbackMonths) : 0;
  return {
    body: {
      name,
      ...(aliases.length > 0 && { aliases }),
      ...(form.entityType && { entityType: form.entityType }),
      ...(country && { country: country.toUpperCase() }),
      ...(datesOfBirth.length > 0 && { datesOfBirth }),
      ...(nationalities.length > 0 && { nationalities: nationalities.map((code) => code.toUpperCase()) }),
      ...(identifiers.length > 0 && {
        identifiers: identifiers.map((one) => ({
          kind: one.kind,
          value: one.value.trim(),
          ...(one.country.trim() && { country: one.country.trim().toUpperCase() }),
        })),
      }),
      ...(isOwn
        ? { reviewScore: Number(form.reviewScore), matchScore: Number(form.matchScore) }
        : { profileKey: form.profileKey }),
      ...(lookback > 0 && { pepLookbackMonths: lookback }),
      ...(!hasOwnLists && { sources }),
    },
  };
}

const isScore = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 100;

function scoreFault({ reviewScore, matchScore, pepLookbackMonths }: ScreenForm): string | false {
  if (!(isScore(reviewScore) && isScore(matchScore))) return 'A score is a whole number from 1 to 100.';
  if (Number(reviewScore) >= Number(matchScore)) return 'The review score must be below the match score.';
  return !/^\d{0,4}$/.test(pepLookbackMonths.trim()) && 'The look-back is a whole number of months.';
}

/** The same request as a run: the subject of a run is a member of its own. */
export function runOf({ profileKey, sources, reviewScore, matchScore, pepLookbackMonths, ...subject }: LookUp) {
  return {
    subject,
    ...(profileKey && { profileKey }),
    ...(sources && { sources }),
    ...(reviewScore !== undefined && { reviewScore }),
    ...(matchScore !== undefined && { matchScore }),
    ...(pepLookbackMonths && { pepLookbackMonths }),
  };
}
