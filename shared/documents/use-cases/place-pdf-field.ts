import { boxOfType, type FormField, formFieldNamed, toThousandths } from '@assay/agreements';
import { findAnchor, type TextPiece } from '@assay/agreements/pdf';
import type { Finding } from '@assay/foundation';
import type { NewPdfField } from '../pdf-template.ts';

export interface FieldPlacement {
  pageNumber: number;
  xPosition: number;
  yPosition: number;
  width: number;
  height: number;
}

/** Text by page and form fields of the file, for placing fields. */
export interface PdfPlaces {
  texts: readonly (readonly TextPiece[])[];
  form: readonly FormField[];
}

/** By coordinates, by a text of the file, or at the linked form field. */
export function placeOf(field: NewPdfField, { texts, form }: PdfPlaces): FieldPlacement | Finding {
  const { anchor, pageNumber, xPosition, yPosition } = field;
  const linked = formFieldNamed(form, field.acroFieldName ?? null);
  const hasPlace = [pageNumber, xPosition, yPosition].some((one) => one !== undefined);
  if (!anchor && !hasPlace && linked) {
    const { pageNumber, xPosition, yPosition } = linked;
    const { width = linked.width, height = linked.height } = field;
    return roundedPlace({ pageNumber, xPosition, yPosition, width, height });
  }
  const size = boxOfType(field.fieldType);
  const { width = size.width, height = size.height } = field;
  if (!anchor) {
    if (pageNumber === undefined || xPosition === undefined || yPosition === undefined)
      return {
        path: 'pageNumber',
        message: 'Send `pageNumber`, `xPosition` and `yPosition`, an `anchor`, or an `acroFieldName`.',
      };
    return { pageNumber, xPosition, yPosition, width, height };
  }
  if (hasPlace) return { path: 'anchor', message: 'Send either coordinates or an `anchor`.' };
  const found = findAnchor(anchor.text, texts);
  const chosen = found[(anchor.occurrence ?? 1) - 1];
  if (!chosen) {
    const times = found.length === 1 ? 'once' : `${found.length} times`;
    return {
      path: 'anchor',
      message: found.length === 0 ? 'The PDF does not contain this text.' : `The PDF contains this text ${times} only.`,
    };
  }
  if (anchor.occurrence === undefined && found.length > 1)
    return {
      path: 'anchor',
      message: `The PDF contains this text ${found.length} times. Choose one with \`occurrence\`.`,
    };
  const left = toThousandths(chosen.x + anchor.dx);
  const top = toThousandths(chosen.y + anchor.dy - height);
  if (left < 0 || top < 0)
    return {
      path: 'anchor',
      message: 'The field exceeds the page. Move it with `dx` and `dy`, or make it smaller.',
    };
  return { pageNumber: chosen.pageNumber, xPosition: left, yPosition: top, width, height };
}

const roundedPlace = ({ pageNumber, ...box }: FieldPlacement): FieldPlacement => ({
  pageNumber,
  xPosition: toThousandths(Math.max(0, box.xPosition)),
  yPosition: toThousandths(Math.max(0, box.yPosition)),
  width: toThousandths(box.width),
  height: toThousandths(box.height),
});
