import { familyOf } from './recall-aliases.ts';
import { ARABIC_SCHEMES, arabicSchemesOf, respellArabic, romaniseArabic } from './recall-arabic.ts';
import {
  diceFor,
  type Edition,
  foldWords,
  type Group,
  isLatin,
  type NamedEntry,
  type RecallCase,
  shuffled,
} from './recall-case.ts';
import { CHINESE_SCHEMES, HAN_SCHEMES, respellChinese, romaniseHan } from './recall-chinese.ts';
import { CYRILLIC_SCHEMES, romaniseCyrillic } from './recall-cyrillic.ts';
import { KOREAN_SCHEMES, respellKorean, romaniseHangul } from './recall-korean.ts';
import { namesAlike } from './recall-sounds.ts';

/** Names in another script, or of one, as a person writes them who knows neither the list nor the matcher. */
interface Romanisation {
  group: Group;
  kind: string;
  edition: Edition;
  make: (named: NamedEntry) => string | undefined;
}

type Romanise = (text: string, scheme: string) => string | undefined;

/** The first name of the entry that the scheme can write. */
const fromScript =
  (romanise: Romanise, scheme: string) =>
  ({ entry }: NamedEntry): string | undefined => {
    for (const { text, isWeak } of entry.names) {
      const made = isWeak || isLatin(text) ? undefined : romanise(text, scheme);
      if (made !== undefined) return made;
    }
    return undefined;
  };

/** Whether a Latin name of the entry is the same name, if perhaps with more words or with fewer. */
function isListedInLatin({ entry }: NamedEntry, name: string): boolean {
  const own = foldWords(name);
  return entry.names.some(({ text, isWeak }) => !isWeak && isLatin(text) && namesAlike(own, foldWords(text)));
}

const againstLatin =
  (make: Romanisation['make']) =>
  (named: NamedEntry): string | undefined => {
    const made = make(named);
    return made !== undefined && isListedInLatin(named, made) ? made : undefined;
  };

interface Script {
  family: 'Cyrillic' | 'Arabic';
  romanise: Romanise;
  schemes: readonly string[];
  isFor?: (entry: NamedEntry['entry'], scheme: string) => boolean;
}

function inBothEditions({ family, romanise, schemes, isFor }: Script): Romanisation[] {
  const group: Group = `${family} romanisations`;
  return schemes.flatMap((scheme): Romanisation[] => {
    const make = (named: NamedEntry) =>
      isFor?.(named.entry, scheme) === false ? undefined : fromScript(romanise, scheme)(named);
    const kind = `${family} name by ${scheme}`;
    return [
      { group, kind, edition: 'published', make },
      { group, kind: `${kind}, listed in Latin letters`, edition: 'latinOnly', make: againstLatin(make) },
    ];
  });
}

const ofFamily =
  (family: ReturnType<typeof familyOf>, make: Romanisation['make']) =>
  (named: NamedEntry): string | undefined =>
    familyOf(named.entry) === family ? make(named) : undefined;

const romanisations: readonly Romanisation[] = [
  ...inBothEditions({ family: 'Cyrillic', romanise: romaniseCyrillic, schemes: CYRILLIC_SCHEMES }),
  ...inBothEditions({
    family: 'Arabic',
    romanise: romaniseArabic,
    schemes: ARABIC_SCHEMES,
    isFor: (entry, scheme) => arabicSchemesOf(entry).includes(scheme),
  }),
  ...ARABIC_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'Arabic romanisations',
      kind: `Arabic name respelled in ${scheme}`,
      edition: 'published',
      make: ofFamily('Arabic', ({ entry, words }) =>
        arabicSchemesOf(entry).includes(scheme) ? respellArabic(words, scheme) : undefined,
      ),
    }),
  ),
  ...KOREAN_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'Korean romanisations',
      kind: `Korean name by ${scheme}`,
      edition: 'published',
      make: ofFamily(
        'Korean',
        (named) => fromScript(romaniseHangul, scheme)(named) ?? respellKorean(named.base, scheme),
      ),
    }),
  ),
  ...CHINESE_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'Chinese romanisations',
      kind: `Chinese name by ${scheme}`,
      edition: 'published',
      make: ofFamily('Chinese', ({ base }) => respellChinese(base, scheme)),
    }),
  ),
];

const pepRomanisations: readonly Romanisation[] = [
  ...HAN_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'PEP list',
      kind: `PEP: Han name by ${scheme}`,
      edition: 'pep',
      make: ofFamily('Chinese', fromScript(romaniseHan, scheme)),
    }),
  ),
  ...KOREAN_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'PEP list',
      kind: `PEP: Hangul name by ${scheme}`,
      edition: 'pep',
      make: ofFamily('Korean', fromScript(romaniseHangul, scheme)),
    }),
  ),
  ...CYRILLIC_SCHEMES.map(
    (scheme): Romanisation => ({
      group: 'PEP list',
      kind: `PEP: Cyrillic name by ${scheme}`,
      edition: 'pep',
      make: ofFamily('Cyrillic', fromScript(romaniseCyrillic, scheme)),
    }),
  ),
];

interface Size {
  perKind: number;
  seed: number;
}

function casesOf(kinds: readonly Romanisation[], named: readonly NamedEntry[], { perKind, seed }: Size): RecallCase[] {
  const people = named.filter(({ entry }) => entry.kind === 'person');
  return kinds.flatMap(({ group, kind, edition, make }) => {
    const cases: RecallCase[] = [];
    for (const target of shuffled(people, diceFor(kind, seed))) {
      if (cases.length === perKind) break;
      const name = make(target);
      if (name === undefined) continue;
      const subject = { name, entityType: 'person' as const };
      cases.push({
        group,
        kind,
        subject,
        target,
        edition,
        sameEntryOnly: false,
        expected: 'found',
      });
    }
    return cases;
  });
}

export const romanisedCases = (named: readonly NamedEntry[], size: Size) => casesOf(romanisations, named, size);

export const romanisedPepCases = (named: readonly NamedEntry[], size: Size) => casesOf(pepRomanisations, named, size);
