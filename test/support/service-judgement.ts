import { createField } from '#packages/agreements/src/fields/change-field.ts';
import { type NewField, settingsOf } from '#packages/agreements/src/fields/new-field.ts';
import type { FormField } from '#packages/agreements/src/form-field.ts';
import type { Route } from '#shared/platform/http/route.ts';
import { validateDefinition } from '#shared/risk/listed-sources.ts';
import { screeningStepFaults } from '#shared/verification/screening-step.ts';
import type { Step } from '#shared/verification/workflow.ts';

/** The errors that the service finds in a body, whatever records exist; undefined if it accepts the body. */
export function refusalsOf(route: Route, body: unknown): string[] {
  const { error, data } = route.body.safeParse(body);
  return error ? error.issues.map(({ message }) => message) : (JUDGES[route.name]?.(data) ?? []);
}

/** Rules of use cases that the shape does not contain, but the OpenAPI document does. */
// biome-ignore lint/suspicious/noExplicitAny: each is given what its own shape has parsed
const JUDGES: Record<string, (body: any) => string[]> = {
  // A draft may compare a screening fact with any value: publication refuses it.
  createPolicy: ({ definition }) => findingsOf(definition).filter((code) => code !== 'undocumented_value'),
  simulatePolicy: ({ definition }) => (definition ? findingsOf(definition) : []),
  createWorkflow: ({ steps }: { steps: Step[] }) => screeningStepFaults(steps).map(({ message }) => message),
  addField: faultsOfField,
};

const findingsOf = (definition: unknown) => validateDefinition(definition).errors.map(({ code }) => code);

/** On a document with everything that the field refers to. */
function faultsOfField(newField: NewField): string[] {
  const { signerId, pageNumber, acroFieldName, requiredWhenFieldId, requiredWhenValue } = newField;
  const pages: { width: number; height: number }[] = [];
  pages[pageNumber - 1] = { width: Infinity, height: Infinity };
  const place = { signerId, pageNumber: 1, xPosition: 0, yPosition: 0, width: 1, height: 1 };
  const controller = {
    ...settingsOf({ ...place, fieldType: 'text' }),
    id: `${requiredWhenFieldId}`,
    documentId: '',
    key: null,
    value: requiredWhenValue ?? null,
    signatureImageUrl: null,
    filledAt: null,
    filledBy: null,
    createdAt: '',
    updatedAt: '',
  };
  const made = createField({
    id: 'new',
    documentId: '',
    newField,
    now: '',
    document: {
      pages,
      signerIds: [signerId],
      fields: requiredWhenFieldId ? [controller] : [],
      form: acroFieldName ? [formFieldFor(newField, acroFieldName)] : [],
    },
  });
  return 'findings' in made ? made.findings.map(({ message }) => message) : [];
}

/** A form field that accepts any value of the field. */
const formFieldFor = ({ fieldType, options }: NewField, name: string): FormField => ({
  name,
  type: fieldType === 'checkbox' ? 'checkbox' : 'text',
  options: options ?? null,
  pageNumber: 1,
  xPosition: 0,
  yPosition: 0,
  width: 1,
  height: 1,
  value: null,
  isRequired: false,
  isReadOnly: false,
  isMultiline: true,
  maxLength: null,
});
