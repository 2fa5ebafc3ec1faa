import { isOneEdit } from './edit-distance.ts';

/**
 * Legal forms of companies as lists and registers write them: abbreviated or in full. They are
 * compared after folding, so without accents; `/` separates alternative spellings of a word.
 */
export const wordSet = (text: string) => new Set(text.trim().split(/\s+/));

/** Written without a space after the name. */
const EAST_ASIAN_FORMS = wordSet(`
  股份有限责任公司 股份有限責任公司 股份有限公司 有限责任公司 有限責任公司 有限公司 总公司 總公司 公司
  株式会社 有限会社 合同会社 合資会社 合名会社 유한책임회사 주식회사 유한회사 총회사 회사`);

const LATIN_FORMS = wordSet(`
  ltd limited llc llp lp inc incorporated corp corporation co company plc gmbh mbh ag kg kgaa ohg ug ev
  sa sas sarl srl spa sl slu sae sal bv nv bvba vof oy oyj ab as asa aps a/s kft zrt rt doo dd ad ood eood
  ooo oao zao pao ao nao too ip jsc ojsc cjsc pjsc pte pty bhd sdn berhad pt tbk cv fz fze fzco fzc fzllc
  dmcc llc est pvt private sti tic ltda lda cia ca sac saic sab spolka sro zoo kk gk kabushiki kaisha
  ao oaopo fgup fsue gup ltdsti anonim sirketi unlimited uab limitada aktiengesellschaft aktieselskab
  anpartsselskab aktiebolag osakeyhtio aktsiaselts osauhing reszvenytarsasag kompaniya kompania rl
  asbl vzw bsc psc pjs scs spr youxiangongsi`);

const OBSHCHESTVO = 'obshchestvo/obschestvo/obshestvo';
const AKTSIONERNOE = 'aktsionernoe/aktsionernoye/aktsionernoie';
const DRUSTVO = 'drustvo/druzhestvo';

const PHRASES = `
  limited liability company
  limited liability partnership
  open joint stock company
  closed joint stock company
  public joint stock company
  private joint stock company
  joint stock company
  public limited company
  private limited company
  free zone establishment
  free zone company
  federal state unitary enterprise
  state unitary enterprise
  unitary enterprise
  otkrytoe/otkrytoye ${AKTSIONERNOE} ${OBSHCHESTVO}
  zakrytoe/zakrytoye ${AKTSIONERNOE} ${OBSHCHESTVO}
  publichnoe/publichnoye ${AKTSIONERNOE} ${OBSHCHESTVO}
  nepublichnoe/nepublichnoye ${AKTSIONERNOE} ${OBSHCHESTVO}
  ${AKTSIONERNOE} ${OBSHCHESTVO}
  ${OBSHCHESTVO} s ogranichennoy/ogranichennoi/ogranichenoy otvetstvennostyu/otvetstvennostiu/otvetstvennostju
  ${OBSHCHESTVO} s dopolnitelnoy/dopolnitelnoi otvetstvennostyu
  druzhestvo s ogranichena otgovornost
  federalnoe/federalnoye gosudarstvennoe/gosudarstvennoye unitarnoe/unitarnoye predpriyatie/predpriyatiye
  gosudarstvennoe/gosudarstvennoye unitarnoe/unitarnoye predpriyatie/predpriyatiye
  tovarystvo z obmezhenoyu/obmezhenoiu vidpovidalnistyu/vidpovidalnistiu
  publichne aktsionerne tovarystvo
  pryvatne aktsionerne tovarystvo
  aktsionerne tovarystvo
  sociedad anonima de capital variable
  sociedad anonima
  sociedad de responsabilidad limitada de capital variable
  sociedad de responsabilidad limitada
  sociedad por acciones simplificada
  s de rl de cv
  s de rl
  s en c s
  s en cs
  s en c
  sociedade anonima
  sociedade por acoes
  sociedade por quotas
  societe anonyme
  societe par actions simplifiee
  societe par actions
  societe a responsabilite limitee
  societa per azioni
  societa a responsabilita limitata
  societate/societatea pe actiuni
  societate/societatea cu raspundere limitata
  gesellschaft mit beschrankter/beschraenkter haftung
  naamloze vennootschap
  besloten vennootschap
  aktsionerno/akcionarsko/dionicko ${DRUSTVO}
  drustvo s/sa ogranicenom odgovornoscu
  delniska druzba
  druzba z omejeno odgovornostjo
  akciova spolecnost/spolocnost
  spolecnost/spolocnost s rucenim omezenym/obmedzenym
  spolka akcyjna
  spolka z ograniczona odpowiedzialnoscia
  sp z o o
  sp z oo
  uzdaroji akcine bendrove
  akcine bendrove
  akciju sabiedriba
  korlatolt felelossegu tarsasag
  limited sirketi
  perseroan terbatas
  cong ty trach nhiem huu han
  cong ty co phan
  cong ty tnhh
  gufen youxian gongsi
  youxian zeren gongsi
  youxian gongsi`;

