/** The part that runs in a browser: it imports no Node module and needs no newer language library. */
export type { FieldType } from './field.ts';
export { isDrawn, isTicked } from './fields/field-types.ts';
export {
  FIELD_VALUE_CHARACTERS,
  SIGNATURE_IMAGE_BYTES,
  TYPED_SIGNATURE_CHARACTERS,
} from './limits.ts';
export type { Stamp } from './pdf/drawing.ts';
export {
  type FormDrawer,
  formDrawer,
  type LinkedDrawing,
  type WidgetDrawings,
  type WidgetPlace,
} from './pdf/widget-drawings.ts';
export { isRightToLeft } from './printing/direction.ts';
export type { OverlayText } from './printing/overlay-text.ts';
export type { TextBlock, TextCell, TextLine, TextPart, TextSignature } from './printing/text-block.ts';
