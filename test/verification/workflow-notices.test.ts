import { expect, test } from 'vitest';
import { DOCUMENT_OUTPUTS } from '#shared/verification/identity-document.ts';
import { Step } from '#shared/verification/workflow.ts';
import { workflowNotices } from '#shared/verification/workflow-notices.ts';

/** What a workflow says about the outputs that its screening step reads. */
const screening = Step.parse({
  key: 'screening',
  type: 'check',
  config: { kind: 'pep_sanctions', sources: ['ofac_sdn'] },
});
const document = (...keys: string[]) =>
  Step.parse({ key: 'document', type: 'extract', outputs: keys.map((key) => ({ key, type: 'string' })) });
const codes = (...keys: string[]) => workflowNotices([document(...keys), screening]).map(({ code }) => code);

test('a document whose outputs are all read has no notice', () => {
  expect(codes('full_name', 'date_of_birth', 'nationality', 'document_number', 'issuing_country')).toEqual([]);
});

test('every output key that a screening reads is one that no notice names', () => {
  for (const key of Object.values(DOCUMENT_OUTPUTS).flat())
    expect(codes(...new Set(['full_name', 'date_of_birth', key])), key).toEqual([]);
});

test('outputs that are read and those that are not are named', () => {
  expect(workflowNotices([document('full_name', 'dob', 'birth_place', 'sex'), screening])).toEqual([
    {
      code: 'outputs_not_screened',
      path: 'steps.0.outputs',
      message: '`screening` screens `full_name`, `dob` and does not read `birth_place`, `sex`.',
    },
  ]);
});

test('an output of another type than text is not read', () => {
  const outputs = [
    { key: 'full_name', type: 'string' },
    { key: 'date_of_birth', type: 'number' },
  ];
  const notices = workflowNotices([Step.parse({ key: 'document', type: 'extract', outputs }), screening]);
  expect(notices.map(({ code }) => code)).toEqual(['outputs_not_screened', 'date_of_birth_not_screened']);
});

test('a part of a name and a missing date of birth are said', () => {
  expect(codes('surname', 'dob')).toEqual(['name_in_part']);
  expect(codes('given_name', 'surname', 'dob')).toEqual([]);
  expect(codes('surname', 'native_name', 'dob')).toEqual([]);
  expect(codes('full_name')).toEqual(['date_of_birth_not_screened']);
});

test('the notice is about the document that the screening reads, and a workflow without screening has none', () => {
  const bill = Step.parse({ key: 'bill', type: 'extract', outputs: [{ key: 'name', type: 'string' }] });
  const [notice] = workflowNotices([bill, document('full_name', 'dob', 'sex'), screening]);
  expect(notice).toMatchObject({ code: 'outputs_not_screened', path: 'steps.1.outputs' });
  expect(workflowNotices([document('sex')])).toEqual([]);
});
