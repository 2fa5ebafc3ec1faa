import { companyPhraseAt, isCompanyForm, type SpelledWord, wordSet } from './company-forms.ts';
import { isEastAsianSyllable } from './equivalents/east-asian-syllables.ts';

/**
 * Words that belong to a name without distinguishing people or companies. They count neither for
 * nor against: a name agrees with or without them, and entries are not found by them, unless the
 * name consists of nothing else.
 */
export type WordRole = 'name' | 'particle' | 'company_form';

const PARTICLES = wordSet(`
  bin ibn bint ould de del della dei der den dos das du la las los di von zu zur zum`);

/** Function words, which are never names: The Scribe is Scribe. */
const GRAMMAR = wordSet('of the and und et y for fur pour och og');

/** Articles and function words. */
const NEVER_NAMES = new Set(['al', 'el', 'ul', 'ur', ...GRAMMAR]);

/** Particles that are also names (Ben Carson, Le Duc An): particles only between other words. */
const PARTICLES_WITHIN = wordSet('ben an da do le les van ter ten e as at ad ar az ash i af av ap de den');

/** Particles that belong to the following name, and that many write joined with it. */
const NAME_PREFIXES = wordSet(
  'al el ul ur bin ibn bint ben de del della di da du dos das la le las los van von der den ter ten',
);

export const isNamePrefix = (word: SpelledWord) => isOneOf(word, NAME_PREFIXES);

const isOneOf = ({ spellings }: SpelledWord, set: ReadonlySet<string>) =>
  spellings.some((spelling) => set.has(spelling));

/** One role for each word. A person's name never has a legal form, whatever its words look like. */
export function rolesOf(all: readonly SpelledWord[], mayBeCompany: boolean): WordRole[] {
  const roles: WordRole[] = [];
  let formEnds = 0;
  all.forEach((word, at) => {
    if (mayBeCompany) formEnds = Math.max(formEnds, at + companyPhraseAt(all, at));
    if (at < formEnds || (mayBeCompany && isCompanyForm(word))) roles.push('company_form');
    else roles.push(isParticle(all, at) ? 'particle' : 'name');
  });
  if (mayBeCompany && roles.filter((role) => role === 'name').length === 1)
    return roles.map((role, at) => (role === 'particle' && mayBeName(all[at]) ? 'name' : role));
  const isNothingElse = !roles.includes('name');
  const isPersonInFull = !mayBeCompany && roles.includes('particle') && countsInFull(all, roles);
  return isNothingElse || isPersonInFull ? all.map(() => 'name') : roles;
}

const ARTICLES_AND_GRAMMAR = new Set([
  ...NEVER_NAMES,
  ...wordSet('de del della dei der den das dos du la las le les los'),
]);

/**
 * Whether a particle of a company counts beside a single word: AF Bank is not every Bank, nor is Li
 * Bin every Li. Articles and function words never do: Los Zetas is Zetas.
 */
const mayBeName = (word: SpelledWord | undefined) => word !== undefined && !isOneOf(word, ARTICLES_AND_GRAMMAR);

function isParticle(all: readonly SpelledWord[], at: number): boolean {
  const word = all[at];
  if (!word) return false;
  const isWithin = at > 0 && at < all.length - 1;
  return isOneOf(word, PARTICLES) || isOneOf(word, NEVER_NAMES) || (isWithin && isOneOf(word, PARTICLES_WITHIN));
}

/**
 * Whether every word of a person's name is significant, though some are particles in other names.
 * Das is a surname and Bin a given name, so both words of a two-word name count; otherwise Maria
 * Das would match every Maria. Particles belong to a language: beside East Asian syllables there
 * are none (Li De Wei, Nguyen Van An). Bin Laden is found in Osama bin Laden by the joined word.
 */
export const countsInFull = (all: readonly SpelledWord[], roles: readonly WordRole[]): boolean =>
  !all.some((word) => isOneOf(word, GRAMMAR)) &&
  (all.length === 2 || all.every((word, at) => roles[at] === 'particle' || isSyllable(word)));

const isSyllable = ({ spellings: [first = ''] }: SpelledWord) => isEastAsianSyllable(first);

const ARTICLES = ['al', 'el'];

/**
 * Lists spell the Arabic article in both ways, so where it is significant it has both spellings.
 */
export const withBothArticles = (spellings: readonly string[]): readonly string[] =>
  spellings.length === 1 && ARTICLES.includes(spellings[0] ?? '')
    ? [...new Set([...spellings, ...ARTICLES])]
    : spellings;
