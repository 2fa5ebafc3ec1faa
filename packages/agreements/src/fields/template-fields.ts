import type { FieldSettings } from '../field.ts';
import { settingsOf } from './new-field.ts';

/** A field of a template. Its id and its signer's id are local to the template. */
export type TemplateField = FieldSettings & {
  id: string;
  key: string | null;
  /** In a bundle: number of its template, from 1. */
  templateNumber?: number | undefined;
};

interface NewIds {
  fieldIdOf: (templateFieldId: string) => string;
  signerIdOf: (templateSignerId: string) => string;
}

/** Copies fields to a document with new ids; conditions refer to the copied fields only. */
export function remapFields<F extends TemplateField>(fields: readonly F[], { fieldIdOf, signerIdOf }: NewIds): F[] {
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
  /** Where the printer placed it. */
  place: Pick<FieldSettings, 'pageNumber' | 'xPosition' | 'yPosition' | 'width' | 'height'>;
}

/** The document field that a signature block of a Markdown template becomes. */
export function signatureFieldOf({ signerId, label, place }: SignatureBlock): FieldSettings {
  const { pageNumber, xPosition, yPosition, width, height } = place;
  return settingsOf({ signerId, fieldType: 'signature', label, pageNumber, xPosition, yPosition, width, height });
}
