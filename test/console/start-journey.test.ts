import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { wordsOf } from '../../console/domain/words.ts';
import { focus, press, pressOn, pressOnLink, typeInto } from './by-keyboard.ts';
import { expectAccessible, pressInTurn, settled } from './console-browser.ts';
import { draftPolicy, type LiveConsole, liveConsole } from './live-console.ts';

/** Work that begins in the console, by keyboard alone, as a member of the organization. */
const live = liveConsole();

async function published(service: LiveConsole) {
  const { id, data } = await draftPolicy(service);
  await service.owner.risk.publishPolicy({ params: { id } });
  return { id, name: `${data.key} v${data.version}`, words: `${wordsOf(data.key)} ?v${data.version}` };
}

const newId = () => `cus_${randomUUID().slice(0, 8)}`;

async function createSubject(page: Page, externalId: string) {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Create a subject');
  await page.getByRole('option', { name: 'Create a subject' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New subject' }).waitFor();
  await typeInto(page, 'External id', externalId);
  await page.keyboard.press('Control+Enter');
}

describe.skipIf(!chromiumPath)('work that begins in the console (needs Chromium)', () => {
  test('start: a member creates a subject, which is refused in words the second time', { tags: 'full' }, async () => {
    const { page, errors } = await live().signIn('Mia Member', '/test/inbox');
    const externalId = newId();
    await createSubject(page, externalId);
    await page.getByRole('heading', { name: externalId }).waitFor();
    const { pathname } = new URL(page.url());

    await createSubject(page, externalId);
    await page.getByText(`A person with the external id “${externalId}” exists already.`).waitFor();
    expect(await page.getByRole('dialog').getByLabel('External id').inputValue()).toBe(externalId);
    await expectAccessible(page, 'a subject that exists');
    await pressOnLink(page, `Open ${externalId}`);
    await page.getByRole('heading', { name: externalId }).waitFor();

    expect(new URL(page.url()).pathname).toBe(pathname);
    expect(errors).toEqual([]);
  });

  test('start: a first assessment says what follows, and then the subject is monitored and attached', async () => {
    const service = live();
    const policy = await published(service);
    const { page, errors } = await service.signIn('Mia Member', '/test/inbox');
    const externalId = newId();
    await createSubject(page, externalId);
    await pressOn(page, 'Assess with a policy…');
    await focus(page, page.getByRole('checkbox', { name: policy.name }));
    if (!(await page.getByRole('checkbox', { name: policy.name }).isChecked())) await page.keyboard.press('Space');
    await page.getByText('No score, because evidence is missing').waitFor();
    await page.getByText('Requests no action.').waitFor();
    await expectAccessible(page, 'a first assessment');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: `Assess ${externalId} now` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(policy.words) }).waitFor();

    await pressOnLink(page, 'Monitoring');
    await pressOn(page, 'Monitor with a policy…');
    await focus(page, page.getByLabel('Policy in force'));
    await page.keyboard.type(policy.name);
    await page.getByText('30 days after each assessment').waitFor();
    await expectAccessible(page, 'monitoring');
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Monitored with ${policy.name}.`).waitFor();

    const parts = page.getByRole('navigation', { name: 'Parts of the subject' });
    await press(page, parts.getByRole('link', { name: 'Contexts' }));
    await pressOn(page, 'Attach to a context…');
    const application = `app-${externalId}`;
    await typeInto(page, 'External id', application);
    await typeInto(page, 'Role of the subject', 'applicant');
    await expectAccessible(page, 'attaching');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: application }).waitFor();
    await page.getByText('applicant', { exact: true }).waitFor();
    await pressOn(page, 'Attach to a context…');
    await typeInto(page, 'External id', application);
    await page.keyboard.press('Control+Enter');
    await page.getByText('The subject is part of this context already.').waitFor();

    const id = new URL(page.url()).pathname.split('/').at(-2) ?? '';
    const monitoring = await service.backend.risk.listMonitoring({ params: { id } });
    expect(monitoring.map(({ data }) => data.policyVersionId)).toEqual([policy.id]);
    expect(errors).toEqual([]);
  });

  test('start: a look-up shows near misses and stores nothing; kept for a subject it becomes a run', {
    tags: 'full',
  }, async () => {
    const service = live();
    const externalId = newId();
    const subject = await service.backend.risk.createSubject({ body: { kind: 'person', externalId } });
    const runs = async () =>
      (await service.backend.screening.listScreeningRuns({ query: { riskSubjectId: subject.id } })).items;
    const { page, errors } = await service.signIn('Mia Member', '/test/inbox');
    await pressInTurn(page, 'g n');
    await page.getByRole('heading', { name: 'Screen someone', level: 1 }).waitFor();
    await settled(page);
    await focus(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Ambrose Quilfeather');
    // The saved profiles may arrive after the page; a key for one that is not there yet chooses nothing.
    await page.getByRole('option', { name: /^standard:/ }).waitFor({ state: 'attached' });
    await focus(page, page.getByLabel('Profile', { exact: true }));
    await page.keyboard.type('standard');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Near misses' }).waitFor();
    await press(page, page.locator('.found-entry.is-near summary').filter({ hasText: 'QUILLFEATHER' }).first());
    await page.getByRole('rowheader', { name: 'Born' }).first().waitFor();
    await expectAccessible(page, 'near misses');
    expect(await runs()).toEqual([]);

    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await focus(page, page.getByLabel('Date of birth'));
    await page.keyboard.type('1961-04-17');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /entr(y|ies) from 70/ }).waitFor();
    await pressOn(page, 'Keep as a run…');
    await focus(page, page.getByRole('dialog').getByLabel('Subject', { exact: true }));
    await page.keyboard.type('Person');
    await typeInto(page, 'External id', externalId);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /^Screened against/ }).waitFor();
    await page.getByText('An entry is a possible match from a score of 70, and a match from 90.').waitFor();
    await pressOnLink(page, 'QUILLFEATHER');
    await page.getByRole('heading', { name: new RegExp(externalId) }).waitFor();

    expect((await runs()).map(({ matches }) => matches.length > 0)).toEqual([true]);
    expect(errors).toEqual([]);
  });
});
