import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import type { FormField } from '../form-field.ts';
import { type Box, boxFrom } from './page-geometry.ts';

/**
 * A place on a page that belongs to the PDF's form. The form's own list of fields is not used:
 * programs that save a form again lose entries, while the widgets on the pages are visible.
 */
export interface Widget {
  page: PDFPage;
  dict: PDFDict;
  ref: PDFRef;
  name: string;
  kind: FormField['type'];
  /** In the page's own coordinates; undefined if it is empty. */
  box: Box | undefined;
  isHidden: boolean;
  /** Position among the annotations of its page, which are drawn in this order. */
  order: number;
}

const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
const RADIO = 1 << 15;
const PUSH_BUTTON = 1 << 16;
const COMBO = 1 << 17;

/** Deeper than any real form nests its fields; a field may claim to be its own ancestor. */
const DEEPEST = 50;

export function widgetsOf(document: PDFDocument): Widget[] {
  return document.getPages().flatMap((page) => {
    const annotations = page.node.lookup(PDFName.of('Annots'));
    if (!(annotations instanceof PDFArray)) return [];
    return annotations.asArray().flatMap((annotation, order) => {
      const dict = document.context.lookup(annotation);
      if (!(dict instanceof PDFDict) || !isWidget(dict)) return [];
      const ref = annotation instanceof PDFRef ? annotation : document.context.register(dict);
      return [widgetFrom(page, { dict, ref, order })];
    });
  });
}

export const isWidget = (annotation: PDFDict) => annotation.lookup(PDFName.of('Subtype')) === PDFName.of('Widget');

function widgetFrom(page: PDFPage, { dict, ref, order }: Pick<Widget, 'dict' | 'ref' | 'order'>): Widget {
  return {
    page,
    dict,
    ref,
    order,
    name: fullNameOf(dict),
    kind: kindOf(dict),
    box: boxFrom(dict.lookup(PDFName.of('Rect'))),
    isHidden: (numberIn(dict.lookup(PDFName.of('F'))) & (HIDDEN | NO_VIEW)) !== 0,
  };
}

/** An entry of the field, or of its nearest ancestor that has it. */
export const inherited = (dict: PDFDict, key: string): PDFObject | undefined =>
  ancestry(dict)
    .map((one) => one.lookup(PDFName.of(key)))
    .find((value) => value !== undefined);

export const flagsOf = (dict: PDFDict) => numberIn(inherited(dict, 'Ff'));

function ancestry(dict: PDFDict): PDFDict[] {
  const found = [dict];
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const parent = found.at(-1)?.lookup(PDFName.of('Parent'));
    if (!(parent instanceof PDFDict)) break;
    found.push(parent);
  }
  return found;
}

const fullNameOf = (dict: PDFDict) =>
  ancestry(dict)
    .map((one) => textIn(one.lookup(PDFName.of('T'))))
    .filter((part) => part !== undefined)
    .toReversed()
    .join('.');

function kindOf(dict: PDFDict): Widget['kind'] {
  const flags = flagsOf(dict);
  const type = inherited(dict, 'FT');
  if (type === PDFName.of('Sig')) return 'signature';
  if (type === PDFName.of('Ch')) return flags & COMBO ? 'dropdown' : 'listbox';
  if (type !== PDFName.of('Btn')) return 'text';
  if (flags & PUSH_BUTTON) return 'button';
  return flags & RADIO ? 'radio' : 'checkbox';
}

export const numberIn = (value: PDFObject | undefined, otherwise = 0) =>
  value instanceof PDFNumber ? value.asNumber() : otherwise;

export const textIn = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
