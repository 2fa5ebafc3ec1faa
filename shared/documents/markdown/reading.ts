import { RENDERED_NODES } from '../limits.ts';
import { TOO_LONG } from './budget.ts';
import { type Lines, linesOf } from './content-places.ts';
import type { Findings } from './findings.ts';
import type { ParsedMarkdown } from './parse-markdown.ts';
import type { FoundField } from './read-fields.ts';
import type { PrintedValue, RenderedText } from './rendered-text.ts';
import { sentinelsIn } from './sentinels.ts';
import type { SourcePlaces } from './source-places.ts';
import type { Place } from './tree.ts';

/** All that is needed to turn tokens into a tree. Offsets are those of the rendered text. */
export interface Reading {
  rendered: RenderedText;
  parsed: ParsedMarkdown;
  lines: Lines;
  findings: Findings;
  /** Of the source, as a BCP 47 tag. */
  language?: string;
  /** The names of those who sign, by role, as far as they are known. */
  signerNames: ReadonlyMap<string, string>;
  /** Those found so far, in the order of the document. */
  fields: FoundField[];
  placeOf: (offset: number) => Place;
  placeOfValue: (value: PrintedValue) => Place;
  refuse: (offset: number, message: string) => void;
  /** Says of every value in a text that it cannot stand there; true when there was one. */
  refuseValues: (text: string, message: string) => boolean;
  /** The value of a sentinel that is about to be printed. */
  printValue: (index: number) => PrintedValue;
  /** Values that came out nowhere. */
  refuseLostValues: () => void;
  /** Counts what a printer will have to set. */
  countNode: (offset: number) => void;
}

export interface ReadingInput {
  rendered: RenderedText;
  parsed: ParsedMarkdown;
  places: SourcePlaces;
  findings: Findings;
  language?: string;
  signerNames?: ReadonlyMap<string, string>;
}

export function newReading({
  rendered,
  parsed,
  places,
  findings,
  language,
  signerNames = new Map(),
}: ReadingInput): Reading {
  const settled = new Set<number>();
  const valueAt = (index: number) => rendered.values[index] ?? { text: '', at: 0 };
  let nodes = 0;
  return {
    ...{ rendered, parsed, findings, signerNames, fields: [] },
    ...(language !== undefined && { language }),
    lines: linesOf(rendered.text),
    placeOf: (offset) => places.placeAt(rendered.sourceOf(offset)),
    placeOfValue: ({ at }) => places.placeAt(at),
    refuse: (offset, message) => findings.add(rendered.sourceOf(offset), message),
    refuseValues: (text, message) => {
      const indexes = sentinelsIn(text);
      for (const index of indexes) {
        settled.add(index);
        findings.add(valueAt(index).at, message, 'value');
      }
      return indexes.length > 0;
    },
    printValue: (index) => {
      // Each stands for one value in one place; a second time would be a mistake of ours or of Markdown.
      if (settled.has(index)) findings.add(valueAt(index).at, NOT_PROSE, 'value');
      settled.add(index);
      return valueAt(index);
    },
    refuseLostValues: () => {
      for (const [index, { at }] of rendered.values.entries())
        if (!settled.has(index)) findings.add(at, NOT_PROSE, 'value');
    },
    countNode: (offset) => {
      nodes += 1;
      if (nodes === RENDERED_NODES + 1) findings.add(rendered.sourceOf(offset), TOO_LONG);
    },
  };
}

const NOT_PROSE = 'Variables are allowed in text, headings and table cells only.';
