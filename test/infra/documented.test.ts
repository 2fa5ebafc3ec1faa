import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isLong } from '#infra/constructs/endpoint-function.ts';
import { workers } from '#infra/workers.ts';
import { allRoutes } from '#shared/routes.ts';

const deploying = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');

test('docs/deploying.md: counts the endpoints whose concurrency can be reserved', () => {
  const long = allRoutes.filter(isLong).length;
  const [, endpoints, each, all] =
    /each of the (\d+) endpoints that run longer than ten seconds.*`(\d+)` reserves (\d+)/.exec(deploying) ?? [];

  expect(Number(endpoints)).toBe(long);
  expect(Number(all)).toBe(Number(each) * long);
});

test('docs/deploying.md: says how many IAM roles a stage needs, within ten', () => {
  const [, said] = /A stage has some (\d+) IAM roles/.exec(deploying) ?? [];

  // Of every route and worker, the token trigger and unknown paths; a few are CDK's own.
  const functions = allRoutes.length + workers.length + 2;
  expect(Math.abs(Number(said) - functions)).toBeLessThanOrEqual(15);
});
