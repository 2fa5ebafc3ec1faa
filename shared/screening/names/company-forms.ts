/**
 * What kind of company a name says it is, as lists and registers write it: abbreviated, or in full. After
 * folding, so without accents; words with `/` are spelled in one of these ways.
 */
const words = (text: string) => new Set(text.trim().split(/\s+/));

const FORMS = words(`
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

interface SpelledWord {
  spellings: readonly string[];
}

type Phrase = readonly (readonly string[])[];

const phrasesByFirst = new Map<string, Phrase[]>();
for (const line of PHRASES.trim().split('\n')) {
  const phrase = line
    .trim()
    .split(' ')
    .map((word) => word.split('/'));
  for (const first of phrase[0] ?? [])
    phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), phrase]);
}

export const isCompanyForm = ({ spellings }: SpelledWord) =>
  spellings.some((spelling) => FORMS.has(spelling) || isEastAsianForm(spelling));

/** Of how many words the form in full is that begins here, if one does: the longest. */
export function companyPhraseAt(all: readonly SpelledWord[], at: number): number {
  let longest = 0;
  for (const spelling of all[at]?.spellings ?? [])
    for (const phrase of phrasesByFirst.get(spelling) ?? [])
      if (phrase.length > longest && isPhraseAt(all, at, phrase)) longest = phrase.length;
  return longest;
}

const isPhraseAt = (all: readonly SpelledWord[], at: number, phrase: Phrase) =>
  phrase.every((ways, offset) => all[at + offset]?.spellings.some((one) => ways.includes(one)));

/** A branch (分公司) is none: it tells one firm from another. */
const EAST_ASIAN_FORMS =
  '(?:股份)?有限(?:责任|責任)?公司|(?:总|總)公司|(?<!分)公司|(?:株式|有限|合同|合資|合名)会社|(?:주식|유한책임|유한|총)?회사';
const EAST_ASIAN_FORM = new RegExp(EAST_ASIAN_FORMS, 'gu');
const IS_EAST_ASIAN_FORM = new RegExp(`^(?:${EAST_ASIAN_FORMS})$`, 'u');

export const isEastAsianForm = (piece: string) => IS_EAST_ASIAN_FORM.test(piece);

/** Chinese, Japanese and Korean write the form without a space. */
export const withFormsApart = (text: string) => text.replace(EAST_ASIAN_FORM, ' $& ');

export const isAbbreviatedForm = (letters: string) => FORMS.has(letters);
