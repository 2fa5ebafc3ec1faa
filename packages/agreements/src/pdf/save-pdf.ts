import { type PDFDocument, type PDFObject, PDFRef } from '@cantoo/pdf-lib';
import { membersOf } from './all-objects.ts';

/** Object streams hold all objects in memory at once, and large files are mostly not text. */
const PACKED_OBJECTS = 50_000;

/** Saves the file without unreferenced objects, such as removed forms and earlier versions. */
export async function savePdf(document: PDFDocument): Promise<Uint8Array> {
  await document.flush();
  forgetUnreachable(document);
  const objects = document.context.enumerateIndirectObjects().length;
  return document.save({
    ...(objects > PACKED_OBJECTS && { useObjectStreams: false }),
    updateFieldAppearances: false,
    addDefaultPage: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}

function forgetUnreachable({ context }: PDFDocument): void {
  const { Root, Info } = context.trailerInfo;
  const reached = new Set<PDFRef>();
  const open: (PDFObject | undefined)[] = [Root, Info];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(context.lookup(next));
    } else for (const one of membersOf(next)) open.push(one);
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref);
}
