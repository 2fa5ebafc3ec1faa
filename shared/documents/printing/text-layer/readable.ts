import { needsRepair } from './needs-repair.ts';

/**
 * The file so that every reader finds the text in it that was printed. Loaded when it is needed: what
 * changes PDFs is larger than all else here, and most documents do without.
 */
export async function readable(pdf: Uint8Array, text: string): Promise<Uint8Array> {
  if (!needsRepair(text, pdf)) return pdf;
  const { repairText } = await import('./repair-text.ts');
  return repairText(pdf);
}
