import { companyPhraseAt, isCompanyForm, type SpelledWord, wordSet } from './company-forms.ts';
import { SHORTEST_TOGETHER } from './joined-words.ts';

/**
 * Words that belong to a name without telling people or firms apart. They neither help nor hurt: a name
 * agrees with or without them, and nothing is found by them, unless the name consists of nothing else.
 */
export type WordRole = 'name' | 'particle' | 'company_form';

const PARTICLES = wordSet(`
  bin ibn bint ould de del della dei der den dos das du la las los di von zu zur zum`);

/** Articles, which lists write in all these ways, and words of grammar: they are hardly anybody's name. */
const NEVER_NAMES = wordSet('al el ul ur of the and und et y for fur pour och og');

/** Particles that are also names (Ben Carson, Le Duc An): particles only between other words. */
const PARTICLES_WITHIN = wordSet(
  'ben an da do le les van ter ten e as at ad ar az ash i af av ap de den',
);

/** Particles that belong to the name after them, and that many write together with it. */
const NAME_PREFIXES = wordSet(
  'al el ul ur bin ibn bint ben de del della di da du dos das la le las los van von der den ter ten',
);

export const isNamePrefix = (word: SpelledWord) => isOneOf(word, NAME_PREFIXES);

const isOneOf = ({ spellings }: SpelledWord, set: ReadonlySet<string>) =>
  spellings.some((spelling) => set.has(spelling));

/** One role for each word. A person's name has no company form in it, whatever it looks like. */
export function rolesOf(all: readonly SpelledWord[], mayBeCompany: boolean): WordRole[] {
  const roles: WordRole[] = [];
  let formEnds = 0;
  all.forEach((word, at) => {
    if (mayBeCompany) formEnds = Math.max(formEnds, at + companyPhraseAt(all, at));
    if (at < formEnds || (mayBeCompany && isCompanyForm(word))) roles.push('company_form');
    else roles.push(isParticle(all, at) ? 'particle' : 'name');
  });
  const isNothingElse = !roles.includes('name');
  return isNothingElse || (!mayBeCompany && isNameOfTwo(all)) ? all.map(() => 'name') : roles;
}

function isParticle(all: readonly SpelledWord[], at: number): boolean {
  const word = all[at];
  if (!word) return false;
  const isWithin = at > 0 && at < all.length - 1;
  return (
    isOneOf(word, PARTICLES) ||
    isOneOf(word, NEVER_NAMES) ||
    (isWithin && isOneOf(word, PARTICLES_WITHIN))
  );
}

/**
 * Das is a surname and Bin a given name: a person of two words has both, or Maria Das would be every Maria.
 * Those of whom one word is a particle all the same (Bin Laden in Osama bin Laden) are found by the two
 * written together, which takes as many letters.
 */
function isNameOfTwo(all: readonly SpelledWord[]): boolean {
  if (all.length !== 2 || all.some((word) => isOneOf(word, NEVER_NAMES))) return false;
  const letters = all.reduce((sum, { spellings }) => sum + (spellings[0]?.length ?? 0), 0);
  return letters >= SHORTEST_TOGETHER;
}
