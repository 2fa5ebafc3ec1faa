import type { TemplateFieldType } from '../fields/field-types.ts';

/**
 * A template with its variables replaced: the content to print, without layout. All strings in it
 * are plain text; a printer must never treat one as markup.
 */
export interface DocumentTree {
  blocks: readonly Block[];
}

/** A place in the template's source. Both numbers count from 1, columns in characters. */
export interface SourcePlace {
  line: number;
  column: number;
  /** In a bundle: index of the template whose source it is. */
  part?: number;
}

export type Alignment = 'left' | 'center' | 'right' | null;

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; children: readonly Inline[] }
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** Numbered from `start`, or with bullets if it is null. `delimiter` follows the numbers. */
  | {
      kind: 'list';
      start: number | null;
      delimiter?: ')';
      isTight: boolean;
      items: readonly (readonly Block[])[];
    }
  | {
      kind: 'table';
      alignments: readonly Alignment[];
      head: readonly Cell[];
      rows: readonly (readonly Cell[])[];
    }
  | { kind: 'code-block'; text: string; at: SourcePlace }
  | { kind: 'quote'; children: readonly Block[] }
  | { kind: 'rule' }
  | { kind: 'page-break' }
  /** One signature block, or two next to each other. */
  | { kind: 'signatures'; signatures: readonly SignatureBlock[] };

export type Cell = readonly Inline[];

export interface SignatureBlock {
  role: string;
  label: string | null;
  at: SourcePlace;
  /** Lines below the label: a caption with a text or a box for the signer. */
  lines?: readonly SignatureLine[];
}

export interface SignatureLine {
  caption: string;
  text: string;
  field?: FieldBox;
  at: SourcePlace;
}

/** Space for a signer to fill. Printers report its position by its id. */
export interface FieldBox {
  id: string;
  fieldType: TemplateFieldType;
  width: number;
  height: number;
}

/** Natural sizes of a template's images in points, by name. */
export type ImageSizes = ReadonlyMap<string, { width: number; height: number }>;

/** A picture of the template, by its name, with its size in points. */
export interface ImageBox {
  name: string;
  /** Read by screen readers instead of the picture. */
  alt: string;
  width: number;
  height: number;
}

export type Inline =
  | { kind: 'text'; text: string; at: SourcePlace }
  | { kind: 'code'; text: string; at: SourcePlace }
  | { kind: 'strong' | 'emphasis' | 'strikethrough'; children: readonly Inline[] }
  | { kind: 'link'; href: string; children: readonly Inline[] }
  | ({ kind: 'field'; at: SourcePlace } & FieldBox)
  | ({ kind: 'image'; at: SourcePlace } & ImageBox)
  | { kind: 'line-break' };
