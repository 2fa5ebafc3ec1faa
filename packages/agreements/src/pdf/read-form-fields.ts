import type { PageViewport } from 'pdfjs-dist';
import * as z from 'zod';
import type { FormField } from '../form-field.ts';
import { toThousandths } from '../points.ts';
import { MOST_POINTS } from './page-geometry.ts';
import { openInViewer } from './viewer.ts';

/** Positions further away are invisible, and the largest numbers do not fit a DynamoDB row. */
const Coordinate = z.number().min(-MOST_POINTS).max(MOST_POINTS);

/** The properties of a pdf.js widget that are used. */
const Widget = z.object({
  subtype: z.literal('Widget'),
  fieldName: z.string().min(1),
  fieldType: z.enum(['Tx', 'Btn', 'Ch', 'Sig']),
  rect: z.tuple([Coordinate, Coordinate, Coordinate, Coordinate]),
  hidden: z.boolean().default(false),
  readOnly: z.boolean().default(false),
  required: z.boolean().default(false),
  multiLine: z.boolean().default(false),
  maxLen: z.int().nullish().catch(null),
  checkBox: z.boolean().default(false),
  radioButton: z.boolean().default(false),
  combo: z.boolean().default(false),
  buttonValue: z.string().nullish(),
  fieldValue: z.unknown(),
  options: z.array(z.object({ exportValue: z.string() })).default([]),
});
type Widget = z.infer<typeof Widget>;

/** More than any real form has; a file may claim millions. */
const MOST_FIELDS = 10_000;

export async function readFormFields(pdf: Uint8Array): Promise<FormField[]> {
  const viewer = await openInViewer(pdf);
  try {
    const fields: ReadField[] = [];
    for (let pageNumber = 1; pageNumber <= viewer.document.numPages; pageNumber += 1) {
      const page = await viewer.document.getPage(pageNumber);
      const viewport = page.getViewport({ scale: 1 });
      for (const annotation of await page.getAnnotations()) {
        const widget = Widget.safeParse(annotation).data;
        if (!widget || widget.hidden || fields.length >= MOST_FIELDS) continue;
        const place = placeOf(widget, viewport);
        fields.push({ ...describe(widget), pageNumber, ...place });
      }
      page.cleanup();
    }
    return withOptionsOfGroups(fields);
  } finally {
    await viewer.close();
  }
}

/** A field with the option of its button, if it is one of a group. */
type ReadField = FormField & { option: string | null };
type Place = 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height';

function describe(widget: Widget): Omit<ReadField, Place> {
  const type = typeOf(widget);
  const selected = type === 'listbox' ? textsIn(widget.fieldValue) : [];
  return {
    name: widget.fieldName,
    type,
    options: type === 'dropdown' || type === 'listbox' ? optionsOf(widget) : null,
    option: widget.buttonValue ?? null,
    value: valueFrom(widget.fieldValue, type),
    ...(selected.length > 1 && { values: selected }),
    isRequired: widget.required,
    isReadOnly: widget.readOnly,
    isMultiline: widget.multiLine,
    maxLength: widget.maxLen || null,
  };
}

const optionsOf = ({ options }: Widget) => options.map(({ exportValue }) => exportValue);

function typeOf({ fieldType, checkBox, radioButton, combo }: Widget): FormField['type'] {
  if (fieldType === 'Tx') return 'text';
  if (fieldType === 'Sig') return 'signature';
  if (fieldType === 'Ch') return combo ? 'dropdown' : 'listbox';
  if (checkBox) return 'checkbox';
  return radioButton ? 'radio' : 'button';
}

const textsIn = (value: unknown) => [value].flat().filter((one) => typeof one === 'string');

/** A button that is off has the value `Off`; of a multiple choice the first value counts. */
function valueFrom(value: unknown, type: FormField['type']): string | null {
  const [first] = [value].flat();
  if (typeof first !== 'string' || first === '') return null;
  return first === 'Off' && (type === 'checkbox' || type === 'radio') ? null : first;
}

function placeOf({ rect: [left, bottom, right, top] }: Widget, viewport: PageViewport) {
  const [x0, y0] = viewport.convertToViewportPoint(left, bottom);
  const [x1, y1] = viewport.convertToViewportPoint(right, top);
  return {
    xPosition: toThousandths(Math.min(x0, x1)),
    yPosition: toThousandths(Math.min(y0, y1)),
    width: toThousandths(Math.abs(x1 - x0)),
    height: toThousandths(Math.abs(y1 - y0)),
  };
}

/** The options of a group of radio buttons are distributed over its buttons. */
function withOptionsOfGroups(fields: readonly ReadField[]): FormField[] {
  const groups = Map.groupBy(
    fields.filter(({ type }) => type === 'radio'),
    ({ name }) => name,
  );
  return fields.map(({ option: _, ...field }) => {
    if (field.type !== 'radio') return field;
    const options = groups.get(field.name)?.flatMap(({ option }) => option ?? []) ?? [];
    return { ...field, options: [...new Set(options)] };
  });
}
