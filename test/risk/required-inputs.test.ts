import { expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  newPolicy,
  newSource,
  newSubject,
  readRecord,
  stated,
} from '#test/support/risk-world.ts';

/** Inputs that some subjects need only, and of which one source stands in for another, as callers see them. */
const world = preparedForFile(aWorld);

const FACTS = [
  { key: 'company.form', type: 'string' },
  { key: 'trust.deed', type: 'string' },
];
const input = (key: string, acceptedSources: string[], rest: object = {}) => ({
  key,
  type: 'string',
  acceptedSources,
  maxAgeSeconds: 86_400,
  ...rest,
});
const requiredForTrusts = [{ all: [{ input: 'company.form', operator: 'eq', value: 'trust' }] }];

async function twoRegisters() {
  const [first, second, subjectId] = await Promise.all([
    newSource(world, FACTS),
    newSource(world, FACTS),
    newSubject(world),
  ]);
  const sources = [first.identity, second.identity];
  const definition = aDefinition(first.identity, {
    inputs: [
      input('company.form', sources, { resolve: 'first_available' }),
      input('trust.deed', sources, { requiredWhen: requiredForTrusts }),
    ],
    factors: [],
    rules: [
      {
        key: 'unsigned',
        reason: 'The deed is not signed.',
        all: [{ input: 'trust.deed', operator: 'neq', value: 'signed' }],
        effect: { decision: 'reject', actions: [] },
      },
    ],
    missingEvidence: 'review',
  });
  return { first, second, subjectId, definition };
}

test('an assessment asks for a deed of trusts only, and names the register that it used', async () => {
  const { first, second, subjectId, definition } = await twoRegisters();
  const policy = await newPolicy(world, definition);
  const decided = async () => {
    const { id, data } = await assessed(world, subjectId, policy);
    expect((await readRecord(world, 'assessments', id)).body.data).toEqual(data);
    const [form, deed] = data.inputs;
    return [data.outcome, data.decision, form.usedSource, deed.status];
  };

  await stated(first, subjectId, { fact: 'company.form', status: 'unavailable', value: null });
  await stated(second, subjectId, { fact: 'company.form', value: 'limited' });
  expect(await decided()).toEqual(['complete', 'none', second.identity, 'not_required']);

  await stated(first, subjectId, { fact: 'company.form', value: 'trust' });
  expect(await decided()).toEqual(['incomplete', 'review', first.identity, 'unresolved']);

  await stated(first, subjectId, { fact: 'trust.deed', value: 'missing' });
  expect(await decided()).toEqual(['complete', 'reject', first.identity, 'resolved']);
});

test('a policy whose requirement depends on another one is refused', async () => {
  const { first, definition } = await twoRegisters();
  const inputs = [
    ...(definition as unknown as { inputs: object[] }).inputs,
    input('trust.protector', [first.identity], {
      requiredWhen: [{ all: [{ input: 'trust.deed', operator: 'eq', value: 'signed' }] }],
    }),
  ];

  const { body } = await call(world.owner, riskRoutes.validatePolicy, {
    body: { key: 'trusts', definition: { ...definition, inputs } },
  });

  expect(body).toMatchObject({
    valid: false,
    errors: [{ path: 'inputs.2.requiredWhen.0.all.0.input', code: 'conditional_input' }],
  });
});
