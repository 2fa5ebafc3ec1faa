export { Field, FieldSettings, FieldType, GivenSettings } from './src/field.ts';
export { createField, newFieldOf, removeField, updateField } from './src/fields/change-field.ts';
export { checkField } from './src/fields/check-field.ts';
export { valueFaults } from './src/fields/check-value.ts';
export { missingFor, progressOf, requiredNow } from './src/fields/completion.ts';
export type { DocumentFields } from './src/fields/document-fields.ts';
export { checkValueType, enteredValue } from './src/fields/entered-value.ts';
export { boxOfType, hasSetting, isDrawn } from './src/fields/field-types.ts';
export { fillField } from './src/fields/fill-field.ts';
export { filledBySigner, isReadOnly } from './src/fields/filled-by.ts';
export { formFieldNamed, withFormLimits } from './src/fields/form-link.ts';
export { withFormPlace } from './src/fields/form-place.ts';
export { formValueFor } from './src/fields/form-value.ts';
export { FieldUpdate, NewField, settingsOf } from './src/fields/new-field.ts';
export { resolveDateFormat } from './src/fields/resolve-date-format.ts';
export { signingDatesOf } from './src/fields/signing-date.ts';
export { remapFields, signatureFieldOf, type TemplateField } from './src/fields/template-fields.ts';
export { isTurnOf } from './src/fields/turn.ts';
export { FormField } from './src/form-field.ts';
export {
  FIELD_VALUE_CHARACTERS,
  FIELDS_PER_DOCUMENT,
  FIELDS_PER_TEMPLATE,
  IMAGE_NAME_CHARACTERS,
  IMAGES_PER_TEMPLATE,
  OUTPUT_PAGES,
  ROLE_CHARACTERS,
  ROLES_PER_TEMPLATE,
  SIGNATURE_IMAGE_BYTES,
  SIGNATURE_IMAGE_PIXELS,
  SIGNATURE_IMAGE_SIDE_PIXELS,
  TEMPLATE_SOURCE_BYTES,
  TEMPLATES_PER_BUNDLE,
  TYPED_SIGNATURE_CHARACTERS,
} from './src/limits.ts';
export { isLanguageTag } from './src/markdown/languages.ts';
export { toThousandths } from './src/points.ts';
export { isRightToLeft, withoutEmbeddings } from './src/printing/direction.ts';
export { MUST_BE_VISIBLE, VISIBLE } from './src/visible.ts';
