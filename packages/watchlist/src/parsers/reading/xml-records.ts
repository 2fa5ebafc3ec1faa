import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { FileLimits } from './file-limits.ts';
import { ListUnreadable, raise, unreadable } from './list-unreadable.ts';
import { type ListFile, textChunks } from './text-chunks.ts';
import type { XmlElement } from './xml-element.ts';

/**
 * Reads an XML file as a stream of records. Only the current record is held in memory; everything
 * else is skipped. A document type declaration is rejected, so that no entity is ever defined or
 * expanded (XXE, billion laughs).
 */
interface RecordPlan {
  /** Allowed names of the root; another root means another file. */
  roots: readonly string[];
  /** Elements that are yielded as records, at any depth. */
  records: readonly string[];
}

/** Yields the root first, childless, then every record in the order of the file. */
export async function* xmlRecords(file: ListFile, limits: FileLimits, plan: RecordPlan): AsyncGenerator<XmlElement> {
  const reader = recordReader(file.name, limits, plan);
  for await (const piece of textChunks(file, limits)) yield* reader.write(piece);
  reader.close();
}

const PROLOG_CHARS = 64 * 1024;

function recordReader(name: string, limits: FileLimits, plan: RecordPlan) {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let ready: XmlElement[] = [];
  let depth = 0;
  let hasRoot = false;
  let readChars = 0;
  let progressChars = 0;

  const refuseLength = (recordChars: number) => {
    if (recordChars > limits.recordChars)
      unreadable('too_large', `${name} has a record of over ${limits.recordChars} characters.`);
  };
  parser.on('doctype', () => refuseDoctype(name));
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth > limits.depth) unreadable('too_deep', `${name} has elements nested deeper than ${limits.depth}.`);
    const element = elementOf(tag);
    if (!hasRoot) {
      hasRoot = true;
      refuseRoot(name, plan, element.name);
      ready.push(element);
      return;
    }
    if (open.length > 0 || plan.records.includes(element.name)) {
      open.at(-1)?.children.push(element);
      open.push(element);
    }
  });
  parser.on('closetag', () => {
    depth -= 1;
    const closed = open.pop();
    if (open.length > 0) return;
    refuseLength(parser.position - progressChars);
    if (closed) ready.push(closed);
    progressChars = parser.position;
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  return {
    write(piece: string): XmlElement[] {
      readChars += piece.length;
      reading(name, 'malformed', () => parser.write(piece));
      // Text this long before the root can only be a declaration that is rejected.
      if (!hasRoot && readChars > PROLOG_CHARS) refuseDoctype(name);
      refuseLength(readChars - progressChars);
      const records = ready;
      ready = [];
      return records;
    },
    close: () => reading(name, 'truncated', () => parser.close()),
  };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const elementOf = ({ name, attributes }: SaxesTagPlain): XmlElement => ({
  name: localName(name),
  attributes,
  children: [],
  text: '',
});

function refuseDoctype(name: string): never {
  return unreadable('forbidden_markup', `${name} declares a document type or entities.`);
}

function refuseRoot(name: string, plan: RecordPlan, root: string): void {
  if (plan.roots.includes(root)) return;
  if (KNOWN_ROOTS.includes(root))
    unreadable('wrong_list', `${name} is a file of another list: it begins with <${root}>.`);
  unreadable('unexpected_format', `${name} does not begin with <${plan.roots.join('> or <')}>.`);
}

/** Roots of the lists that publish XML: OFAC, the European Union, the United Kingdom, the United Nations. */
const KNOWN_ROOTS: readonly string[] = [
  'sdnList',
  'sanctionsData',
  'Sanctions',
  'export',
  'WHOLE',
  'Designations',
  'CONSOLIDATED_LIST',
];

/** Replaces the parser's messages by stable ones. */
function reading(name: string, code: 'malformed' | 'truncated', read: () => unknown): void {
  try {
    read();
  } catch (problem) {
    if (problem instanceof ListUnreadable) raise(problem);
    const how = code === 'truncated' ? 'ends before its root is closed' : 'is not well-formed XML';
    unreadable(code, `${name} ${how}.`);
  }
}
