import { needsRepair } from './needs-repair.ts';

/**
 * Makes the text of a PDF extractable as it was printed. Loaded on demand: the PDF library is
 * larger than everything else here, and most documents do not need it.
 */
export async function readable(pdf: Uint8Array, text: string): Promise<Uint8Array> {
  if (!needsRepair(text, pdf)) return pdf;
  const { repairText } = await import('./repair-text.ts');
  return repairText(pdf);
}
