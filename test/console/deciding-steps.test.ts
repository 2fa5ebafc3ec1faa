import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { decidingSteps } from '../../console/domain/decided-by.ts';
import { layOutWaterfall } from '../../console/pictures/waterfall-layout.ts';
import { press } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { ago, COLLEAGUE, DAY_MS, uuid } from './filled-base.ts';
import type { Answering } from './stub-service.ts';

/** Rules and overrides as steps of the picture of a score. */
const definition = {
  aggregation: 'sum' as const,
  floor: 0,
  ceiling: 100,
  factors: [],
  bands: [
    { id: 'low', from: 0, effect: { decision: 'none' } },
    { id: 'high', from: 40, effect: { decision: 'restrict' } },
  ],
  rules: [
    { key: 'sanctions_hit', reason: 'On a sanctions list.', forceBand: null, effect: { decision: 'reject' } },
    { key: 'new_device', reason: 'A new device.', forceBand: 'high', effect: { decision: 'none' } },
  ],
};
const matched = (...keys: string[]) =>
  definition.rules.map(({ key }) => ({ key, result: keys.includes(key) ? 'matched' : 'not_matched' }));
const override = { decision: 'review', until: '17 Dec 2026', by: 'Olivia', reason: 'Documents seen.' };

test.each([
  ['reject', 'low', matched('sanctions_hit', 'new_device'), ['Rule Sanctions hit → Reject']],
  ['restrict', 'high', matched('new_device'), ['Rule New device → Restrict, band high']],
  ['restrict', 'high', matched(), []],
  ['awaiting_evidence', null, matched(), []],
])('deciding steps: %s in band %s', (decision, band, rules, labels) => {
  const decided = { score: 10, band, decision, rules, definition };
  expect(decidingSteps(decided).map(({ label }) => label)).toEqual(labels);
  expect(decidingSteps(decided, override).map(({ label }) => label)).toEqual([
    ...labels,
    'Override by Olivia → Review until 17 Dec 2026',
  ]);
});

test('deciding steps: the person is named once the override is read, and "you" is in the sentence', () => {
  const labelOf = (by: string | undefined) => {
    const decided = { score: 10, band: 'low', decision: 'none', rules: matched(), definition };
    return decidingSteps(decided, { ...override, by }).map(({ label }) => label);
  };
  expect(labelOf(undefined)).toEqual(['Override → Review until 17 Dec 2026']);
  expect(labelOf('You')).toEqual(['Override by you → Review until 17 Dec 2026']);
});

test('deciding steps: they are in the words of the picture and leave its sum alone', () => {
  const decided = { score: 0, band: 'low', decision: 'reject', rules: matched('sanctions_hit'), definition };
  const { steps, deciding, summary } = layOutWaterfall({
    ...decided,
    factors: [],
    deciding: decidingSteps(decided, override),
  });
  expect(steps.map(({ kind }) => kind)).toEqual(['total']);
  expect(deciding).toHaveLength(2);
  expect(summary).toContain('Rule Sanctions hit → Reject. Override by Olivia → Review until 17 Dec 2026.');
});

const OVERRIDE = { id: uuid(41, 1), decision: 'review', expiresAt: ago(-30 * DAY_MS) };

/** The assessment is rejected by its rule, and a colleague has overridden it. */
const overridden: Answering = (call) => {
  if (call.route === 'risk.readRecord' && call.path.includes('/overrides/'))
    return {
      body: {
        id: OVERRIDE.id,
        resource: 'overrides',
        data: { ...OVERRIDE, createdBy: `user:${COLLEAGUE}`, reason: 'Documents seen in person.' },
      },
    };
  const answer = answers(call);
  if (call.route === 'risk.readAssessmentState')
    return { body: { assessmentId: uuid(3, 1), current: true, reasons: [], override: OVERRIDE } };
  if (call.route === 'risk.readRecord' && call.path.includes('/assessments/')) {
    const body = answer?.body as { data: { rules: object[]; policy: { definition: object } } };
    const policy = {
      ...body.data.policy,
      definition: { ...body.data.policy.definition, rules: [{ ...definition.rules[0], key: 'sanctions_match' }] },
    };
    const rules = body.data.rules.map((rule) => ({ ...rule, result: 'matched' }));
    return { body: { ...body, data: { ...body.data, policy, rules, decision: 'reject' } } };
  }
  if (call.route === 'risk.readSubjectOverview') {
    const body = answer?.body as { policies: { state: object }[] };
    const policies = body.policies.map((one) => ({ ...one, state: { ...one.state, override: OVERRIDE } }));
    return { body: { ...body, policies } };
  }
  return answer;
};

const browser = consoleBrowser();

describe.skipIf(!chromiumPath)('deciding steps in the picture (needs Chromium)', () => {
  test.each([
    ['inbox', 1440],
    [`subjects/${uuid(4, 1)}`, 1440],
    [`subjects/${uuid(4, 1)}`, 320],
  ])('deciding steps: %s at %i px shows the rule and the override below the score', async (path, width) => {
    const { page, errors } = await browser.open(`/test/${path}`, overridden, { viewport: { width, height: 900 } });
    const picture = page.locator('svg.waterfall');
    await expect
      .poll(() => picture.getAttribute('aria-label'))
      .toMatch(/Rule Sanctions match → Reject\. Override by Adam Admin → Review until \d+ \w+ \d{4}\.$/);
    expect(await picture.locator('.deciding .name').count()).toBe(2);
    await expectAccessible(page, path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(errors).toEqual([]);
  });

  test('deciding steps: the table has them too', async () => {
    const { page } = await browser.open(`/test/subjects/${uuid(4, 1)}`, overridden);
    await page.locator('svg.waterfall .deciding').first().waitFor();
    await page.keyboard.press('t');
    const rows = page.getByRole('row');
    await rows.filter({ hasText: 'Rule Sanctions match → Reject' }).waitFor();
    await rows.filter({ hasText: 'Override by Adam Admin → Review' }).getByText('Documents seen in person.').waitFor();
    // The story is a table too, in which an assessment is chosen.
    await rows.filter({ hasText: 'Evidence recorded' }).first().waitFor();
    await press(page, page.getByRole('button', { name: 'Assessed: Onboarding' }).last());
    await expect.poll(() => page.url()).toContain('assessment=');
  });

  test('deciding steps: an assessment is evaluated again, and what differs is said', async () => {
    const state = { isChanged: false };
    const digest = 'a'.repeat(64);
    const { page, errors } = await browser.open(`/test/subjects/${uuid(4, 1)}`, (call) => {
      if (call.route !== 'risk.replayAssessment') return answers(call);
      const result = { assessmentId: uuid(3, 1), evaluatorVersion: 'policy-evaluator-v2', digest };
      const differences = [{ path: 'result.score', recorded: 40, replayed: 55 }];
      return { body: state.isChanged ? { ...result, identical: false, differences } : { ...result, identical: true } };
    });
    const again = page.getByRole('button', { name: 'Evaluate again' });
    await press(page, again);
    await page.getByText('policy-evaluator-v2 gives the recorded result again').waitFor();
    await page.getByText(digest).waitFor();
    state.isChanged = true;
    await page.keyboard.press('Enter');
    await page.getByText('gives another result, or policy or evidence were changed').waitFor();
    await page.getByRole('row').filter({ hasText: 'result.score' }).getByText('55').waitFor();
    await expectAccessible(page, 'an assessment evaluated again');
    expect(errors).toEqual([]);
  });
});
