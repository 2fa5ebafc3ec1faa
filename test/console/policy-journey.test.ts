import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { focus, press, pressOn, pressOnLink } from './by-keyboard.ts';
import { type LiveConsole, liveConsole } from './live-console.ts';

/** A policy from an edit to its publication, on the whole service and by keyboard alone. */
const live = liveConsole();

/** A published policy that restricts young email addresses, and a customer whom it has assessed. */
async function assessedCustomer({ owner, backend, apiKeyId }: LiveConsole) {
  const source = await owner.risk.createSource({
    body: {
      key: `email_${randomUUID().slice(0, 8)}`,
      facts: [{ key: 'email.age_days', type: 'number' }],
      apiKeyIds: [apiKeyId],
    },
  });
  const policy = await owner.risk.createPolicy({
    body: {
      key: `payouts_${randomUUID().slice(0, 8)}`,
      definition: {
        inputs: [
          {
            key: 'email.age_days',
            type: 'number',
            maxAgeSeconds: 2_592_000,
            acceptedSources: [`registered:${source.id}`],
          },
        ],
        factors: [
          {
            key: 'email_age',
            label: 'Age of the e-mail address',
            match: 'first',
            weight: 1,
            defaultPoints: 0,
            cases: [{ all: [{ input: 'email.age_days', operator: 'lt', value: 30 }], points: 68 }],
          },
        ],
        aggregation: 'sum',
        missingEvidence: 'review',
        reviewAfterSeconds: 2_592_000,
        bands: [
          { id: 'low', from: 0, effect: { decision: 'none', actions: [] } },
          { id: 'high', from: 60, effect: { decision: 'restrict', actions: ['limit_payouts'] } },
        ],
        rules: [],
      },
    },
  });
  await owner.risk.publishPolicy({ params: { id: policy.id } });
  const externalId = `cus_${randomUUID().slice(0, 8)}`;
  const subject = await backend.risk.createSubject({ body: { kind: 'person', externalId } });
  const params = { id: subject.id };
  await backend.risk.submitEvidence({
    params,
    body: {
      sourceRegistrationId: source.id,
      fact: 'email.age_days',
      status: 'available',
      value: 3,
      observedAt: new Date(Date.now() - 60_000).toISOString(),
    },
  });
  await backend.risk.createAssessment({ params, body: { policyVersionId: policy.id, trigger: 'onboarding' } });
  return { key: policy.data.key, externalId };
}

describe.skipIf(!chromiumPath)('the way of a policy in the console (needs Chromium)', () => {
  test('policy: it is edited, tested, backtested, proposed, approved by another person, published and compared', async () => {
    const service = live();
    const { key, externalId } = await assessedCustomer(service);
    const path = `/test/policies/${key}`;

    const admin = await service.signIn('Adam Admin', path);
    await pressOnLink(admin.page, 'Edit as a new version');
    await admin.page.getByText('1 as before.').waitFor();
    await admin.page.keyboard.press('2');
    await press(admin.page, admin.page.getByText('High from 60: Restrict'));
    await focus(admin.page, admin.page.getByLabel('From', { exact: true }).last());
    await admin.page.keyboard.press('Control+a');
    await admin.page.keyboard.type('70');
    await admin.page.getByText('1 milder.').waitFor();
    await admin.page.getByRole('link', { name: externalId }).waitFor();
    await pressOn(admin.page, 'Keep as a scenario');
    await admin.page.getByText('Decision: expected restrict, was none').waitFor();
    await press(admin.page, admin.page.getByRole('button', { name: /^Edit like / }));
    await focus(admin.page, admin.page.getByRole('dialog').getByLabel('Decision'));
    await admin.page.keyboard.type('No a');
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.getByText('1 passed').waitFor();

    await pressOn(admin.page, 'Backtest…');
    await admin.page.getByRole('heading', { name: `Backtest the text of ${key}` }).waitFor();
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.waitForURL(/backtests/);
    await press(admin.page, admin.page.getByRole('button', { name: '1: was Restrict, would be No action' }));
    await admin.page.getByRole('heading', { name: 'Was Restrict, would be No action' }).waitFor();
    await admin.page.getByRole('link', { name: externalId }).waitFor();
    await admin.page.keyboard.press('Escape');
    await admin.page.getByText('Your unsaved changes to v1 were restored.').waitFor();
    await admin.page.getByText('1 passed').waitFor();
    await expect.poll(() => admin.page.getByRole('button', { name: 'Save draft' }).getAttribute('title')).toBeNull();
    await admin.page.keyboard.press('Control+s');
    await admin.page.getByLabel('What the version changes').waitFor();
    await admin.page.keyboard.type('High begins later.');
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.waitForURL(/versions\/2/);
    await admin.page.getByText('High begins later.').waitFor();

    const member = await service.signIn('Mia Member', `${path}/versions/2`);
    await pressOn(member.page, 'Propose to publish');
    await member.page.getByRole('dialog').getByText('1 milder.').waitFor();
    await member.page.getByRole('dialog').getByText(', was 60').waitFor();
    await member.page.keyboard.type('Fewer restrictions, as the backtest shows.');
    await member.page.keyboard.press('Control+Enter');
    await member.page.getByText('Proposed.', { exact: true }).waitFor();

    const owner = await service.signIn('Olivia Owner', `${path}/versions/2`);
    await pressOn(owner.page, 'Approve and publish');
    await owner.page.getByRole('dialog').getByText('1 milder.').waitFor();
    await owner.page.keyboard.type('I looked at the customer.');
    await owner.page.keyboard.press('Control+Enter');
    await owner.page.getByText('Published v2.').waitFor();
    await owner.page.getByText('v2 in force').waitFor();
    await pressOnLink(owner.page, 'Compare');
    await owner.page.getByRole('heading', { name: 'What changed from v1 to v2 (in force)' }).waitFor();
    await owner.page.getByText(', was 60').waitFor();
    expect([...admin.errors, ...member.errors, ...owner.errors]).toEqual([]);
  });
});
