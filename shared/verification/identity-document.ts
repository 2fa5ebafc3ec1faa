import type { Step } from './workflow.ts';

/** What is read off an identity document, and under which names a workflow may declare it. */
export const DOCUMENT_OUTPUTS = {
  name: ['full_name', 'name'],
  givenNames: ['given_names', 'first_name'],
  familyName: ['family_name', 'surname', 'last_name'],
  nameAsPrinted: ['full_name_as_printed', 'native_name'],
  dateOfBirth: ['date_of_birth', 'birth_date'],
  nationality: ['nationality'],
  documentNumber: ['document_number', 'passport_number', 'national_id_number'],
  documentType: ['document_type'],
  issuingCountry: ['issuing_country', 'document_country'],
} as const;
export type DocumentPart = keyof typeof DOCUMENT_OUTPUTS;

/** Parts that a screening compares beside the names. */
export const COMPARED_PARTS = [
  ...(['dateOfBirth', 'nationality', 'documentNumber', 'issuingCountry'] as const),
];
export type ComparedPart = (typeof COMPARED_PARTS)[number];

const NAMES: readonly DocumentPart[] = ['name', 'givenNames', 'familyName', 'nameAsPrinted'];
/** What a bill or a contract with a name on it does not state. */
const IDENTITY: readonly DocumentPart[] = ['dateOfBirth', 'nationality', 'documentNumber'];

const readsAny = ({ outputs }: Step, parts: readonly DocumentPart[]) => {
  const keys = new Set<string>(parts.flatMap((part) => DOCUMENT_OUTPUTS[part]));
  return outputs.some(({ key, type }) => type === 'string' && keys.has(key));
};

export const readsName = (step: Step) => readsAny(step, NAMES);

/**
 * The step that reads the identity document: of the extractions before the screening the last with a name
 * and more that identifies somebody, or else the last with a name.
 */
export function documentStepBefore(steps: readonly Step[], stepKey: string): Step | undefined {
  const extractions = steps
    .slice(
      0,
      steps.findIndex(({ key }) => key === stepKey),
    )
    .filter(({ type }) => type === 'extract');
  const named = extractions.filter(readsName);
  // Saved before a name was asked for, a screening ends in error after any: it must not wait for ever.
  return named.findLast((step) => readsAny(step, IDENTITY)) ?? named.at(-1) ?? extractions.at(-1);
}
