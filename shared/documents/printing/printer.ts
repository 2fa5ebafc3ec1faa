import type { SourceFinding } from '../markdown/finding.ts';
import type { DocumentTree, Place } from '../markdown/tree.ts';

export type PageSize = 'A4' | 'Letter';

export interface PrintJob {
  tree: DocumentTree;
  pageSize: PageSize;
  /** Goes into the file's properties, and above every page but the first. */
  title: string;
  /** The language of the text as a BCP 47 tag, for readers that speak it. */
  language?: string;
}

/** Where a signature goes: the box above the line. */
export interface SignaturePlace extends BoxPlace {
  role: string;
}

/** Where the box of a field came to stand, by its id in the tree. */
export interface FieldPlace extends BoxPlace {
  id: string;
}

/** In points from the top left of a page. */
export interface BoxPlace {
  /** Counts from 1. */
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
}

export interface Printed {
  pdf: Uint8Array;
  pages: readonly { width: number; height: number }[];
  signatures: readonly SignaturePlace[];
  fields: readonly FieldPlace[];
}

/** Why a tree was not printed. Nothing of it has been kept. */
export type PrintRefusal =
  | { code: 'uncovered_characters'; findings: readonly SourceFinding[] }
  /** `at` is where the first page too many begins, as far as that is known. */
  | { code: 'too_many_pages'; at?: Place | undefined }
  | { code: 'too_long_to_print' | 'output_too_large' };

/** The same tree gives the same bytes, in bounded time, memory and size, without reaching anything. */
export interface Printer {
  name: 'typst' | 'chromium';
  print: (job: PrintJob) => Promise<Printed | PrintRefusal>;
}
