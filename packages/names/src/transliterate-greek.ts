import { combine, distinct } from './spellings.ts';

/** ELOT 743, as in Greek passports, then the spellings of the press where they differ. */
const PAIRS: Record<string, string[]> = {
  ου: ['ou', 'u'],
  αυ: ['av', 'af', 'au'],
  ευ: ['ev', 'ef', 'eu'],
  ηυ: ['iv', 'if'],
  μπ: ['b', 'mp'],
  ντ: ['nt', 'd'],
  γκ: ['gk', 'g', 'nk'],
  γγ: ['ng', 'gg'],
  γξ: ['nx'],
  γχ: ['nch'],
  τζ: ['tz', 'j'],
  ει: ['ei', 'i'],
  οι: ['oi', 'i'],
  αι: ['ai', 'e'],
};
const LETTERS: Record<string, string[]> = {
  α: ['a'],
  β: ['v', 'b'],
  γ: ['g', 'y'],
  δ: ['d', 'dh'],
  ε: ['e'],
  ζ: ['z'],
  η: ['i', 'e'],
  θ: ['th'],
  ι: ['i'],
  κ: ['k', 'c'],
  λ: ['l'],
  μ: ['m'],
  ν: ['n'],
  ξ: ['x', 'ks'],
  ο: ['o'],
  π: ['p'],
  ρ: ['r'],
  σ: ['s'],
  ς: ['s'],
  τ: ['t'],
  υ: ['y', 'i', 'u'],
  φ: ['f', 'ph'],
  χ: ['ch', 'h', 'kh'],
  ψ: ['ps'],
  ω: ['o'],
};

export function greekSpellings(word: string): string[] {
  const letters = word.normalize('NFD').replace(/\p{M}/gu, '');
  const parts: string[][] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const pair = PAIRS[letters.slice(at, at + 2)];
    parts.push(pair ?? LETTERS[letters.charAt(at)] ?? []);
    if (pair) at += 1;
  }
  return distinct(combine(parts.filter((part) => part.length > 0)));
}
