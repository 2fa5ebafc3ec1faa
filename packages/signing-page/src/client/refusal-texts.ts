import { labelOf } from './field-label.ts';
import type { ServiceProblem } from './service.ts';
import type { SigningField } from './signing-state.ts';
import { language, say, strings } from './strings.ts';

/** The service answers in English; in other languages the page uses its own text. */
export function noticeText({ code, detail }: Pick<ServiceProblem, 'code' | 'detail'>): string {
  if (language === 'en' && detail !== '') return detail;
  const texts: Partial<Record<string, string>> = strings.refused;
  return texts[code] ?? strings.refused.other;
}

/** The error of a field. The sender's own message is shown unchanged. */
export function fieldText(
  { code, message }: { code: string; message: string },
  field: SigningField,
  fields: readonly SigningField[],
): string {
  if (language === 'en' || message === field.validationMessage) return message;
  return code === 'fields_missing' ? missingText(field, fields) : invalidText(field);
}

function missingText(field: SigningField, fields: readonly SigningField[]): string {
  const texts = strings.invalid;
  const label = labelOf(field);
  if (field.groupKey !== null) {
    const members = fields.filter(({ groupKey }) => groupKey === field.groupKey);
    return say(texts.missingOne, { labels: members.map(labelOf).join(', ') });
  }
  const controller = fields.find(({ id }) => id === field.requiredWhenFieldId);
  return controller
    ? say(texts.missingWhen, { label, controller: labelOf(controller) })
    : say(texts.missing, { label });
}

function invalidText({ fieldType, dateFormat }: SigningField): string {
  const texts = strings.invalid;
  if (fieldType === 'date') return dateFormat ? say(texts.dateAs, { format: dateFormat }) : texts.date;
  if (fieldType === 'dropdown') return texts.choice;
  if (fieldType === 'signature' || fieldType === 'initials') return texts.picture;
  return texts.other;
}
