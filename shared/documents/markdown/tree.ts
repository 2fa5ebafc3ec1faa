/**
 * A template once its variables have their values: what is printed, and nothing of how. Every text in it
 * is text and nothing else; a printer that treats one as markup is broken.
 */
export interface DocumentTree {
  blocks: readonly Block[];
}

/** Where in the template's source something stands; both count from 1, columns in characters. */
export interface Place {
  line: number;
  column: number;
}

export type Alignment = 'left' | 'center' | 'right' | null;

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; children: readonly Inline[] }
  | { kind: 'paragraph'; children: readonly Inline[] }
  /** Ordered from `start`, or with bullets where that is null; `delimiter` is what follows its numbers. */
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
  | { kind: 'code-block'; text: string; at: Place }
  | { kind: 'quote'; children: readonly Block[] }
  | { kind: 'rule' }
  | { kind: 'page-break' }
  /** One block of its own, or two side by side. */
  | { kind: 'signatures'; signatures: readonly SignatureBlock[] };

export type Cell = readonly Inline[];

export interface SignatureBlock {
  role: string;
  label: string | null;
  at: Place;
  /** Below the label: a caption, and a text or a box for the signer. */
  lines?: readonly SignatureLine[];
}

export interface SignatureLine {
  caption: string;
  text: string;
  field?: FieldBox;
  at: Place;
}

/** Room that a signer fills; printers tell where it came to stand by its id. */
export interface FieldBox {
  id: string;
  fieldType: 'initials' | 'date' | 'text' | 'checkbox' | 'dropdown';
  width: number;
  height: number;
}

export type Inline =
  | { kind: 'text'; text: string; at: Place }
  | { kind: 'code'; text: string; at: Place }
  | { kind: 'strong' | 'emphasis' | 'strikethrough'; children: readonly Inline[] }
  | { kind: 'link'; href: string; children: readonly Inline[] }
  | ({ kind: 'field'; at: Place } & FieldBox)
  | { kind: 'line-break' };
