import { ifThenElse, required } from '@assay/foundation';
import * as z from 'zod';
import { type FieldSettings, type FieldType, GivenSettings } from '../field.ts';
import { TYPE_RULES } from './check-type.ts';
import { enteredValue } from './entered-value.ts';
import { typesEntered } from './field-types.ts';

const EXAMPLE = {
  signerId: '019ced2d-1f00-7a00-8a00-6f1c2b9a4e00',
  fieldType: 'text',
  pageNumber: 1,
  xPosition: 72,
  yPosition: 540,
  width: 200,
  height: 30,
  label: 'Company name',
};

const { signerId, fieldType, pageNumber, xPosition, yPosition, width, height } = GivenSettings.shape;

const anyOf = (types: readonly FieldType[]) => (types.length === 1 ? { const: types[0] } : { enum: types });

/** Dependencies between settings for the OpenAPI document; `check-field.ts` enforces them. */
const RULES = [
  ...TYPE_RULES,
  ifThenElse(
    { properties: { fieldType: anyOf(typesEntered('chosen')) } },
    {
      properties: { options: { type: 'array', minItems: 1, uniqueItems: true } },
      required: ['options'],
    },
  ),
  ifThenElse(
    { properties: { fieldType: { not: anyOf(typesEntered('ticked')) } } },
    {
      properties: { value: { type: ['string', 'null'] } },
    },
  ),
  ifThenElse(required('validationMessage'), required('validationPattern')),
  ifThenElse(required('requiredWhenValue'), required('requiredWhenFieldId')),
  ifThenElse(required('requiredWhenFieldId'), { properties: { groupKey: { type: 'null' } } }),
  ifThenElse({ properties: { groupRequired: { const: true } }, required: ['groupRequired'] }, required('groupKey')),
];

/** Settings of a new field; null is the same as leaving a setting out. */
export const NewField = z
  .strictObject({
    ...GivenSettings.partial().shape,
    signerId,
    fieldType,
    pageNumber,
    xPosition,
    yPosition,
    width,
    height,
  })
  .meta({ id: 'NewField', allOf: RULES, examples: [EXAMPLE] });
export type NewField = z.infer<typeof NewField>;

/** Settings left out stay as they are; null clears one. */
export const FieldUpdate = z
  .strictObject(GivenSettings.partial().shape)
  .meta({ id: 'FieldUpdate', examples: [{ sharedFill: true }, { requiredWhenFieldId: null }] });
export type FieldUpdate = z.infer<typeof FieldUpdate>;

/**
 * Settings with all defaults. A field with a condition is stored as optional, whatever the request
 * says.
 */
export function settingsOf(field: NewField): FieldSettings {
  const { signerId, fieldType, pageNumber, xPosition, yPosition, width, height } = field;
  const requiredWhenFieldId = field.requiredWhenFieldId ?? null;
  return {
    signerId,
    fieldType,
    pageNumber,
    xPosition,
    yPosition,
    width,
    height,
    required: requiredWhenFieldId === null && (field.required ?? true),
    label: field.label ?? null,
    value: enteredValue(field.value ?? null, fieldType),
    options: field.options ?? null,
    acroFieldName: field.acroFieldName ?? null,
    maxLength: field.maxLength ?? null,
    validationPattern: field.validationPattern ?? null,
    validationMessage: field.validationMessage ?? null,
    groupKey: field.groupKey ?? null,
    groupRequired: field.groupRequired ?? false,
    requiredWhenFieldId,
    requiredWhenValue: field.requiredWhenValue ?? null,
    sharedFill: field.sharedFill ?? false,
    dateFormat: field.dateFormat ?? null,
    signingDate: field.signingDate ?? false,
    editable: field.editable ?? false,
    multiline: field.multiline ?? false,
  };
}
