import { expect, onTestFinished, test } from 'vitest';
import { startFakeService } from './fake-service.ts';
import { runAssay } from './run-assay.ts';

const dayOf = (date: string, outcome: string) => ({
  date,
  lists: [{ key: 'eu_fsf', outcome, gapMinutes: 0, versions: [{}], confirmations: 12, failedChecks: 0 }],
});

async function serve(...days: object[]) {
  const service = await startFakeService(({ path }) => {
    const from = new URL(path, 'http://a').searchParams.get('from');
    const at = days.findIndex((day) => (day as { date: string }).date === from);
    const next = (days[at + 1] as { date: string } | undefined)?.date ?? null;
    return { body: { items: days.slice(at, at + 1), nextFrom: next } };
  });
  onTestFinished(service.stop);
  return service;
}

test('lists attestations: shows each list of each day, from all pages', async () => {
  const service = await serve(dayOf('2026-03-14', 'confirmed'), dayOf('2026-03-15', 'unchanged'));

  const { exitCode, stdout } = await runAssay(
    ['lists', 'attestations', '2026-03-14', '--to', '2026-03-15'],
    service.env,
  );

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/2026-03-14\s+eu_fsf\s+confirmed[\s\S]*2026-03-15\s+eu_fsf\s+unchanged/);
});

test('lists attestations: a gap, and a range without attestations, exit with 4', async () => {
  const service = await serve(dayOf('2026-03-14', 'gap'));

  const exits = [];
  for (const day of ['2026-03-14', '2026-04-01'])
    exits.push((await runAssay(['lists', 'attestations', day], service.env)).exitCode);

  expect(exits).toEqual([4, 4]);
});

test('lists coverage: names the days that are not confirmed, and exits with 4 if one has a gap or none is attested', async () => {
  const confirmed = { attested: true, outcome: 'confirmed', gapMinutes: 0, held: false, stale: false };
  const gap = { ...confirmed, outcome: 'gap', gapMinutes: 31 };
  const none = { ...confirmed, attested: false, outcome: null };
  const run = async (...days: object[]) => {
    const dated = days.map((day, index) => ({ date: `2026-03-1${index}`, ...day }));
    const body = { key: 'eu_fsf', from: '2026-03-10', until: '2026-03-12', days: dated };
    const service = await startFakeService(() => ({ body }));
    onTestFinished(service.stop);
    return runAssay(['lists', 'coverage', 'eu_fsf', '--until', '2026-03-12'], service.env);
  };

  const withGap = await run(none, confirmed, gap);
  const others = [await run(none, confirmed, confirmed), await run(none, none, none)];

  expect(withGap.stdout).toMatch(/2 days attested, 1 of them confirmed[\s\S]*2026-03-12\s+gap\s+31\s+no\s+no/);
  expect([withGap, ...others].map(({ exitCode }) => exitCode)).toEqual([4, 0, 4]);
});
