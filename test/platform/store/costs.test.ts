import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { riskRoutes } from '#shared/risk/routes.ts';
import { screeningRoutes } from '#shared/screening/routes.ts';
import { prepareEngine } from '#test/support/engine.ts';
import { unitsOf } from '#test/support/observed-units.ts';
import { aSubject } from '#test/support/risk-examples.ts';
import {
  aDefinition,
  assessed,
  aWorld,
  done,
  newPolicy,
  newSource,
  newSubject,
  type Source,
  stated,
  type World,
} from '#test/support/risk-world.ts';
import { loadInventedLists } from '#test/support/screening-world.ts';

/** Rows of docs/costs.md, as DynamoDB bills them in an organization without webhooks and without rate limits. */
const COSTS = readFileSync(new URL('../../../docs/costs.md', import.meta.url), 'utf8');

const AN_HOUR_MS = 3_600_000;

let world: World;
let source: Source;
let policyId: string;

beforeAll(async () => {
  await prepareEngine();
  await loadInventedLists();
  world = await aWorld();
  source = await newSource(world);
  policyId = await newPolicy(world, aDefinition(source.identity));
  // What a process reads once is read before anything is counted.
  for (const prepare of Object.values(OPERATIONS)) await (await prepare())();
});

afterEach(() => vi.restoreAllMocks());

const screen = (name: string, riskSubjectId?: string) =>
  done(world.client, screeningRoutes.createScreeningRun, {
    body: { subject: { name, entityType: 'person' }, sources: ['eu_fsf', 'uk_sanctions'], riskSubjectId },
  });

const BATCH = 50;

const screenBatch = () =>
  done(world.client, screeningRoutes.createScreeningBatch, {
    body: {
      items: Array.from({ length: BATCH }, () => ({ subject: { name: 'Cordelia Blotter', entityType: 'person' } })),
      sources: ['eu_fsf', 'uk_sanctions'],
    },
  });

/** Creates what the operation needs, which is not counted, and returns the operation. */
const OPERATIONS: Record<string, () => Promise<() => Promise<unknown>>> = {
  'subjects registered': async () => () => done(world.client, riskRoutes.createSubject, { body: aSubject() }),
  'facts submitted as evidence': async () => {
    const subjectId = await newSubject(world);
    return () => stated(source, subjectId);
  },
  'assessments of a policy with one input': async () => {
    const subjectId = await newSubject(world);
    await stated(source, subjectId);
    return () => assessed(world, subjectId, policyId);
  },
  'names screened against two lists, without a match': async () => () => screen('Cordelia Blotter'),
  'subjects screened against two lists, without a match': async () => {
    const subjectId = await newSubject(world);
    return () => screen('Cordelia Blotter', subjectId);
  },
  'subjects screened against two lists, with a match': async () => {
    const subjectId = await newSubject(world);
    return () => screen('Ambrose Quillfeather', subjectId);
  },
};

test.each(Object.keys(OPERATIONS))('docs/costs.md: a million %s take the stated units', async (name) => {
  const operation = await OPERATIONS[name]?.();
  // Nothing that requests of a moment share is fresh, and no moment ends while the units are counted.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + AN_HOUR_MS);
  const units = await unitsOf(async () => operation?.());
  const sum = (what: 'reads' | 'writes') => units.reduce((total, one) => total + one[what], 0);

  const row = COSTS.split('\n').find((line) => line.startsWith(`| a million ${name} |`));
  expect(row).toMatch(new RegExp(`\\b${sum('writes')} million (?:DynamoDB )?write units`));
  // Whether the organization is being erased is looked up at times.
  const [, reads] = /up to (\d+) million read units/.exec(row ?? '') ?? [];
  const read = units.flatMap(({ table, pk, sk, reads: count }) => (count > 0 ? `${table} ${pk} ${sk}` : [])).join('\n');
  expect(sum('reads'), read).toBeLessThanOrEqual(Number(reads));
});

test('docs/costs.md: a million names screened in batches take the stated units', async () => {
  // Nothing that requests of a moment share is read again while the units are counted.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + AN_HOUR_MS);
  const units = await unitsOf(screenBatch);
  const each = (what: 'reads' | 'writes') => units.reduce((total, one) => total + one[what], 0) / BATCH;

  const row = COSTS.split('\n').find((line) => line.startsWith('| a million names screened in batches,')) ?? '';
  const [, writes] = /up to (\d+) million write units/.exec(row) ?? [];
  const [, reads] = /up to (\d+) million read units/.exec(row) ?? [];
  expect(each('writes')).toBeLessThanOrEqual(Number(writes));
  expect(each('writes')).toBeGreaterThan(Number(writes) - 1);
  expect(each('reads')).toBeLessThanOrEqual(Number(reads));
});
