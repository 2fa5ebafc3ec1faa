import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMON_PROBLEMS } from '#shared/platform/http/openapi-problems.ts';
import { allRoutes } from '#shared/routes.ts';
import { errorsPage } from '#shared/service/errors-page.ts';

const written = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

test('errors page: it is that of the route table (npm run errors-page)', () => {
  expect(written).toBe(errorsPage(allRoutes));
});

test('errors page: it has every code, each status says what to do, and every row a meaning and a place', () => {
  const codes = new Set([
    ...Object.keys(COMMON_PROBLEMS),
    ...allRoutes.flatMap(({ problems }) => Object.keys(problems)),
  ]);
  const rows = [...written.matchAll(/^\| `(\w+)` \| (.+) \| (.+) \|$/gm)];

  expect(new Set(rows.map(([, code]) => code))).toEqual(new Set([...codes, 'method_not_allowed']));
  expect(written).not.toContain('undefined');
  expect(written.match(/^## \d{3} .+\n\n[A-Z].+\.$/gm)?.length).toBe(written.match(/^## /gm)?.length);
});
