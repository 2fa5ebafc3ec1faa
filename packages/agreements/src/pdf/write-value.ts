import { PDFArray, type PDFDocument } from '@cantoo/pdf-lib';
import { OVERLAY_PITCH } from '../printing/overlay-text.ts';
import { declaredLook } from './declared-look.ts';
import { fontSizeIn, type PlacedDrawing } from './drawing.ts';
import { type Box, geometryOf, seenBox } from './page-geometry.ts';
import { seenTurn, sizeAlong } from './turned-text.ts';
import { isMultiline, type TextWriter } from './widget-text.ts';
import { inherited, textIn, type Widget } from './widgets.ts';

const BLACK = '#000000';

/**
 * Writes a text into a form field, in the form's font. If the font lacks a character, the field is
 * left empty and the text is drawn over it: only the printer has fonts for every script.
 */
export function writeValue(document: PDFDocument, writer: TextWriter, widget: Widget, text: string): PlacedDrawing[] {
  if (writer.write(widget, text)) return [];
  const { fontSize: declaredSize, alignment, color } = declaredLook(document, widget);
  const box = seenBoxOf(widget);
  const turn = seenTurn(widget);
  const along = sizeAlong(box, turn);
  const fontSize = declaredSize ?? fontSizeIn(along);
  // The printer drops lines that do not fit; if not even one fits, the text is a single line.
  const multiline = isMultiline(widget) && fontSize * OVERLAY_PITCH <= along.height;
  // Keeps the frame and removes the old value.
  writer.write(widget, '');
  return [
    {
      pageNumber: pageNumberOf(document, widget),
      drawing: {
        kind: 'text',
        text: {
          text,
          ...box,
          fontSize,
          multiline,
          ...(alignment !== 'left' && { alignment }),
          ...(color !== BLACK && { color }),
          ...(turn !== 0 && { turn }),
        },
      },
    },
  ];
}

/** A dropdown may have a code for each display text. */
export function textOfOption({ kind, dict }: Widget, code: string): string | undefined {
  const options = kind === 'dropdown' ? inherited(dict, 'Opt') : undefined;
  if (!(options instanceof PDFArray)) return undefined;
  for (let index = 0; index < options.size(); index += 1) {
    const option = options.lookup(index);
    if (option instanceof PDFArray && textIn(option.lookup(0)) === code) return textIn(option.lookup(1));
  }
  return undefined;
}

export const seenBoxOf = ({ box, page }: Widget): Box =>
  seenBox(box ?? { x: 0, y: 0, width: 0, height: 0 }, geometryOf(page));

export const pageNumberOf = (document: PDFDocument, { page }: Widget) => document.getPages().indexOf(page) + 1;
