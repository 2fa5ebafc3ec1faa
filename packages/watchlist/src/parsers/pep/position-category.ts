import { countryCode } from '../../countries.ts';
import type { PositionCategory } from '../../listed-entry.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { POSITION_RULES, type PositionRule } from './position-rules.ts';

const rules = POSITION_RULES.map((rule) => ({
  ...rule,
  pattern: new RegExp(rule.titles.map(wholeWords).join('|'), 'i'),
}));

/** Which of the categories of office a position belongs to, by its title; null if to none. */
export function positionCategory(title: string): PositionCategory | null {
  if (title.length > LONGEST_TEXT_CHARS) return null;
  const plain = title
    .trim()
    .replace(/\s*\((?:acting|interim)\)$/i, '')
    .replace(/[’`]/g, "'");
  return rules.find((rule) => rule.pattern.test(plain) && isWhere(rule, plain))?.category ?? null;
}

function wholeWords(title: string): string {
  const start = title.startsWith('^') ? title : `\\b${title}`;
  return /[$)]$/.test(title) && !/\w\)$/.test(title) ? start : `${start}\\b`;
}

const isWhere = ({ of }: PositionRule, title: string) => !of || (of === 'country') === isNational(title);

/** Bodies that are those of a country although it is not named after the last `of`. */
const NATIONAL_BODY = new RegExp(
  [
    '^(?:the )?(?:\\w+ )?(?:representatives|councillors|commons|lords|deputies|ministers|cabinet',
    'government|treasury|state|(?:state )?council|republic|union|confederation|presidency|experts',
    'parliament|senate|congress|knesset|mazhilis|majlis|bundestag|(?:verkhovna )?rada|(?:state )?duma',
    'federation council|legislative (?:yuan|council)|consultative assembly|federal senate',
    "(?:grand )?national assembly|national people's congress|supreme people's assembly.*)$",
  ].join('|'),
  'i',
);

/** `President of the Sakha Republic` heads no state; `member of the Alaska House of …` is no member. */
function isNational(title: string): boolean {
  if (/\bstate (?:senate|assembly|house)\b/i.test(title)) return false;
  const plain = title.replace(/\s*\([^)]*\)/g, '').replace(/\s*[,&].*$/, '');
  const at = plain.toLowerCase().indexOf(' of ');
  if (at < 0) return true;
  const of = plain.slice(at + 4);
  const last = plain.slice(plain.toLowerCase().lastIndexOf(' of ') + 4);
  const isCountry = [of, last, last.replace(/ republic$/i, '')].some((name) => countryCode(name));
  return isCountry || (NATIONAL_BODY.test(last) && hasNationalAdjective(of));
}

const CHAMBER_WORD = new RegExp(
  [
    '\\b(?:parliament|senate|congress|house|chamber|national|grand|state|federal|federation',
    "legislative|consultative|people's|verkhovna|rada|mazhilis|majlis|knesset|bundestag|council",
    'republic|union|confederation|government|cabinet|treasury|supreme|duma|ministers|presidency',
    'assembly|deputies|representatives)\\b',
  ].join('|'),
  'i',
);

/** `the French National Assembly` is national; Georgia is a state too, and its house is not. */
function hasNationalAdjective(of: string): boolean {
  const chamberAt = of.search(CHAMBER_WORD);
  const adjective = of
    .slice(0, Math.max(chamberAt, 0))
    .replace(/^the\b/i, '')
    .trim();
  if (adjective === '' || /^(?:islamic|hellenic|united states)$/i.test(adjective)) return true;
  return countryCode(adjective) !== null && !/^georgia$/i.test(adjective);
}
