import { beforeAll, expect, test } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { call } from '#test/support/api.ts';
import { preparedForFile } from '#test/support/prepared.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  newPolicy,
  riskySubject,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { countRows } from '#test/support/stored-state.ts';

/** Assessments in sentences, and what changed between two. */
preparedForFile(aWorld);

let world: World;
let risky: Awaited<ReturnType<typeof riskySubject>>;
let first: { id: string };
let second: { id: string };
beforeAll(async () => {
  world = await aWorld();
  risky = await riskySubject(world);
  const { subjectId, source } = risky;
  const definition = aDefinition(source.identity);
  const labelled = {
    ...definition,
    inputs: definition.inputs.map((input) => ({ ...input, label: { text: 'Age of the address', disclose: true } })),
  };
  const policyId = await newPolicy(world, labelled);
  first = await assessed(world, subjectId, policyId);
  await stated(source, subjectId, { value: 90 });
  second = await assessed(world, subjectId, policyId);
});

const explain = (id: string, query: Record<string, string> = {}, as = world) =>
  call(as.client, riskRoutes.readAssessmentExplanation, { params: { id }, query });
const compare = (id: string, query: Record<string, string> = {}) =>
  call(world.client, riskRoutes.compareAssessments, { params: { id }, query });

test('explanation: auditors read sources by key, customers the disclosed labels, and nothing is stored', async () => {
  const counts = await countRows(world.organizationId);
  const { body } = await explain(first.id);
  const customer = (await explain(first.id, { audience: 'customer' })).body;

  expect(body).toMatchObject({ assessmentId: first.id, audience: 'auditor', result: { version: 1, bandIs: 'exact' } });
  const [evidence] = body.statements;
  expect(evidence.text).toMatch(/^Age of the address \(.+\) is 3, from [a-z][a-z0-9_.-]+ \(observed /);
  expect(evidence.text).not.toContain('registered:');
  expect(Object.keys(customer)).toEqual(['assessmentId', 'subjectId', 'evaluatedAt', 'audience', 'statements']);
  expect(customer.statements).toEqual([
    { part: 'evidence', code: 'considered', key: null, text: 'This was considered: Age of the address' },
  ]);
  expect((await explain(risky.assessment.id, { audience: 'customer' })).body.statements).toEqual([]);
  expect(await countRows(world.organizationId)).toEqual(counts);
});

test('explanation: prints a PDF for either audience', async () => {
  for (const query of [{}, { audience: 'customer' }]) {
    const printed = await call(world.client, riskRoutes.readAssessmentExplanationPdf, {
      params: { id: first.id },
      query,
    });
    expect(printed.status).toBe(200);
    expect(printed.headers['content-type']).toBe('application/pdf');
  }
});

test('comparison: with the assessment before, or with any of the same subject and policy', async () => {
  const changed = await compare(second.id);
  const backwards = await compare(first.id, { with: second.id });

  expect(changed.body).toMatchObject({ before: { assessmentId: first.id }, after: { assessmentId: second.id } });
  expect(changed.body.changes.map(({ part }: { part: string }) => part)).toEqual(
    expect.arrayContaining(['score', 'band', 'decision', 'input']),
  );
  expect(backwards.body).toEqual(changed.body);
  expect((await compare(first.id, { with: first.id })).body.changes).toEqual([]);
});

test('comparison and explanation: refuse what cannot be compared, read or understood', async () => {
  const other = await riskySubject(world);
  const elsewhere = await aWorld();

  expect(await compare(first.id)).toMatchObject({ status: 409, body: { code: 'no_earlier_assessment' } });
  expect(await compare(second.id, { with: other.assessment.id })).toMatchObject({
    status: 422,
    body: { code: 'not_comparable' },
  });
  expect(await compare(second.id, { with: risky.assessment.id })).toMatchObject({ status: 422 });
  expect(await compare(second.id, { with: second.id.replace(/^./, 'f') })).toMatchObject({ status: 404 });
  expect((await explain(first.id, { audience: 'press' })).status).toBe(400);
  expect((await explain(first.id, {}, elsewhere)).status).toBe(404);
});
