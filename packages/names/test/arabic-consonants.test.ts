import { describe, expect, test } from 'vitest';
import { anEntry, bornOn, codesOf, score } from '../../watchlist/test/matching/builders.ts';
import { arabicConsonants, latinConsonants, vowelsFit } from '../src/arabic-consonants.ts';
import { plainArabic } from '../src/transliterate-arabic.ts';

function isReadAs(arabic: string, latin: string): boolean {
  const spelled = latinConsonants(latin);
  return arabicConsonants(plainArabic(arabic)).some(
    (read) => read.consonants === spelled.consonants && vowelsFit(read, spelled),
  );
}

describe('a word in Arabic script may be read as', () => {
  test.each([
    ['بثينة', 'bouthaina'],
    ['بثينة', 'buthayna'],
    ['شعبان', 'shaaban'],
    ['پیمان', 'peyman'],
    ['عبدی', 'abdi'],
    ['طلفاح', 'tilfah'],
    ['سلوى', 'salwa'],
    ['ولی', 'vali'],
    ['بطرس', 'boutros'],
    ['الجبوري'.slice(2), 'jubouri'],
    ['حلاق', 'hallaq'],
    ['حلاق', 'hallak'],
    ['اژدری', 'azhdari'],
    ['جمال', 'djamel'],
    ['شريف', 'cherif'],
  ])('%s: %s', (arabic, latin) => {
    expect(isReadAs(arabic, latin)).toBe(true);
  });
});

describe('a word in Arabic script is not read as', () => {
  test.each([
    ['another consonant', 'شعبان', 'shaabal'],
    ['a consonant more', 'شعبان', 'shaaband'],
    ['a long vowel where none is written', 'حسن', 'hussein'],
    ['another long vowel', 'حسين', 'hassan'],
    ['no vowel where one is written', 'شعبان', 'shabn'],
    ['a vowel before its first consonant', 'طلفاح', 'atilfah'],
    ['a single consonant', 'علي', 'ali'],
  ])('%s: %s, %s', (_case, arabic, latin) => {
    expect(isReadAs(arabic, latin)).toBe(false);
  });
});

describe('a name that agrees by consonants', () => {
  const listed = anEntry('Peyman JEBELLI', {
    ...bornOn('1967-01-30'),
    identifiers: [{ kind: 'wallet', value: 'bc1qexample', country: null }],
  });

  test('reaches review, with a factor and deduction for each such word', () => {
    const result = score('پیمان جبلی', listed);

    expect(result.factors).toEqual([
      { code: 'name_same', points: 85, detail: 'peyman jebelli' },
      { code: 'consonant_token', points: -5, detail: 'jebelli' },
      { code: 'consonant_token', points: -5, detail: 'peyman' },
    ]);
    expect(result.score).toBe(75);
  });

  test('is never a match, whatever else agrees', () => {
    const everything = {
      name: 'پیمان جبلی',
      datesOfBirth: ['1967-01-30'],
      identifiers: [{ kind: 'wallet', value: 'bc1qexample' } as const],
    };

    for (const matchScore of [71, 90, 100]) {
      const result = score(everything, listed, { reviewScore: 70, matchScore });
      expect(result.score).toBe(matchScore - 1);
      expect(codesOf(result)).toContain('consonants_cap');
    }
  });

  test('in the same script is the same name, and a match with the day of birth', () => {
    const entry = anEntry('پیمان جبلی', bornOn('1967-01-30'));

    expect(score({ name: 'پيمان جبلي', datesOfBirth: ['1967-01-30'] }, entry).score).toBe(100);
  });

  test('a name that the table knows is read by the table alone', () => {
    expect(codesOf(score('محمد', anEntry('Mahmud')))).toEqual([]);
    expect(codesOf(score('محمد', anEntry('Mohammed')))).toEqual(['name_same']);
  });

  test.each([
    ['حبیب الله', 'Habibullah'],
    ['خيرالله', 'Khairullah'],
    ['نصیر الدین', 'Nasiruddin'],
    ['عبد الرحيم', 'Abdolrahim'],
    ['عبدالرحمن', 'Abderrahmane'],
    ['ارلنی زاده', 'Arlanizadeh'],
  ])('%s finds %s, which Latin letters write as one', (arabic, latin) => {
    expect(score(arabic, anEntry(latin)).score).toBeGreaterThanOrEqual(80);
  });

  test('two names that are no such compound stay two', () => {
    expect(score('علي عيسى', anEntry('Eliseo')).factors).toEqual([]);
  });
});
