import type { Alignment } from '../markdown/tree.ts';
import type { TextRun } from './text-run.ts';

/**
 * A document without pages, for screens that are narrower than one: the blocks that the printer typesets, with its
 * markers, directions and words, and without its measures. Fields and signatures stand where they are printed.
 */
export type TextBlock =
  | { kind: 'heading'; level: number; isRtl: boolean; runs: TextPart[] }
  | { kind: 'paragraph'; isRtl: boolean; runs: TextPart[] }
  | { kind: 'list'; isRtl: boolean; isTight: boolean; items: { marker: string; blocks: TextBlock[] }[] }
  | { kind: 'table'; isRtl: boolean; alignments: Alignment[]; head: TextCell[]; rows: TextCell[][] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; isRtl: boolean; blocks: TextBlock[] }
  | { kind: 'rule' }
  | { kind: 'signatures'; signatures: TextSignature[] };

export type TextPart = Omit<TextRun, 'text' | 'field' | 'image'> &
  ({ text: string } | { fieldId: string } | { image: TextImage });

/** In points. The picture itself is kept once, by its name. */
interface TextImage {
  name: string;
  alt: string;
  width: number;
  height: number;
}

export interface TextCell {
  isRtl: boolean;
  runs: TextPart[];
}

export interface TextSignature {
  fieldId: string;
  label: string;
  isRtl: boolean;
  lines: TextLine[];
}

/** A caption with a text, or with a field that takes its place. */
export interface TextLine {
  caption: string;
  text: string;
  isRtl: boolean;
  fieldId?: string;
}
