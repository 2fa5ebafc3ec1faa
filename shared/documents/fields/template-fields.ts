import type { FieldSettings } from '../field.ts';
import { settingsOf } from './new-field.ts';

/** A field as a template carries it: its id and its signer's are the template's own. */
export type TemplateField = FieldSettings & { id: string; key: string | null };

interface NewIds {
  fieldIdOf: (templateFieldId: string) => string;
  signerIdOf: (templateSignerId: string) => string;
}

/** The same fields for a document: conditions point to its own fields, and never out of it. */
export function remapFields<F extends TemplateField>(
  fields: readonly F[],
  { fieldIdOf, signerIdOf }: NewIds,
): F[] {
  const newIds = new Map(fields.map(({ id }) => [id, fieldIdOf(id)]));
  return fields.map((field) => {
    const requiredWhenFieldId = newIds.get(field.requiredWhenFieldId ?? '') ?? null;
    return {
      ...field,
      id: newIds.get(field.id) ?? field.id,
      signerId: signerIdOf(field.signerId),
      requiredWhenFieldId,
      requiredWhenValue: requiredWhenFieldId === null ? null : field.requiredWhenValue,
    };
  });
}

interface SignatureBlock {
  signerId: string;
  label: string | null;
  /** Where the printer put it. */
  place: Pick<FieldSettings, 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height'>;
}

/** What a signature block of a Markdown template becomes on the document. */
export function signatureFieldOf({ signerId, label, place }: SignatureBlock): FieldSettings {
  const { pageNumber, xPosition, yPosition, width, height } = place;
  return settingsOf({
    ...{ signerId, fieldType: 'signature', label },
    ...{ pageNumber, xPosition, yPosition, width, height },
  });
}
