import type { Slice } from './slice.ts';
import { ending, items, NOT_DEPRECATED, ofOurTime, question, union } from './sparql.ts';

/** People who hold or held one of these positions. */
export const findHolders = ({ ids, endings }: Slice, startedAt: string): string =>
  question(
    'find holders',
    '?found',
    `  ${items('?position', ids)}\n` +
      '  ?statement ps:P39 ?position ; wikibase:rank ?rank .\n' +
      `  ?found p:P39 ?statement ; wdt:P31 wd:Q5 .\n  ${NOT_DEPRECATED}\n` +
      `  ${ofOurTime('?found', startedAt)}${ending(endings)}`,
  );

const BIOGRAPHY = '?item ?property ?language ?text ?value ?statement ?rank ?time ?precision';
const OFFICES = '?start ?startPrecision ?end ?endPrecision ?ended';

export const describePeople = (slice: Slice, startedAt: string): string =>
  question(
    'describe people',
    `${BIOGRAPHY} ${OFFICES}`,
    union([...biography(slice), offices(slice), family(slice, startedAt)]),
  );

/** Only names and births of relatives; the relation is already known. */
export const describeRelatives = (slice: Slice): string =>
  question('describe relatives', BIOGRAPHY, union(biography(slice)));

/** Names in all languages, each distinct spelling once; births, deaths, countries. */
function biography({ ids }: Slice): string[] {
  const each = items('?item', ids);
  return [
    `${each} VALUES (?property ?named) { ("label" rdfs:label) ("alias" skos:altLabel) } ` +
      '?item ?named ?name . BIND(STR(?name) AS ?text) ' +
      'BIND(IF(LANG(?name) IN ("en", "mul"), LANG(?name), "und") AS ?language)',
    `${each} ${claims('ps', ['P27', 'P742', 'P1477', 'P1559', 'P2562'])} ` +
      `?item ?claim ?statement . ?statement ?main ?value ; wikibase:rank ?rank . ${NOT_DEPRECATED}`,
    `${each} ${claims('psv', ['P569', 'P570'])} ?item ?claim ?statement . ` +
      '?statement ?main ?moment ; wikibase:rank ?rank . ' +
      `?moment wikibase:timeValue ?time ; wikibase:timePrecision ?precision . ${NOT_DEPRECATED}`,
  ];
}

const claims = (values: string, properties: readonly string[]) =>
  `VALUES (?property ?claim ?main) { ${properties.map((id) => `("${id}" p:${id} ${values}:${id})`).join(' ')} }`;

const offices = ({ ids }: Slice) =>
  `${items('?item', ids)} ?item p:P39 ?statement . ` +
  `?statement ps:P39 ?value ; wikibase:rank ?rank . ${NOT_DEPRECATED} ` +
  `${qualifier('P580', 'start')} ${qualifier('P582', 'end')} ${HAS_ENDED} ` +
  'BIND("P39" AS ?property)';

const qualifier = (id: string, name: string) =>
  `OPTIONAL { ?statement pqv:${id} ?${name}Moment . ?${name}Moment wikibase:timeValue ?${name} ; ` +
  `wikibase:timePrecision ?${name}Precision . }`;

/** Also if the end date is unknown. */
const HAS_ENDED = 'OPTIONAL { ?statement pq:P582 ?ended . }';

/** Father, mother, spouse, child, sibling. */
export const FAMILY_PROPERTIES: readonly string[] = ['P22', 'P25', 'P26', 'P40', 'P3373'];

/** Only links to people who will be described as well: otherwise an entry would have no name. */
const family = ({ ids }: Slice, startedAt: string) =>
  `${items('?item', ids)} ${claims('ps', FAMILY_PROPERTIES)} ?item ?claim ?statement . ` +
  `?statement ?main ?value ; wikibase:rank ?rank . ${NOT_DEPRECATED} ${HAS_ENDED} ` +
  `?value wdt:P31 wd:Q5 . ${ofOurTime('?value', startedAt)}`;
