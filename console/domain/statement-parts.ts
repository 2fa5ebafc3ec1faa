/** A part of a finding: text, a point in time, or an assessment that has a page. */
export type StatementPart = { text: string } | { at: string } | { assessmentId: string };

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const PARTS = new RegExp(
  `(?<assessment>\\bassessment )(?<id>${UUID})|(?<override>\\boverride )${UUID}|(?<named> ?\\(${UUID}\\))|\\b(?<bare>${UUID})\\b|(?<at>\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z)`,
  'gi',
);

/**
 * The sentence of a finding for people: assessments become links, times are shown as times, ids in brackets are left
 * out, because the sentence names what they are, and other ids are shortened.
 */
export function statementParts(statement: string): StatementPart[] {
  const parts: StatementPart[] = [];
  const add = (text: string) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last && 'text' in last) last.text += text;
    else parts.push({ text });
  };
  let from = 0;
  for (const match of statement.matchAll(PARTS)) {
    add(statement.slice(from, match.index));
    const { assessment, id, override, bare, at } = match.groups ?? {};
    if (assessment && id) {
      add(assessment.startsWith('A') ? 'The ' : 'the ');
      parts.push({ assessmentId: id });
    } else if (override) add(override.startsWith('O') ? 'The override' : 'the override');
    else if (bare) add(bare.slice(0, 8));
    else if (at) parts.push({ at });
    from = match.index + match[0].length;
  }
  add(statement.slice(from));
  return parts;
}
