import type { PositionCategory } from '../../listed-entry.ts';

/** One line of the table: titles that make a category, each a pattern of whole words. */
export interface PositionRule {
  /** `null`: the position is not politically exposed, whatever its title. */
  category: PositionCategory | null;
  /** A title `… of X` fits only when X is a country, or only when it is none. */
  of?: 'country' | 'region';
  titles: readonly string[];
}

const CHIEF = '(?:governor|chair\\w*|president|head|managing director|director)';

const BANKS = [
  'central bank',
  'national bank',
  'reserve bank',
  'state bank',
  "people'?s bank",
  'federal reserve',
  'bank of \\w+',
  'banque d\\w+ \\w+',
  'bank al',
  'bank indonesia',
  'bangladesh bank',
  'bundesbank',
  'riksbank',
  'monetary (?:authority|agency)',
].join('|');

const ORGANISATIONS = [
  'united nations',
  'world (?:bank|trade|health)',
  'monetary fund',
  'nato',
  'north atlantic',
  'osce',
  'oecd',
  'council of europe',
  'european (?:commission|council|investment bank)',
  'african union',
  '(?:african|asian) development bank',
  'arab league',
  'league of arab',
  'asean',
  'interpol',
  'atomic energy agency',
  'unesco',
  'unicef',
  'opec',
  'commonwealth of nations',
  '(?:labour|maritime) organi[sz]ation',
].join('|');

const ENTERPRISES = [
  'gazprom',
  'rosneft',
  'rostec',
  'rosatom',
  'transneft',
  'sberbank',
  'vtb',
  'naftogaz',
  'russian railways',
  'aramco',
  'national (?:oil|petroleum)',
  'petr[oó]leos',
  'pdvsa',
  'pemex',
  'petrobras',
  'petrochina',
  'sinopec',
  'cnooc',
  'state grid',
  'sonangol',
  'sonatrach',
  'kazmunay\\w*',
  'nnpc',
  'equinor',
  'eskom',
  'edf',
  'sncf',
  'temasek',
  'state-owned',
].join('|');

const CHAMBERS = [
  'parliament',
  'senate',
  '(?:grand )?national assembly',
  "national people's congress",
  'congress',
  '(?:state )?duma',
  'federation council',
  '(?:verkhovna )?rada',
  'mazhilis',
  'house of (?:commons|lords|representatives|councillors)',
  'chamber of deputies',
  'majlis',
  'legislative (?:yuan|council)',
  'consultative assembly',
  'knesset',
  'bundestag',
  "supreme people's assembly(?: presidium)?",
  'federal senate',
  'assembly of experts',
].join('|');

const REGIONS = [
  'republic',
  'respublic',
  'region',
  'krai',
  'oblast',
  'okrug',
  'autonomous',
  'kalmykia',
  'state administration',
  'regional council',
  'tatarstan',
  'catalonia',
  'zanzibar',
  'kurdistan',
].join('|');

/** Cities that are provinces of their own. */
const CITY_PROVINCES = [
  'moscow',
  'saint petersburg',
  'seoul',
  'busan',
  'daegu',
  'incheon',
  'gwangju',
  'daejeon',
  'ulsan',
  'sejong',
  'taipei',
  'new taipei',
  'taoyuan',
  'taichung',
  'tainan',
  'kaohsiung',
  'london',
  'almaty',
].join('|');

const MONARCHS = [
  'king',
  'queen',
  'emperor',
  'empress',
  'monarch',
  'sultan',
  'emir',
  'amir',
  'pope',
  'prince',
  'grand duke',
  'druk gyalpo',
  'ngwenyama',
  'yang di-pertuan agong',
  'o le ao o le malo',
].join('|');

/** Territories that belong to a state and have a government of their own, led by a chief executive. */
const TERRITORIES = [
  'falkland islands',
  'hong kong',
  'maca[uo]',
  'saint helena',
  'ascension',
  'tristan da cunha',
  'pitcairn',
  'norfolk island',
  'christmas island',
  'cocos',
  'isle of man',
  'jersey',
  'guernsey',
  'alderney',
  'sark',
  'gibraltar',
  'bermuda',
  'cayman islands',
  'anguilla',
  'montserrat',
  'british virgin islands',
  'turks and caicos',
  'tokelau',
  'niue',
].join('|');

/** Leaders whose chief of staff ranks with ministers. */
const LEADERS = [
  'president',
  'prime minister',
  'presidency',
  'presidential (?:executive )?office',
  "president's office",
  "prime minister's office",
  'federal chancellor',
  'office of (?:the )?(?:president|prime minister)',
].join('|');

