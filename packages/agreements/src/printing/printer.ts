import type { SourceFinding } from '../markdown/finding.ts';
import type { DocumentTree, SourcePlace } from '../markdown/tree.ts';

export type PageSize = 'A4' | 'Letter';

export interface PrintJob {
  tree: DocumentTree;
  pageSize: PageSize;
  /** Stored in the file's properties, and printed in the header of every page but the first. */
  title: string;
  /** BCP 47 tag of the text's language, for screen readers. */
  language?: string;
  /** The files of the images that the tree shows, by name. They were checked when they were uploaded. */
  images?: ReadonlyMap<string, ImageFile> | undefined;
}

export interface ImageFile {
  format: 'png' | 'svg';
  content: Uint8Array;
}

/** The box of a signature, above the line. */
export interface SignaturePlace extends BoxPlace {
  role: string;
}

/** The printed box of a field, by its id in the tree. */
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

/** Why a tree was not printed. Nothing has been stored. */
export type PrintRefusal =
  | { code: 'uncovered_characters'; findings: readonly SourceFinding[] }
  /** `at` is where the first page too many begins, if known. */
  | { code: 'too_many_pages'; at?: SourcePlace | undefined }
  | { code: 'too_long_to_print' | 'output_too_large' };

/**
 * Deterministic: the same tree gives the same bytes. Time, memory and size are limited, and nothing
 * is read from the network or files.
 */
export interface Printer {
  name: 'typst' | 'chromium';
  print: (job: PrintJob) => Promise<Printed | PrintRefusal>;
}
