import type { Step } from './workflow.ts';

/** Parts of an identity document, and the output keys under which a workflow can declare them. The first with a value counts. */
export const DOCUMENT_OUTPUTS = {
  name: ['full_name', 'name', 'holder_name', 'legal_name'],
  givenNames: ['given_names', 'given_name', 'first_name', 'first_names', 'forenames', 'forename'],
  middleNames: ['middle_names', 'middle_name', 'patronymic'],
  familyName: ['family_name', 'surname', 'last_name', 'family_names', 'surnames', 'last_names'],
  secondFamilyName: ['second_family_name', 'second_surname', 'second_last_name', 'maternal_surname'],
  nameAsPrinted: ['full_name_as_printed', 'native_name', 'name_as_printed', 'original_name'],
  dateOfBirth: ['date_of_birth', 'birth_date', 'dob', 'birthdate', 'birthday'],
  nationality: ['nationality', 'nationalities', 'citizenship', 'citizenships'],
  documentNumber: [
    'document_number',
    'passport_number',
    'national_id_number',
    'id_number',
    'document_no',
    'passport_no',
    'national_id',
    'identity_number',
    'personal_number',
  ],
  documentType: ['document_type', 'id_type'],
  issuingCountry: ['issuing_country', 'document_country', 'country_of_issue', 'issuing_state'],
} as const;
export type DocumentPart = keyof typeof DOCUMENT_OUTPUTS;

/** Parts that a screening compares in addition to names. */
export const COMPARED_PARTS = ['dateOfBirth', 'nationality', 'documentNumber', 'issuingCountry'] as const;
export type ComparedPart = (typeof COMPARED_PARTS)[number];

const NAMES: readonly DocumentPart[] = ['name', 'givenNames', 'familyName', 'nameAsPrinted'];

/** Whether the step has an output from which a screening reads the part. */
export const readsPart = (step: Step, part: DocumentPart) => readsAny(step, [part]);

const READ_KEYS = new Set<string>(Object.values(DOCUMENT_OUTPUTS).flat());
export const isScreenedOutput = ({ key, type }: Step['outputs'][number]) => type === 'string' && READ_KEYS.has(key);
/** Parts that identify a person. A bill or contract with a name does not contain them. */
const IDENTITY: readonly DocumentPart[] = ['dateOfBirth', 'nationality', 'documentNumber'];

const readsAny = ({ outputs }: Step, parts: readonly DocumentPart[]) => {
  const keys = new Set<string>(parts.flatMap((part) => DOCUMENT_OUTPUTS[part]));
  return outputs.some(({ key, type }) => type === 'string' && keys.has(key));
};

export const readsName = (step: Step) => readsAny(step, NAMES);

/**
 * The step that reads the identity document: the last extraction before the screening with a name
 * and an identifying part, or else the last with a name.
 */
export function documentStepBefore(steps: readonly Step[], stepKey: string): Step | undefined {
  const before = steps.slice(
    0,
    steps.findIndex(({ key }) => key === stepKey),
  );
  // Workflows that were saved before a name was required: their screening ends in error after any
  // extraction, instead of waiting forever.
  return namedDocumentStep(before) ?? before.findLast(({ type }) => type === 'extract');
}

/** The last extraction with a name and an identifying part, or else the last with a name. */
export function namedDocumentStep(steps: readonly Step[]): Step | undefined {
  const named = steps.filter((step) => step.type === 'extract' && readsName(step));
  return named.findLast((step) => readsAny(step, IDENTITY)) ?? named.at(-1);
}
