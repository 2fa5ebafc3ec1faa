/**
 * Typographic quotation marks and dashes. Only text of the source is changed: values, code and
 * escaped characters (`\\"`) stay as they are.
 */
export interface Typography {
  /** Converts a text. The text before it decides which quotation marks open. */
  set: (text: string) => string;
  /** Skips text that is not converted: a value, code, the end of a line. */
  pass: (text: string) => void;
}

interface Quotes {
  double: readonly [open: string, close: string];
  single: readonly [open: string, close: string];
}

const ENGLISH: Quotes = { double: ['“', '”'], single: ['‘', '’'] };
const GERMAN: Quotes = { double: ['„', '“'], single: ['‚', '‘'] };
/** With the narrow no-break space that French puts inside. */
const FRENCH: Quotes = { double: ['«\u{202f}', '\u{202f}»'], single: ['‹\u{202f}', '\u{202f}›'] };
const GUILLEMETS: Quotes = { double: ['«', '»'], single: ['‹', '›'] };
const LOW_NINE: Quotes = { double: ['„', '”'], single: ['‚', '’'] };

const QUOTES: Record<string, Quotes> = {
  de: GERMAN,
  cs: GERMAN,
  sk: GERMAN,
  sl: GERMAN,
  bg: GERMAN,
  lt: GERMAN,
  fr: FRENCH,
  es: GUILLEMETS,
  it: GUILLEMETS,
  pt: GUILLEMETS,
  ru: GUILLEMETS,
  uk: GUILLEMETS,
  el: GUILLEMETS,
  nb: GUILLEMETS,
  nn: GUILLEMETS,
  no: GUILLEMETS,
  pl: LOW_NINE,
  hu: LOW_NINE,
  ro: LOW_NINE,
  nl: ENGLISH,
};

const APOSTROPHE = '’';
const OPENS_AFTER = /[\s([{<\-\u{2013}\u{2014}/“‘„‚«‹\u{202f}]$/u;
const QUOTE_OR_DASH = /["']|-{2,}/g;

/** Create one per paragraph, heading or cell. `language` is a BCP 47 tag. */
export function newTypography(language?: string): Typography {
  const quotes = QUOTES[language?.split('-')[0]?.toLowerCase() ?? ''] ?? ENGLISH;
  let before = '';
  const isOpen = { double: false, single: false };

  const quote = (kind: 'double' | 'single', preceding: string, following: string) => {
    const opens = (preceding === '' || OPENS_AFTER.test(preceding)) && /^\S/u.test(following);
    if (kind === 'single' && (!isOpen.single || /^\p{L}/u.test(following)) && !opens) return APOSTROPHE;
    // A year without its century, as in ’90s.
    if (kind === 'single' && opens && /^\d/.test(following)) return APOSTROPHE;
    isOpen[kind] = opens;
    return quotes[kind][opens ? 0 : 1];
  };

  return {
    set: (text) => {
      const set = text.replace(QUOTE_OR_DASH, (found, offset: number) => {
        const preceding = offset === 0 ? before : text.slice(0, offset);
        const following = text.slice(offset + found.length) || LETTER;
        if (found.startsWith('-')) return dash(found, preceding, following);
        return quote(found === '"' ? 'double' : 'single', preceding, following);
      });
      before = text || before;
      return set;
    },
    pass: (text) => {
      before = text;
    },
  };
}

/** The next piece is unknown here, so it counts as a letter. */
const LETTER = 'x';

/**
 * `--` is an en dash and `---` an em dash, between words or between spaces; `--option` is neither.
 */
function dash(found: string, preceding: string, following: string): string {
  const spaceBefore = preceding === '' || /\s$/u.test(preceding);
  const spaceAfter = /^\s/u.test(following);
  if (found === '---') return '—';
  return found === '--' && spaceBefore === spaceAfter ? '–' : found;
}
