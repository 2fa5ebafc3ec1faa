import type { Finding } from '@assay/foundation';
import type { FieldSettings } from '../field.ts';
import type { FormField } from '../form-field.ts';
import type { DocumentFields } from './document-fields.ts';
import { isChosen } from './field-types.ts';
import { BOX_TOLERANCE_POINTS } from './limits.ts';

/**
 * A linked field takes the rectangle of its form field, whatever box the request names: the value
 * is sealed there, so the signer must see it there. With several widgets, the one nearest to the
 * given box wins. Radio buttons set by a dropdown have no common rectangle, so that field keeps its
 * own box.
 */
export function withFormPlace(settings: FieldSettings, form: readonly FormField[]): FieldSettings {
  const widgets = widgetsFor(settings, form);
  const [nearest] = widgets.toSorted((one, other) => distance(one, settings) - distance(other, settings));
  if (!nearest) return settings;
  const { pageNumber, width, height } = nearest;
  const [xPosition, yPosition] = [onPage(nearest.xPosition), onPage(nearest.yPosition)];
  return { ...settings, pageNumber, xPosition, yPosition, width, height };
}

/** Widgets without a size are not drawn; the value is then stamped in the field's own box. */
const widgetsFor = (settings: FieldSettings, form: readonly FormField[]) =>
  form.filter(
    ({ name, type, width, height }) =>
      name === settings.acroFieldName && width > 0 && height > 0 && !(isChosen(settings) && type === 'radio'),
  );

type Place = Pick<FormField, 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height'>;

function distance(one: Place, other: Place): number {
  if (one.pageNumber !== other.pageNumber) return 1e6 * Math.abs(one.pageNumber - other.pageNumber);
  return Math.hypot(
    one.xPosition + one.width / 2 - other.xPosition - other.width / 2,
    one.yPosition + one.height / 2 - other.yPosition - other.height / 2,
  );
}

/** Forms drawn by hand may overlap the edge slightly; that counts as the edge. */
const onPage = (points: number) => (points >= -BOX_TOLERANCE_POINTS ? Math.max(0, points) : points);

/** A value sealed outside the page would be invisible. */
export function checkFormPlace(
  settings: FieldSettings,
  { form, pages }: Pick<DocumentFields, 'form' | 'pages'>,
): Finding[] {
  if (widgetsFor(settings, form).length === 0) return [];
  const { xPosition, yPosition, width, height, pageNumber } = settings;
  const page = pages[pageNumber - 1];
  const isOnPage =
    page !== undefined &&
    xPosition >= 0 &&
    yPosition >= 0 &&
    xPosition + width <= page.width + BOX_TOLERANCE_POINTS &&
    yPosition + height <= page.height + BOX_TOLERANCE_POINTS;
  if (isOnPage) return [];
  return [
    {
      path: 'acroFieldName',
      message: 'This form field lies outside its page and cannot be filled.',
    },
  ];
}
