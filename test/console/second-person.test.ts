import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { pressOn } from './by-keyboard.ts';
import { draftPolicy, liveConsole } from './live-console.ts';

/**
 * The controls that one person alone cannot pass, on the whole service. They change settings, so they are those of
 * the other organization.
 */
const live = liveConsole('other');
const observedAt = () => new Date(Date.now() - 60_000).toISOString();

describe.skipIf(!chromiumPath)('controls in the console (needs Chromium)', () => {
  test('rules: an admin proposes to switch one off, and only then the owner can', async () => {
    const { owner, signIn } = live();
    const { revision } = await owner.organization.readSettings();
    const { fourEyes } = await owner.organization.updateSettings({
      body: { fourEyes: { overrides: true, matches: true }, expectedRevision: revision },
    });
    const alone = owner.organization.updateSettings({
      body: { fourEyes: { overrides: false }, expectedRevision: revision + 1 },
    });
    await expect(alone).rejects.toMatchObject({ code: 'second_person_required' });

    const admin = await signIn('Anna Other', '/test/settings');
    await admin.page.getByRole('button', { name: 'Propose to switch off: Creating an override' }).click();
    await admin.page.getByLabel('Reason', { exact: true }).fill('One admin in December.');
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.getByText('Proposed.', { exact: true }).waitFor();
    const other = await signIn('Oscar Other', '/test/settings');
    await other.page.getByText('One admin in December.').waitFor();
    await other.page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await other.page.getByLabel('Your reason').fill('Agreed until January.');
    await other.page.keyboard.press('Control+Enter');
    await other.page.getByText('Switched off.').waitFor();

    const after = await owner.organization.readSettings();
    expect(after.fourEyes).toEqual({ ...fourEyes, overrides: false });
    expect([...admin.errors, ...other.errors]).toEqual([]);
  });

  test('policies: one person proposes a publication, and another approves it by keyboard alone', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { owner } = service;
    const settings = await owner.organization.readSettings();
    const { revision, updatedAt, updatedBy, reasons, ...known } = settings;
    await owner.organization.updateSettings({
      body: { ...known, fourEyes: { ...known.fourEyes, policies: true }, reasons: null, expectedRevision: revision },
    });
    const policy = await draftPolicy(service);
    const path = `/test/policies/${policy.data.key}`;
    const publishedAt = async () => {
      const params = { resource: 'policies', id: policy.id } as const;
      const version = await owner.risk.readRecord({ params });
      return version.resource === 'policies' && version.data.publishedAt;
    };

    const admin = await service.signIn('Anna Other', path);
    await expect.poll(() => admin.page.getByRole('button', { name: 'Propose to publish' }).count()).toBe(1);
    await pressOn(admin.page, 'Propose to publish');
    await admin.page.getByLabel('Reason').waitFor();
    await admin.page.keyboard.type('Stricter for young addresses.');
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.getByText('Proposed.', { exact: true }).waitFor();
    expect(await publishedAt()).toBeNull();

    const other = await service.signIn('Oscar Other', path);
    await other.page.getByText('Stricter for young addresses.').waitFor();
    await pressOn(other.page, 'Approve and publish');
    await other.page.getByLabel('Your reason').waitFor();
    await other.page.keyboard.type('I compared both versions.');
    await other.page.keyboard.press('Control+Enter');
    await other.page.getByText(`Published v${policy.data.version}.`).waitFor();
    expect(await publishedAt()).not.toBeNull();
    expect([...admin.errors, ...other.errors]).toEqual([]);
  });

  test('verification: an admin sees what was read and what failed, and approves with a reason', {
    tags: 'full',
  }, async () => {
    const { owner, backend, signIn } = live();
    const workflow = await owner.verification.createWorkflow({
      body: {
        key: `kyc_${randomUUID().slice(0, 8)}`,
        steps: [
          { key: 'document', type: 'extract', config: {}, outputs: [{ key: 'birth_date', type: 'string' }] },
          { key: 'liveness', type: 'check', config: {}, outputs: [{ key: 'is_live', type: 'boolean' }] },
        ],
      },
    });
    const subject = await backend.risk.createSubject({
      body: { kind: 'person', externalId: randomUUID() },
    });
    const session = await backend.verification.createSession({
      body: { workflowId: workflow.id, riskSubjectId: subject.id },
    });
    const run = await backend.verification.startRun({ params: { id: session.id } });
    const at = { id: session.id, runId: run.id };
    await backend.verification.reportStep({
      params: { ...at, stepKey: 'document' },
      body: { status: 'completed', outputs: { birth_date: '1990-05-17' }, observedAt: observedAt() },
    });
    await backend.verification.reportStep({
      params: { ...at, stepKey: 'liveness' },
      body: { status: 'failed', observedAt: observedAt() },
    });

    const { page, errors } = await signIn('Anna Other', `/test/subjects/${subject.id}/verification`);
    await page.getByText('1990-05-17').waitFor();
    await page.getByText('Failed: liveness').waitFor();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByLabel('Approve although liveness failed').check();
    await page.getByLabel('Reason, also for the failed steps').fill('Seen in a video call.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Approved.', { exact: true }).waitFor();
    await page.getByText(/Approved by .* although liveness failed/).waitFor();

    const { data } = await backend.verification.readRun({ params: at });
    expect(data.decisions).toMatchObject([{ decision: 'approved', acceptedFailedSteps: ['liveness'] }]);
    expect(errors).toEqual([]);
  });
});
