/**
 * Generic words of companies' names, which banks and registers abbreviate. Forms of one word are
 * one line: Agricultural Bank is Agriculture Bank, and Intl Trdg is International Trading. The words
 * are the frequent ones among the companies of the published lists.
 */
const GENERIC_WORDS = `
  academy academic
  administration administrative
  agency
  agriculture agricultural agri agro
  airlines airline
  airways airway
  aluminium aluminum
  america american
  armaments armament
  association associations
  associates associated associate
  authority
  automation automatic
  automotive automobile
  aviation
  bank banking banks
  brothers
  building buildings
  bureau
  business
  capital
  cement
  center centre
  central
  chamber
  charity charitable
  chemical chemicals chemistry
  commerce commercial
  commission
  committee
  communication communications
  complex
  construction constructions
  consultants consultant consulting consultancy
  contractors contractor contracting
  cooperative cooperatives
  cooperation
  council
  credit
  defense defence
  department
  design
  development developments
  directorate
  distribution distributors distributor
  division
  economy economic
  education educational
  electric electrical electricity
  electronics electronic
  energy
  engineering engineers
  enterprise enterprises
  equipment equipments
  establishment
  exchange
  export exports exporting
  factory
  federal
  federation
  finance financial financing
  foreign
  foundation
  general
  government
  group
  holding holdings
  import imports importing
  industry industries industrial
  information
  institute institution
  instrument instruments
  insurance
  international
  investment investments
  islamic
  laboratory laboratories
  leasing
  logistics logistic
  machine machines machinery
  maintenance
  management
  manufacturing manufacturers manufacturer manufacture
  marine
  maritime
  market marketing markets
  materials material
  mechanical mechanics
  medical medicine
  metal metals
  metallurgy metallurgical
  military
  mineral minerals
  mining
  ministry
  movement
  national
  navigation
  network networks
  nuclear
  office
  operation operations
  organization organisation organizations organisations
  partners partnership
  petrochemical petrochemicals
  petroleum
  pharmaceutical pharmaceuticals pharma
  plant
  power
  precision
  processing
  product products
  production productions
  project projects
  property properties
  province provincial
  public
  refinery refining
  regional region
  relief
  repair repairs
  representative representation
  republic
  research
  resources resource
  revolution revolutionary
  science sciences scientific
  security
  service services
  shipbuilding
  shipping
  shipyard
  society
  solutions solution
  special
  state
  steel
  systems system
  technology technologies technological
  technical
  telecommunication telecommunications telecom
  trade trading traders trader
  transport transportation transportations
  travel
  trust
  union
  united
  university
  welfare
  works workshop
  world`;

/** Abbreviations that neither begin the word nor are its consonants. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  amer: ['america'],
  assn: ['association'],
  bk: ['bank'],
  bros: ['brothers'],
  coop: ['cooperative'],
  eng: ['engineering'],
  engg: ['engineering'],
  engr: ['engineering'],
  exim: ['export', 'import'],
  govt: ['government'],
  gp: ['group'],
  natl: ['national'],
  nat: ['national'],
  intl: ['international'],
  int: ['international'],
  ind: ['industry'],
  inds: ['industry'],
  indl: ['industry'],
  ent: ['enterprise'],
  tpt: ['transport'],
  avn: ['aviation'],
  univ: ['university'],
  mgt: ['management'],
  mgmt: ['management'],
  mfg: ['manufacturing'],
  mfr: ['manufacturing'],
  svc: ['service'],
  svcs: ['service'],
  fdn: ['foundation'],
  rep: ['republic', 'representative'],
  dept: ['department'],
  st: ['state'],
};

const groupOf = new Map<string, string>();
const byFirstLetter = new Map<string, string[]>();
for (const line of GENERIC_WORDS.trim().split('\n')) {
  const words = line.trim().split(' ');
  const [id = ''] = words;
  for (const word of words) {
    groupOf.set(word, id);
    byFirstLetter.set(word.charAt(0), [...(byFirstLetter.get(word.charAt(0)) ?? []), word]);
  }
}

/** An irregular abbreviation that is a generic word itself means that word. */
const knownMeanings = new Map<string, readonly string[]>(Object.entries(IRREGULAR));
for (const [word, id] of groupOf) knownMeanings.set(word, [id]);

const LONGEST_ABBREVIATION = 6;
const SHORTEST_ABBREVIATION = 3;
/** An abbreviation leaves out two letters or more, or it would be a typing error: Ban is not Bank. */
const FEWEST_LEFT_OUT = 2;
const NO_VOWEL = /^[a-z][^aeiou]*$/;
const MOST_MEANINGS = 4;

/** Whether the letters of `short` occur in the word in this order. */
function isSkeleton(short: string, word: string): boolean {
  let at = 0;
  for (const letter of short) {
    at = word.indexOf(letter, at);
    if (at < 0) return false;
    at += 1;
  }
  return true;
}

const NONE: readonly string[] = [];

function meaningsOf(word: string): readonly string[] {
  const known = knownMeanings.get(word);
  if (known) return known;
  if (word.length > LONGEST_ABBREVIATION || word.length < SHORTEST_ABBREVIATION) return NONE;
  return abbreviated(word);
}

/** The words that banks may write like this: by their beginning (constr) or their consonants (trdg). */
function abbreviated(short: string): readonly string[] {
  const hasNoVowel = NO_VOWEL.test(short);
  const groups: string[] = [];
  const mistyped: string[] = [];
  for (const word of byFirstLetter.get(short.charAt(0)) ?? NONE) {
    const isBeginning = word.startsWith(short);
    if (!isBeginning && !hasNoVowel) continue;
    const isShorter = word.length - short.length >= FEWEST_LEFT_OUT;
    if (isShorter ? isBeginning || isSkeleton(short, word) : isBeginning)
      (isShorter ? groups : mistyped).push(groupOf.get(word) ?? word);
  }
  if (groups.length === 0) return NONE;
  const meant = [...new Set(groups)].filter((group) => !mistyped.includes(group));
  return meant.length > MOST_MEANINGS ? NONE : meant;
}

/**
 * The keys of a word of a company's name: those of the generic words that it is, or abbreviates;
 * none if it may abbreviate too many.
 */
export const businessKeys = (word: string): string[] => meaningsOf(word).map((meaning) => `b:${meaning}`);
