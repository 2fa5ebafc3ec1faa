import { FIELD_KINDS } from './field-kinds.ts';
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

/** Behind this the service names what it cannot print. */
const UNCOVERED = /^No font has these characters: (.+?)\.?$/u;

/** The error of a field. The sender's own message is shown unchanged. */
export function fieldText(
  { code, message }: { code: string; message: string },
  field: SigningField,
  fields: readonly SigningField[],
): string {
  if (language === 'en' || message === field.validationMessage) return message;
  const [, characters] = UNCOVERED.exec(message) ?? [];
  if (characters) return say(strings.invalid.uncovered, { characters });
  return code === 'fields_missing' ? missingText(field, fields) : FIELD_KINDS[field.fieldType].invalidText(field);
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
