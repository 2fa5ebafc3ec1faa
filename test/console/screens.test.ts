import { afterAll, expect, test, vi } from 'vitest';
import { PLACES } from '#console/shell/navigation.ts';
import { SCREENS } from './screens.ts';

// The frame around the screens reads the settings of the browser when it is loaded.
vi.stubGlobal('localStorage', { getItem: () => null });
afterAll(() => vi.unstubAllGlobals());

async function paths(): Promise<string[]> {
  const { createConsoleRouter } = await import('#console/routes.tsx');
  return Object.keys(createConsoleRouter().routesByPath)
    .filter((path) => path.startsWith('/$mode/'))
    .map((path) => path.slice('/$mode/'.length).replace(/\/$/, ''))
    .filter((path) => path !== '');
}

test('console screens: every route is visited by the tests that walk all screens', async () => {
  expect(Object.keys(SCREENS).toSorted()).toEqual((await paths()).toSorted());
});

test('console screens: every place of the navigation is a route', async () => {
  const known = (await paths()).map((path) => path.replace(/\/\{-\$\w+\}$/, ''));
  expect(PLACES.map(({ path }) => path).filter((path) => !known.includes(path))).toEqual([]);
});
