import { IMAGES_PER_DOCUMENT, RENDERED_NODES } from '../limits.ts';
import { TOO_LONG } from './budget.ts';
import { type Lines, linesOf } from './content-places.ts';
import type { SourceFindings } from './findings.ts';
import type { FoundField } from './found-field.ts';
import type { ParsedMarkdown } from './parse-markdown.ts';
import type { PrintedValue, RenderedText } from './rendered-text.ts';
import { sentinelsIn } from './sentinels.ts';
import type { SourcePlaces } from './source-places.ts';
import type { ImageSizes, SourcePlace } from './tree.ts';

/** The state of turning tokens into a tree. Offsets are those of the rendered text. */
export interface TreeReading {
  rendered: RenderedText;
  parsed: ParsedMarkdown;
  lines: Lines;
  findings: SourceFindings;
  /** BCP 47 tag of the source's language. */
  language?: string;
  /** Known names of the signers, by role. */
  signerNames: ReadonlyMap<string, string>;
  images: ImageSizes;
  /** Fields found so far, in document order. */
  fields: FoundField[];
  placeOf: (offset: number) => SourcePlace;
  placeOfValue: (value: PrintedValue) => SourcePlace;
  refuse: (offset: number, message: string) => void;
  /** Reports every value in a text that is not allowed there; true if there was one. */
  refuseValues: (text: string, message: string) => boolean;
  /** The value of a sentinel that is about to be printed. */
  printValue: (index: number) => PrintedValue;
  /** Reports values that were not printed anywhere. */
  refuseLostValues: () => void;
  /** Counts images, which take more time than text. */
  countImage: (offset: number) => void;
  /** Counts nodes that the printer has to typeset. */
  countNode: (offset: number) => void;
}

export interface ReadingInput {
  rendered: RenderedText;
  parsed: ParsedMarkdown;
  places: SourcePlaces;
  findings: SourceFindings;
  language?: string;
  signerNames?: ReadonlyMap<string, string>;
  images?: ImageSizes;
}

export function newReading({
  rendered,
  parsed,
  places,
  findings,
  language,
  signerNames = new Map(),
  images = new Map(),
}: ReadingInput): TreeReading {
  const settled = new Set<number>();
  const valueAt = (index: number) => rendered.values[index] ?? { text: '', at: 0 };
  let nodes = 0;
  let shown = 0;
  return {
    rendered,
    parsed,
    findings,
    signerNames,
    images,
    fields: [],
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
      // A sentinel is one value in one place; a second occurrence would be a bug here or in
      // Markdown.
      if (settled.has(index)) findings.add(valueAt(index).at, NOT_PROSE, 'value');
      settled.add(index);
      return valueAt(index);
    },
    refuseLostValues: () => {
      for (const [index, { at }] of rendered.values.entries())
        if (!settled.has(index)) findings.add(at, NOT_PROSE, 'value');
    },
    countImage: (offset) => {
      shown += 1;
      if (shown === IMAGES_PER_DOCUMENT + 1)
        findings.add(rendered.sourceOf(offset), `A document can show at most ${IMAGES_PER_DOCUMENT} images.`);
    },
    countNode: (offset) => {
      nodes += 1;
      if (nodes === RENDERED_NODES + 1) findings.add(rendered.sourceOf(offset), TOO_LONG);
    },
  };
}

const NOT_PROSE = 'Variables are allowed in text, headings and table cells only.';
