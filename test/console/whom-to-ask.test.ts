import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { sourceFiles } from '#test/support/source-files.ts';
import { explainWith } from '../../console/shell/whom-to-ask.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers, me } from './filled.ts';
import type { Answering } from './stub-service.ts';

const PEOPLE = [
  { userId: '1', name: 'Olivia Owner', email: null, role: 'owner' },
  { userId: '2', name: 'Adam Admin', email: null, role: 'admin' },
  { userId: '3', name: null, email: 'ada@example.com', role: 'admin' },
  { userId: '4', name: 'Mia Member', email: null, role: 'member' },
];
const explain = (reason: string, userId = '4') => explainWith(reason, { people: PEOPLE, me: userId });

test('whom to ask: those who may, without oneself, and nobody where no role is named', () => {
  expect(explain('Owners and admins invite members.')).toBe(
    'Owners and admins invite members. Ask Adam Admin, ada@example.com or Olivia Owner.',
  );
  expect(explain('Only an owner changes this.', '2')).toBe('Only an owner changes this. Ask Olivia Owner.');
  expect(explain('Only an owner changes this.', '1')).toBe('Only an owner changes this.');
  expect(explain('This is the first page.')).toBe('This is the first page.');
});

test('whom to ask: every reason of the console that blocks a role names people', () => {
  const reasons = sourceFiles('console').flatMap(({ text }) =>
    [...text.matchAll(/blocked=\{[^}]*?: '([^']*[Oo]wner[^']*)'/g)].map(([, reason = '']) => reason),
  );
  expect(reasons.length).toBeGreaterThan(5);
  expect(reasons.filter((reason) => explain(reason) === reason)).toEqual([]);
});

const browser = consoleBrowser();
const asMember: Answering = (call) => (call.route === 'organization.readMe' ? { body: me('member') } : answers(call));

describe.skipIf(!chromiumPath)('whom to ask (needs Chromium)', () => {
  test('whom to ask: a member who presses what is not allowed is told whom to ask, by keyboard and on a phone', async () => {
    const { page } = await browser.open('/test/keys', asMember);
    await page.setViewportSize({ width: 390, height: 844 });
    const create = page.getByRole('button', { name: 'Create an API key' });
    const words = 'Owners and admins create API keys. Ask Adam Admin.';
    await expect.poll(() => create.getAttribute('title')).toBe(words);
    await create.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText(words).waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await expectAccessible(page, 'whom to ask');
  });

  test('whom to ask: a refusal of the service names people too', async () => {
    const { page } = await browser.open('/test/inbox', (call) =>
      call.route === 'risk.listWorklist'
        ? { status: 403, body: { code: 'forbidden', detail: 'Not for members.' } }
        : asMember(call),
    );
    await page.getByText('or can change your role. Ask Adam Admin.').waitFor();
  });
});
