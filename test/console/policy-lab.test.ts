import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { press } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { backtest, changedCases, runningBacktest } from './filled-backtests.ts';
import { uuid } from './filled-base.ts';
import { labDefinition, labService } from './filled-lab.ts';
import type { StubService } from './stub-service.ts';

/** Policies are written beside what they would decide, by the real evaluator. */
const browser = consoleBrowser();
const PATH = '/test/policies/onboarding/lab';

const definitionField = (page: Page) => page.getByLabel('Definition as JSON');
const textOf = (page: Page) => definitionField(page).inputValue();
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save draft' });
const bodiesOf = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body as Record<string, unknown>);

/** The unsaved text as this tab keeps it. */
const storedText = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.endsWith('.policy.onboarding'));
    return key === undefined ? '' : (JSON.parse(sessionStorage.getItem(key) ?? '{}') as { text?: string }).text;
  });

/** Waits until the matrix is about the text as it is. */
const evaluated = (page: Page) => page.getByText(/^\d+ ms$/).waitFor();

async function replaceText(page: Page, change: (text: string) => string) {
  await definitionField(page).fill(change(await textOf(page)));
}

describe.skipIf(!chromiumPath)('policy lab (needs Chromium)', () => {
  test('lab: findings are at their lines, the form and the JSON are one text, and a draft is saved', async () => {
    const service = labService();
    const { page, stub, errors } = await browser.open(PATH, service.answering);
    await evaluated(page);
    await replaceText(page, (text) => text.replace('"from": 60', '"from": 60, "x": 1').replace('"sum"', '"some"'));
    await page.getByText('2 findings').waitFor();
    const marked = await page.locator('.code-lines > .is-wrong').allInnerTexts();
    expect(marked.map((line) => line.trim())).toEqual(['"aggregation": "some",', '"from": 60, "x": 1,']);
    expect(await saveButton(page).getAttribute('title')).toBe('Correct the findings first.');
    await page.keyboard.press('F8');
    const cursor = () => definitionField(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart);
    const text = await textOf(page);
    await expect.poll(async () => text.slice(await cursor(), (await cursor()) + 1)).toMatch(/["1]/);
    await replaceText(page, (now) => `${now.replace('"some"', '"sum"').replace(', "x": 1', '')},`);
    await page.getByText('Nothing may follow the end.').last().waitFor();
    await page.getByText('The text has errors. This is the last text without errors.').waitFor();

    const floor = '"floor": 0.0';
    await replaceText(page, (now) => now.slice(0, -1).replace('"floor": 0', floor));
    await page.getByText('No findings').waitFor();
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByText('High from 60: Restrict').click();
    const from = page.getByRole('group').getByLabel('From', { exact: true }).last();
    await from.fill('4');
    await from.fill('45');
    await page.getByText('High from 45: Restrict').waitFor();
    await expectAccessible(page, 'form of the lab');
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    const edited = await textOf(page);
    expect(edited).toContain('"from": 45');
    // What the form did not change is as it was typed.
    expect(edited).toContain(floor);
    await replaceText(page, (now) => now.replace('"from": 45', '"from": 30'));
    await page.getByRole('button', { name: 'Form', exact: true }).click();
    await page.getByText('High from 30: Restrict').waitFor();

    await page.getByRole('button', { name: 'Differences', exact: true }).click();
    await page.getByText('Compared with v1, which is in force.').waitFor();
    await page.getByText(', was 60').waitFor();
    await page.keyboard.press(']');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INS');
    await expectAccessible(page, 'differences of the lab');
    await page.keyboard.press('Control+s');
    await page.getByLabel('What the version changes').fill('High begins earlier.');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/onboarding\/versions\/2/);
    const definition = labDefinition();
    const [saved] = bodiesOf(stub, 'risk.createPolicy');
    expect(saved).toMatchObject({
      key: 'onboarding',
      note: 'High begins earlier.',
      definition: { bands: [definition.bands[0], { ...definition.bands[1], from: 30 }] },
    });
    expect(errors).toEqual([]);
  });

  test('lab: the matrix follows the text, its cells open subjects, and what stored evidence cannot tell is counted apart', async () => {
    const service = labService();
    const { page, errors, stub } = await browser.open(PATH, service.answering);
    await page.getByRole('heading', { name: 'Against the last 10 assessments' }).waitFor();
    await page.getByText('10 as before.').waitFor();
    await replaceText(page, (text) => text.replace('"from": 60', '"from": 30'));
    // Young address or shared device: 0 to 2, 4, 6, 8; two of them were restricted before.
    await page.getByText('4 stricter, 6 as before.').waitFor();
    await evaluated(page);
    await page.getByRole('heading', { name: '4 assessments would get a different decision' }).waitFor();
    const cell = page.getByRole('button', { name: '4: was No action, would be Restrict' });
    await press(page, cell);
    await page.getByRole('heading', { name: 'Was No action, would be Restrict' }).waitFor();
    const links = page.getByRole('list', { name: 'Was No action, would be Restrict' }).getByRole('link');
    expect(await links.count()).toBe(4);
    expect(await links.first().getAttribute('href')).toContain(`/subjects/${uuid(4, 1)}`);
    await expectAccessible(page, 'matrix of the lab');

    // A fact that the version in force does not read.
    await replaceText(page, (text) => text.replaceAll('device.accounts', 'device.risk'));
    await page.getByText('10 of 10 could not be evaluated:').waitFor();
    await page.getByText('10: The assessment did not read device.risk, so it stored no evidence of it.').waitFor();
    const largest = bodiesOf(stub, 'risk.simulatePolicy').map(({ scenarios }) => (scenarios as unknown[]).length);
    expect(Math.max(...largest)).toBe(10);
    expect(errors).toEqual([]);
  });

  test('lab: scenarios are kept from a case, written, run while typing, and saved with the version', async () => {
    const service = labService();
    const { page, stub, errors } = await browser.open(PATH, service.answering);
    await replaceText(page, (text) => text.replace('"from": 60', '"from": 30'));
    await page.getByText('4 stricter, 6 as before.').waitFor();
    await page.getByRole('button', { name: 'Keep as a scenario' }).first().click();
    await page.getByText('Decision: expected none, was restrict').waitFor();
    await page.getByText('1 failed').waitFor();

    await page.getByRole('button', { name: 'Add a scenario' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('nothing is wrong');
    await dialog
      .getByLabel(/email\.age_days/)
      .first()
      .selectOption('available');
    await dialog.getByLabel('Value of email.age_days').fill('400');
    await dialog
      .getByLabel(/device\.accounts/)
      .first()
      .selectOption('available');
    await dialog.getByLabel('Decision').selectOption('none');
    await expectAccessible(page, 'scenario of the lab');
    await dialog.getByLabel('Name').press('Control+Enter');
    await page.getByText('1 passed').waitFor();
    await page.getByText(/^No scenario reaches \d parts? of the policy:$/).waitFor();
    await page.getByText('case 1 of “Accounts on the same device”').waitFor();

    await page.keyboard.press('Control+s');
    await page.getByText('1 scenario fails. The version can be saved, and neither proposed nor published.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/onboarding\/versions\/2/);
    expect(service.scenariosOf(uuid(5, 2))).toHaveLength(2);

    // The same text with other scenarios is the same draft.
    await page.getByRole('link', { name: 'Edit as a new version' }).click();
    await page.getByRole('button', { name: /^Remove like / }).click();
    await evaluated(page);
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Save the scenarios of v2' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved the scenarios of v2.').waitFor();
    expect(service.scenariosOf(uuid(5, 2))).toMatchObject([{ name: 'nothing is wrong' }]);
    expect(bodiesOf(stub, 'risk.createPolicy')).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  test('lab: a text survives a reload, leaving asks, and a version that was published meanwhile is said', async () => {
    const service = labService();
    const { page, errors } = await browser.open(PATH, service.answering);
    await evaluated(page);
    await replaceText(page, (text) => text.replace('"from": 60', '"from": 31'));
    await expect.poll(() => storedText(page)).toContain('"from": 31');
    service.publishMeanwhile((definition) => ({ ...definition, ceiling: 90 }));
    await page.reload();
    await page.getByText('Your unsaved changes to v1 were restored.').waitFor();
    expect(await textOf(page)).toContain('"from": 31');
    await page.getByText(/^v2 was published since you began/).waitFor();
    await replaceText(page, (text) => `${text},`);
    await expect.poll(() => storedText(page)).toMatch(/,$/);
    await page.reload();
    await page.getByText('The text has errors, so nothing was evaluated.').waitFor();
    await page.getByRole('button', { name: 'Compare with v2' }).click();
    await page.getByText('Compared with v2, which is in force.').waitFor();

    await page.getByRole('link', { name: 'Policies' }).last().click();
    await page.getByRole('heading', { name: 'Leave the lab?' }).waitFor();
    await expectAccessible(page, 'leaving the lab');
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(page.url()).toContain(PATH);
    await page.getByRole('link', { name: 'Policies' }).last().click();
    await page.getByRole('button', { name: 'Discard and leave' }).click();
    await page.waitForURL(/\/test\/policies$/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('.policy.onboarding');
    expect(errors).toEqual([]);
  });

  test('lab: a new policy needs a free key; a member reads, and is told who writes', async () => {
    const service = labService();
    const { page, errors } = await browser.open('/test/policies/lab/new', service.answering);
    await page
      .getByText(/finding/)
      .first()
      .waitFor();
    expect(await saveButton(page).getAttribute('title')).toMatch(/^Give the policy a key/);
    await page.getByLabel('Key', { exact: true }).first().fill('onboarding');
    await page.getByText('A policy with this key exists.').waitFor();
    await page.getByLabel('Key', { exact: true }).first().fill('payouts');
    await replaceText(page, (text) =>
      text.replace('"acceptedSources": []', `"acceptedSources": ["registered:${uuid(6, 1)}"]`),
    );
    await page.getByText('No findings').waitFor();
    await expect.poll(() => saveButton(page).getAttribute('title')).toBeNull();
    await expectAccessible(page, 'new policy');
    await saveButton(page).click();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/payouts\/versions\/2/);
    expect(service.versions.at(-1)?.data).toMatchObject({ key: 'payouts', status: 'draft' });

    const member = await browser.open(PATH, labService({ role: 'member' }).answering);
    await member.page.getByText('Owners and admins write policies.').waitFor();
    await member.page.getByText('10 as before.').waitFor();
    expect(await definitionField(member.page).isEditable()).toBe(false);
    expect(await saveButton(member.page).getAttribute('title')).toBe(
      'Owners and admins save policy versions. Ask Adam Admin.',
    );
    await member.page.getByRole('button', { name: 'Form', exact: true }).click();
    await member.page.getByText('High from 60: Restrict').click();
    expect(await member.page.getByLabel('From', { exact: true }).last().isEnabled()).toBe(false);
    expect(await member.page.getByRole('button', { name: 'Keep as a scenario' }).count()).toBe(0);
    expect([...errors, ...member.errors]).toEqual([]);
  });

  test('backtest: started from the lab, followed, cancelled, and read cell by cell', async () => {
    const service = labService();
    let state: 'running' | 'completed' = 'running';
    const { page, stub, errors } = await browser.open(PATH, (call) => {
      if (call.route === 'risk.createBacktest') return { status: 201, body: runningBacktest() };
      if (call.route === 'risk.readBacktest')
        return { body: state === 'running' ? runningBacktest() : backtest({ id: uuid(45, 2) }) };
      if (call.route === 'risk.listChangedCases')
        return { body: { items: call.query.get('after') === 'review' ? [] : changedCases(), nextOffset: null } };
      return service.answering(call);
    });
    await replaceText(page, (text) => text.replace('"from": 60', '"from": 30'));
    await page.getByText('4 stricter, 6 as before.').waitFor();
    await page.getByRole('button', { name: 'Backtest…' }).click();
    await page.getByLabel('First day (UTC)').fill('2026-01-01');
    await page.getByLabel('Last day (UTC)').fill('2025-12-31');
    const start = page.getByRole('button', { name: 'Start the backtest' });
    expect(await start.getAttribute('title')).toBe('The last day is before the first one.');
    await page.getByLabel('Last day (UTC)').fill('2026-03-14');
    await expectAccessible(page, 'dialog of a backtest');
    await start.click();
    await page.getByText('1,600 of 4,100 assessments done.').waitFor();
    expect(bodiesOf(stub, 'risk.createBacktest')).toMatchObject([
      {
        definition: { bands: [{ id: 'low' }, { id: 'high', from: 30 }] },
        against: { policyKey: 'onboarding', since: '2026-01-01T00:00:00Z', until: '2026-03-15T00:00:00.000Z' },
        evidence: 'as_known',
        limit: 10_000,
      },
    ]);

    await page.getByRole('button', { name: 'Cancel the backtest' }).click();
    await page.getByText('The backtest was cancelled.').waitFor();
    expect(stub.calls.find(({ route }) => route === 'jobs.cancelJob')?.path).toContain(uuid(45, 2));

    state = 'completed';
    await page.getByText('100 stricter, 100 milder, 3,900 as before.').waitFor();
    await page.getByRole('heading', { name: '200 cases with another decision or band' }).waitFor();
    await press(page, page.getByRole('button', { name: '20: was Review, would be Restrict' }));
    await page.getByRole('heading', { name: 'Was Review, would be Restrict' }).waitFor();
    const list = page.getByRole('list', { name: 'Was Review, would be Restrict' });
    expect(await list.getByRole('link').count()).toBe(3);
    expect(
      stub.calls
        .filter(({ route }) => route === 'risk.listChangedCases')
        .at(-1)
        ?.query.toString(),
    ).toBe('before=review&after=restrict');
    await press(page, page.getByRole('button', { name: '900: was Review, would be Review' }));
    await page.getByText('Each of these cases keeps its decision and its band.').waitFor();
    await page.getByText('3 assessments would be incomplete, because evidence is missing.').waitFor();
    await expectAccessible(page, 'backtest');

    // The text was not lost by looking at the backtest.
    await page.goBack();
    await page.getByText('Your unsaved changes to v1 were restored.').waitFor();
    expect(errors).toEqual([]);
  });
});
