import type { Slice } from './slice.ts';
import { ending, items, question, union } from './sparql.ts';
import { BODIES } from './wikidata-roots.ts';

/** Positions of a class, or heads of a kind of organisation. */
export function findPositions({ ids, endings }: Slice): string {
  const branches = ids.flatMap((id) =>
    BODIES.includes(id)
      ? [`?body wdt:P31/wdt:P279* wd:${id} . ${HEADS('?found')}`]
      : [`?found wdt:P279* wd:${id}`, `?found wdt:P31/wdt:P279* wd:${id}`],
  );
  return question('find positions', '?found', `${union(branches)}${ending(endings)}`);
}

const HEADS = (position: string) => `{ ?body wdt:P2388 ${position} } UNION { ${position} wdt:P2389 ?body }`;

/** Languages of titles, in order of preference. */
const TITLE_LANGUAGES = ['en', 'mul', 'fr', 'es', 'de', 'pt', 'it', 'ru', 'ar', 'zh'];

export function describePositions({ ids }: Slice): string {
  const languages = TITLE_LANGUAGES.map((language) => `"${language}"`).join(', ');
  const each = items('?item', ids);
  const branches = [
    `${each} ?item rdfs:label ?label . FILTER(LANG(?label) IN (${languages})) ` +
      'BIND("label" AS ?property) BIND(LANG(?label) AS ?language) BIND(STR(?label) AS ?text)',
    `${each} VALUES (?property ?direct) { ("P31" wdt:P31) ("P279" wdt:P279) ("P1001" wdt:P1001) ` +
      '("P17" wdt:P17) } ?item ?direct ?value',
    `${each} ${items('?value', BODIES)} ${HEADS('?item')} ?body wdt:P31/wdt:P279* ?value . ` +
      'BIND("heads" AS ?property)',
  ];
  return question('describe positions', '?item ?property ?language ?text ?value', union(branches));
}