export interface SpelledWord {
  spellings: readonly string[];
}

type Phrase = readonly (readonly string[])[];

const phrasesByFirst = new Map<string, Phrase[]>();
for (const line of PHRASES.trim().split('\n')) {
  const phrase = line
    .trim()
    .split(' ')
    .map((word) => word.split('/'));
  for (const first of phrase[0] ?? []) phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), phrase]);
}

/** A typing error in a word as long as this leaves no doubt: Aktiengeselschaft. */
const LONG_FORM = 12;
const LONG_FORMS = [...LATIN_FORMS].filter(({ length }) => length >= LONG_FORM);

const isMistypedForm = (spelling: string) =>
  spelling.length >= LONG_FORM - 1 && LONG_FORMS.some((form) => isOneEdit(spelling, form));

export const isCompanyForm = ({ spellings }: SpelledWord) =>
  spellings.some((spelling) => LATIN_FORMS.has(spelling) || EAST_ASIAN_FORMS.has(spelling) || isMistypedForm(spelling));

/** The number of words of the longest legal form in full that begins here; 0 if none does. */
export function companyPhraseAt(all: readonly SpelledWord[], at: number): number {
  let longest = 0;
  for (const spelling of all[at]?.spellings ?? [])
    for (const phrase of phrasesByFirst.get(spelling) ?? [])
      if (phrase.length > longest && isPhraseAt(all, at, phrase)) longest = phrase.length;
  return longest;
}

const isPhraseAt = (all: readonly SpelledWord[], at: number, phrase: Phrase) =>
  phrase.every((ways, offset) => all[at + offset]?.spellings.some((one) => ways.includes(one)));

const FORM_WORDS = [...LATIN_FORMS].filter(({ length }) => length > 2);
const SHORTEST_TAIL = 3;

/** The name without the beginning of a legal form at its end (Tactical Missiles Joint Sto). */
export function withoutBegunForm(text: string): string | undefined {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const places = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
  const isTail = (phrase: Phrase, from: number) =>
    phrase.length >= words.length - from &&
    words.slice(from).every((word, offset, { length }) => {
      const ways = phrase[offset] ?? [];
      return offset < length - 1 ? ways.includes(word) : ways.some((way) => way.startsWith(word));
    });
  for (let from = 1; from < words.length - 1; from += 1)
    if ((phrasesByFirst.get(words[from] ?? '') ?? []).some((phrase) => isTail(phrase, from)))
      return text.slice(0, places[from]).trim();
  const last = words.at(-1) ?? '';
  const isForm = last.length >= SHORTEST_TAIL && FORM_WORDS.some((form) => form.startsWith(last));
  return isForm ? text.slice(0, places.at(-1)).trim() : undefined;
}

/** No form is a sequence of others, or a hostile text would be read in exponentially many ways. */
const WRITTEN_TOGETHER =
  /^(ooo|oao|zao|pao|jsc|ojsc|pjsc|cjsc|llc)?([a-z]{5,}?)((?:company|limited|llc|ltd|inc|corp|corporation|gmbh|jsc|fze|plc|co)*)$/;

/** A company's name without spaces, without the legal forms at its ends: Goldenstarcoltd. */
export function withoutJoinedForms(text: string): string | undefined {
  const [, before, name, after] = WRITTEN_TOGETHER.exec(text.trim().toLowerCase()) ?? [];
  return before || after ? name : undefined;
}

/** Longest first. A branch (分公司) is not a legal form: it distinguishes firms. */
const EAST_ASIAN_FORM = new RegExp(
  [...EAST_ASIAN_FORMS]
    .toSorted((a, b) => b.length - a.length)
    .map((form) => (form === '公司' ? `(?<!分)${form}` : form))
    .join('|'),
  'gu',
);

export const isEastAsianForm = (piece: string) => EAST_ASIAN_FORMS.has(piece);

export const withFormsApart = (text: string) => text.replace(EAST_ASIAN_FORM, ' $& ');

export const isAbbreviatedForm = (letters: string) => LATIN_FORMS.has(letters);
