import { LONGEST_LIFE_YEARS, YEARS_AFTER_DEATH } from './limits.ts';

/**
 * The queries of a crawl, in SPARQL. They follow Wikidata's model: `wdt:` is a plain value,
 * `p:`/`ps:` lead to a statement and its value, `pq:` to a qualifier, and `psv:`/`pqv:` to a time
 * with its precision. Each branch of a union repeats the items, since the engine may otherwise scan
 * all of Wikidata first.
 */
const WIKIDATA = 'http://www.wikidata.org';
const PREFIXES = Object.entries({
  wd: `${WIKIDATA}/entity/`,
  wdt: `${WIKIDATA}/prop/direct/`,
  p: `${WIKIDATA}/prop/`,
  ps: `${WIKIDATA}/prop/statement/`,
  psv: `${WIKIDATA}/prop/statement/value/`,
  pq: `${WIKIDATA}/prop/qualifier/`,
  pqv: `${WIKIDATA}/prop/qualifier/value/`,
  wikibase: 'http://wikiba.se/ontology#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
})
  .map(([name, address]) => `PREFIX ${name}: <${address}>`)
  .join('\n');

/** The comment tells the operators of the query service what the query is for. */
export const question = (purpose: string, variables: string, pattern: string) =>
  `# Assay, list of politically exposed persons: ${purpose}\n${PREFIXES}\n` +
  `SELECT DISTINCT ${variables} WHERE {\n${pattern}\n}`;

export const union = (branches: readonly string[]) => branches.map((branch) => `  { ${branch} }`).join(' UNION\n');

export const items = (variable: string, ids: readonly string[]) =>
  `VALUES ${variable} { ${ids.map((id) => `wd:${id}`).join(' ')} }`;

/** Limits results by the last digits of their item number. */
export const ending = (endings: readonly string[]) =>
  endings.every((one) => one === '') ? '' : `\n  FILTER(REGEX(STR(?found), "(${endings.join('|')})$"))`;

export const NOT_DEPRECATED = 'FILTER(?rank != wikibase:DeprecatedRank)';

/** People who lived long ago are not customers. */
export function ofOurTime(person: string, startedAt: string): string {
  const isBefore = (variable: string, years: number) =>
    `FILTER(${variable} < "${yearsBefore(startedAt, years)}"^^xsd:dateTime)`;
  return (
    `FILTER NOT EXISTS { ${person} wdt:P570 ?died . ${isBefore('?died', YEARS_AFTER_DEATH)} } ` +
    `FILTER NOT EXISTS { ${person} wdt:P569 ?born . ${isBefore('?born', LONGEST_LIFE_YEARS)} }`
  );
}

/** From the first of the month, since not every year has a 29th of February. */
const yearsBefore = (time: string, years: number) =>
  `${Number(time.slice(0, 4)) - years}${time.slice(4, 7)}-01T00:00:00Z`;
