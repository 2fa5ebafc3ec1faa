import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, emptyAnswers } from './filled.ts';
import { uuid } from './filled-base.ts';
import { SUBJECT } from './screens.ts';
import type { Answering, StubService } from './stub-service.ts';

/** Dialogs that begin work on a subject, where there is nothing yet and where the service refuses. */
const browser = consoleBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const sentBy = ({ calls }: StubService, route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body);

/** A subject that no policy has assessed. */
const unassessed =
  (others: Answering): Answering =>
  (call) => {
    const answer = others(call);
    if (call.route !== 'risk.readSubjectOverview') return answer;
    return { body: { ...(answer?.body as object), policies: [], actions: [], decision: null } };
  };

describe.skipIf(!chromiumPath)('dialogs that begin work (needs Chromium)', () => {
  test('start: a source says why it takes no evidence by hand, and a check of a session is added', async () => {
    const { page, stub, errors } = await browser.open(`/test/subjects/${SUBJECT}/evidence`, (call) =>
      call.route === 'risk.importSessionCheck' ? { status: 201, body: {} } : answers(call),
    );
    await page.getByRole('button', { name: 'Add evidence…' }).click();
    const source = page.getByRole('dialog').getByLabel('Source', { exact: true });
    await source.selectOption({ index: 1 });
    await page.getByText('No person can state them in its name.').waitFor();
    await page.getByText('Owners and admins bind keys').waitFor();
    await expectAccessible(page, 'a source that takes no evidence by hand');
    await page.keyboard.press('Control+Enter');
    await source.selectOption({ index: 0 });
    await page.getByText('a policy counts it if it accepts you for check.email_reputation').waitFor();
    expect(sentBy(stub, 'risk.importSessionCheck')).toEqual([]);
    await page.getByRole('dialog').getByLabel('Check', { exact: true }).selectOption({ index: 1 });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Evidence added.').waitFor();

    expect(sentBy(stub, 'risk.importSessionCheck')).toEqual([{ checkId: uuid(21, 2) }]);
    expect(errors).toEqual([]);
  });

  test('start: empty tabs of a subject lead to what can be done, also on a phone', async () => {
    const { page } = await browser.open(`/test/subjects/${SUBJECT}`, unassessed(emptyAnswers), PHONE);
    const opened = async (tab: string, button: string, title: string) => {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await page.getByRole('main').getByRole('button', { name: button }).click();
      await page.getByRole('heading', { name: title }).waitFor();
      await expectAccessible(page, title);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: title }).waitFor({ state: 'detached' });
    };
    await opened('Story', 'Assess with a policy…', 'Assess cus');
    await opened('Evidence', 'Add evidence…', 'Add evidence');
    await opened('Contexts', 'Attach to a context…', 'Attach to a context');
    await opened('Monitoring', 'Monitor with a policy…', 'Monitor with a policy');
    await page.getByRole('link', { name: 'Screening', exact: true }).click();
    await page.getByRole('link', { name: 'Screen this subject' }).click();
    await page.getByRole('heading', { name: 'Screen someone', level: 1 }).waitFor();
  });

  test('start: without a published policy the dialogs say who publishes one', async () => {
    const { page, stub } = await browser.open(`/test/subjects/${SUBJECT}`, unassessed(emptyAnswers));
    await page.getByRole('button', { name: 'Assess with a policy…' }).click();
    await page.getByText('No policy is published in this mode. Owners and admins publish them').waitFor();
    await page.keyboard.press('Control+Enter');

    expect(sentBy(stub, 'risk.createAssessment')).toEqual([]);
  });

  test('start: an assessment that is refused says so and keeps what was typed', async () => {
    const { page } = await browser.open(
      `/test/subjects/${SUBJECT}`,
      unassessed((call) =>
        call.route === 'risk.createAssessment'
          ? {
              status: 422,
              body: {
                code: 'applicability_not_matched',
                detail: 'The policy does not cover this subject.',
                requestId: 'r',
              },
            }
          : answers(call),
      ),
    );
    await page.getByRole('button', { name: 'Assess with a policy…' }).click();
    await page.getByText('Score 68, high: Restrict.').waitFor();
    await page.getByLabel('Why', { exact: true }).fill('Opening of an account');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Not assessed with onboarding: The policy does not cover this subject.').waitFor();

    expect(await page.getByLabel('Why', { exact: true }).inputValue()).toBe('Opening of an account');
  });
});