/** Evaluated in order: the first line that matches decides. */
export const POSITION_RULES: readonly PositionRule[] = [
  {
    // Deputies, and chiefs of staff of others, are left to the next line.
    category: 'minister',
    titles: [
      '^(?:white house|downing street|kremlin) chief of staff$',
      `(?<!(?:deputy|vice|assistant|former) )chief of staff(?: (?:to|of)|,) (?:the )?(?:${LEADERS})\\b`,
      "^(?:president|prime minister)'s chief of staff$",
      '^chief of staff \\(head of the office of the president\\)',
    ],
  },
  {
    category: null,
    titles: [
      'shadow',
      'spokes\\w+',
      'advis[eo]rs?',
      'first lady',
      'chief of staff',
      'candidate',
      'press secretary',
      'communications director',
      '(?:parliamentary )?private secretary',
      'pps',
      'whip',
      'counsel(?:l?or)? to',
      'white house',
      'kremlin',
      'opposition',
      'policy unit',
      'leader of the .*party',
      'kuomintang',
      'communist party',
      'head of the (?:.* )?(?:office|cabinet)',
      "head of the prime minister's",
    ],
  },
  {
    category: 'regional_leader',
    titles: [`^(?:acting )?(?:chief executive|administrator) of (?:the )?(?:${TERRITORIES})`],
  },
  {
    category: 'ambassador',
    titles: [
      'ambassador',
      'permanent (?:representative|observer)',
      'high commissioner (?:to|in)',
      "charg[eé] d'affaires",
      'apostolic nuncio',
    ],
  },
  {
    category: 'central_bank_board',
    titles: [
      `(?:${CHIEF}|commissioner|chief executive|member of the (?:board|governing|executive).*)\\b.*` +
        `\\b(?:${BANKS}|european central bank)`,
    ],
  },
  {
    category: 'top_judge',
    titles: [
      'chief justice',
      'supreme court justice',
      'court of justice',
      '(?:justice|judge|member|president|chair\\w*) of (?:the )?(?:federal )?' +
        "(?:supreme|constitutional|international)(?: \\w+| people's)* (?:court|council)",
      '(?:justice|judge|president) of (?:the )?court of final appeal',
    ],
  },
  { category: null, titles: [`(?:deputy|under|vice|assistant)\\b.*\\b(?:${ORGANISATIONS})`] },
  {
    category: 'international_organisation_head',
    titles: [`(?:(?:secretary|director)[- ]general|${CHIEF}|high commissioner)\\b.*\\b(?:${ORGANISATIONS})`],
  },
  {
    category: 'state_owned_enterprise_head',
    titles: [
      `(?:chief executive(?: officer)?|ceo|(?:director[- ]general|general director)|${CHIEF})\\b.*` +
        `\\b(?:${ENTERPRISES})`,
    ],
  },
  {
    category: 'parliament_member',
    of: 'country',
    titles: [
      '^(?:first |deputy |vice[- ]|lord )*(?:speaker|president|chair\\w*) of (?:the )?(?:.* )?' + `(?:${CHAMBERS})`,
      '^lord speaker',
    ],
  },
  {
    category: 'minister',
    titles: [
      '^(?:first |second |third |acting |permanent )*(?:deputy|vice)[- ]' +
        '(?:prime minister|premier|president|chairman of (?:the )?(?:cabinet|council of ministers))',
      '^tanaiste',
    ],
  },
  {
    category: 'deputy_minister',
    titles: [
      '(?:deputy|vice|assistant|junior)[- ]minister',
      'minister[- ]delegate',
      '^minister of state',
      'under[- ]?sec\\w+',
      '(?:deputy|assistant) secretary (?:of|for)',
      'parliamentary (?:under-)?secretary',
      '^deputy chief secretary',
      '^(?:economic|financial|exchequer|commercial) secretary to',
      '^secretary of the (?:army|navy|air force)',
    ],
  },
  {
    category: null,
    titles: ['^(?:first |second |acting )*(?:deputy|vice|assistant)\\b(?! (?:of|in|to) )'],
  },
  {
    category: 'head_of_government',
    of: 'country',
    titles: [
      '^(?:acting |interim )?(?:prime minister|premier|taoiseach|federal chancellor|state counsell?or)' + "(?!'s)",
      '^first lord of the treasury',
      '^head of (?:the )?gov(?:ernmen)?t',
      '^(?:president|chair\\w*) of (?:the )?(?:government|council of ministers)',
    ],
  },
  { category: 'head_of_government', titles: ['^(?:chief executive|chancellor)$'] },
  {
    category: 'head_of_state',
    of: 'country',
    titles: [
      `^(?:acting |interim )?(?:president|${MONARCHS}|supreme leader|federal president)`,
      '^governor[- ]general',
      '^captain regent',
      '^(?:chief|head) of state',
      '^military leader',
      '^(?:episcopal|french) co-prince',
      '^presidency (?:member|chairman)',
      '^member of the presidency',
    ],
  },
  {
    category: null,
    titles: [
      'secretary of state of (?!the\\b)',
      'secretary of (?:the )?.*council',
      'secretary[- ]general',
      'permanent secretary',
    ],
  },
  {
    category: 'regional_leader',
    titles: [
      '^(?:acting )?governor of',
      'minister-president',
      '^(?:first|chief) minister of',
      '^(?:president|head|chairman|chairperson) of (?:the )?' +
        `(?:(?:people's )?government of|(?:.* )?(?:${REGIONS}))`,
      'regional state administration',
      'city state administration',
      `^mayor of (?:${CITY_PROVINCES})`,
    ],
  },
  { category: 'regional_leader', of: 'region', titles: ['^(?:prime minister|premier) of'] },
  {
    category: 'minister',
    titles: [
      'minister',
      '^secretary (?:of|for)',
      'secretary of state',
      '^chancellor of the',
      'attorney[- ]general',
      '^chief (?:cabinet )?secretary',
      'cabinet secretary for',
      '^state councill?or',
      '^lord (?:chancellor|president|privy seal)',
      '^paymaster general',
      '^leader of the house of',
      'trade representative$',
      '^chief of the federal department',
      '^director of the office of management and budget$',
    ],
  },
  {
    category: 'parliament_member',
    titles: [
      'parliamentary assembly of the council of europe',
      "^people's deputy of ukraine$",
      '(?:european|pan-african|andean|arab) parliament',
      '^united states (?:representative|senator)',
      '^non-voting member of the house of representatives$',
      '^senator$',
      '^federal (?:deputy|senator)',
      '^member of the \\d+\\w\\w parliament of the united kingdom$',
    ],
  },
  {
    category: 'parliament_member',
    of: 'country',
    titles: [`^(?:member|deputy) (?:of|in|to) (?:the )?(?:\\w+ )?(?:${CHAMBERS})(?: of (?:the )?.+)?$`],
  },
];
