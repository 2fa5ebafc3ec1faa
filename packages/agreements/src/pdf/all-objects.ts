import { PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib';

/** A dictionary or an array anywhere in a file. `isStream`: the dictionary of a stream. */
export type Container = { kind: 'dict'; dict: PDFDict; isStream: boolean } | { kind: 'array'; array: PDFArray };

/**
 * Every dictionary and array of a file, including objects that nothing refers to. Without recursion,
 * because a file decides how deep it is nested.
 */
export function containersOf({ context }: PDFDocument): Container[] {
  const found: Container[] = [];
  const seen = new Set<PDFObject>();
  const open: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (const object of [context.trailerInfo.Root, context.trailerInfo.Info]) if (object) open.push(object);
  for (let next = open.pop(); next; next = open.pop()) {
    const isStream = next instanceof PDFStream;
    const value: PDFObject = next instanceof PDFStream ? next.dict : next;
    if (value instanceof PDFRef || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof PDFDict) found.push({ kind: 'dict', dict: value, isStream });
    if (value instanceof PDFArray) found.push({ kind: 'array', array: value });
    for (const member of membersOf(value)) open.push(member);
  }
  return found;
}

/** What an object contains directly. */
export function membersOf(value: PDFObject | undefined): PDFObject[] {
  if (value instanceof PDFArray) return value.asArray();
  if (value instanceof PDFDict) return value.values();
  return value instanceof PDFStream ? value.dict.values() : [];
}

/** The name that an entry holds, such as `Catalog` for `/Type`. */
export function nameIn(dict: PDFDict, key: string): string | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : undefined;
}

export function dictIn(dict: PDFDict, key: string): PDFDict | undefined {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : undefined;
}

/** The elements of an array entry, resolved; none if the entry is no array. */
export function elementsIn(dict: PDFDict, key: string): (PDFObject | undefined)[] {
  const value = dict.lookup(PDFName.of(key));
  return value instanceof PDFArray ? value.asArray().map((element) => dict.context.lookup(element)) : [];
}
