import type { FieldSpec } from './field-directive.ts';

/** A field of a document. A directive in a loop makes one per iteration. */
export interface FoundField {
  /** Unique in the document. */
  id: string;
  /** Offset of its directive in the source. */
  at: number;
  passes: readonly string[];
  spec: FieldSpec;
  /** The prefill with its variables replaced by values. */
  value: string;
  /** Offsets in the source. */
  prefill: { from: number; to: number } | null;
  offsetOf: (attribute: string) => number;
}
