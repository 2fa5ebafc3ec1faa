import { dice } from '#packages/watchlist/src/assurance/dice.ts';
import { type ListedEntry, POSITION_CATEGORIES } from '#packages/watchlist/src/listed-entry.ts';

/**
 * A politically-exposed-person list of invented people, the same on every run. Names are drawn as they are
 * in life: a few are very common and most are rare, so that some questions share a word with tens of
 * thousands of people.
 */
const GIVEN_NAMES = 20_000;
const FAMILY_NAMES = 250_000;
const SYLLABLES = (
  'ba be bo da de di do fa ga go ha he ja ka ki ko la le li lo ma me mi mo na ne ni no pa pe ra re ' +
  'ri ro sa se shi so ta te ti to va ve vi ya yo za'
).split(' ');
const ENDINGS = ['n', 'v', 'r', 's', 'l', 'sky', 'ez', 'mann', 'son', 'ov', 'ic', 'd'];
const COMMON_GIVEN = ['mohammed', 'maria', 'jose', 'anna', 'john', 'ali', 'ivan', 'wei'];
const COMMON_FAMILY = ['kim', 'lee', 'garcia', 'smith', 'singh', 'wang', 'ivanov', 'nguyen'];
const COUNTRIES = 'RU CN US FR DE BR IN NG EG KR GB MX ID TR'.split(' ');

/** The n-th invented word: always the same, and another for every n. */
function word(n: number): string {
  let rest = n;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return text.length < 4 ? `${text}ra` : text + ENDINGS[n % ENDINGS.length];
}

/** Squared: low numbers come up far more often than high ones. */
function commonFirst(below: (limit: number) => number, limit: number): number {
  const share = below(1_000_000) / 1_000_000;
  return Math.floor(share ** 3 * limit);
}

function name(below: (limit: number) => number): string {
  const given = commonFirst(below, GIVEN_NAMES);
  const family = commonFirst(below, FAMILY_NAMES);
  const middle = below(3) === 0 ? ` ${word(commonFirst(below, GIVEN_NAMES) + 7)}` : '';
  return `${COMMON_GIVEN[given] ?? word(given)}${middle} ${COMMON_FAMILY[family] ?? word(family + 3)}`;
}

export function* people(count: number): Generator<ListedEntry> {
  const below = dice(7);
  for (let at = 0; at < count; at += 1) {
    const year = 1930 + below(70);
    const day = `${year}-0${1 + below(9)}-${10 + below(18)}`;
    const names = [{ text: name(below), isWeak: false }];
    if (below(3) === 0) names.push({ text: name(below), isWeak: false });
    yield {
      id: `Q${1_000_000 + at}`,
      kind: 'person',
      names,
      births: below(4) === 0 ? [] : [{ from: day, to: day, isCirca: false }],
      countries: [COUNTRIES[below(COUNTRIES.length)] ?? 'FR'],
      identifiers: [],
      programmes: [],
      pep: {
        positions: [
          {
            category: POSITION_CATEGORIES[below(POSITION_CATEGORIES.length)] ?? 'minister',
            title: `Member of assembly ${below(5_000)}`,
            country: 'FR',
            startedOn: `${year + 30}`,
            endedOn: null,
            isCurrent: true,
            roster: 'wikidata',
          },
        ],
        relatedTo: [],
      },
    };
  }
}
