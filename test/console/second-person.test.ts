import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { liveConsole } from './live-console.ts';

/** The controls that one person alone cannot pass, on the whole service. */
const live = liveConsole();
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

    const admin = await signIn('Adam Admin', '/test/settings');
    await admin.page.getByRole('button', { name: 'Propose to switch off: Creating an override' }).click();
    await admin.page.getByLabel('Reason', { exact: true }).fill('One admin in December.');
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.getByText('Proposed.', { exact: true }).waitFor();
    const other = await signIn('Olivia Owner', '/test/settings');
    await other.page.getByText('One admin in December.').waitFor();
    await other.page.getByRole('button', { name: 'Switch off', exact: true }).click();
    await other.page.getByLabel('Your reason').fill('Agreed until January.');
    await other.page.keyboard.press('Control+Enter');
    await other.page.getByText('Switched off.').waitFor();

    const after = await owner.organization.readSettings();
    expect(after.fourEyes).toEqual({ ...fourEyes, overrides: false });
    expect([...admin.errors, ...other.errors]).toEqual([]);
  });

  test('verification: an admin sees what was read and what failed, and approves with a reason', async () => {
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

    const { page, errors } = await signIn('Adam Admin', `/test/subjects/${subject.id}/verification`);
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
