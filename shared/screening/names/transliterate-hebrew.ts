import { distinct, withVowels } from './spellings.ts';

/** Vowels are mostly unwritten: known names come from a table, other words from their consonants. */
const KNOWN: Record<string, string[]> = {
  ...{
    בנימין: ['binyamin', 'benjamin'],
    נתניהו: ['netanyahu'],
    יצחק: ['yitzhak', 'itzhak', 'isaac'],
  },
  ...{
    משה: ['moshe'],
    דוד: ['david'],
    כהן: ['cohen'],
    לוי: ['levi', 'levy'],
    אברהם: ['avraham', 'abraham'],
  },
  ...{ יוסף: ['yosef', 'yossef', 'joseph'], יעקב: ['yaakov', 'jacob'], שמעון: ['shimon', 'simon'] },
  ...{
    יהודה: ['yehuda'],
    חיים: ['haim', 'chaim'],
    שרה: ['sara', 'sarah'],
    רחל: ['rachel'],
    אריאל: ['ariel'],
  },
  ...{
    מיכאל: ['michael', 'mikhael'],
    דניאל: ['daniel'],
    אהוד: ['ehud'],
    יאיר: ['yair'],
    אביגדור: ['avigdor'],
  },
};
const LETTERS: Record<string, string[]> = {
  ...{ א: ['a', ''], ב: ['b', 'v'], ג: ['g'], ד: ['d'], ה: ['h'], ו: ['v', 'o', 'u'], ז: ['z'] },
  ...{
    ח: ['h', 'ch'],
    ט: ['t'],
    י: ['i', 'y'],
    כ: ['k', 'ch'],
    ך: ['k', 'ch'],
    ל: ['l'],
    מ: ['m'],
  },
  ...{ ם: ['m'], נ: ['n'], ן: ['n'], ס: ['s'], ע: ['a', ''], פ: ['p', 'f'], ף: ['f'], צ: ['tz'] },
  ...{ ץ: ['tz'], ק: ['k'], ר: ['r'], ש: ['sh', 's'], ת: ['t'] },
};

const SHORT_VOWELS = { first: ['a', 'e', 'i', ''], later: ['', 'e', 'a'] };

export function hebrewSpellings(word: string): string[] {
  const letters = word.normalize('NFKD').replace(/[^א-ת]/gu, '');
  const parts = [...letters].map((letter) => LETTERS[letter] ?? ['']);
  return distinct([...(KNOWN[letters] ?? []), ...withVowels(parts, SHORT_VOWELS)]);
}
