import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkBlocked, nextStepOf, reminderBlocked } from '#console/screens/documents/next-step.ts';
import { type DocumentRecord, type Signer, stateOf } from '#console/screens/documents/words.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { runs, some } from '#test/support/soak.ts';
import { focus, pressOn, typeInto } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { ago, DAY_MS, HOUR_MS, uuid } from './filled-base.ts';
import { document as lease } from './filled-documents.ts';
import { ID } from './screens.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();
const lease1 = () => lease(ID) as unknown as DocumentRecord;

/** The lease with other values of its second signer. */
function waiting(more: Partial<Signer>, of: Partial<DocumentRecord> = {}) {
  const record = { ...lease1(), ...of };
  const [first, second] = record.signers as [Signer, Signer];
  const signer = { ...second, remindedAt: null, delivery: null, ...more };
  return { signer, document: { ...record, signers: [first, signer] } };
}

describe('what comes next with a document', () => {
  test('the signers of the lowest open order have it since the last signature before them', () => {
    const { signer, document } = waiting({});
    expect(nextStepOf(document)).toEqual({ has: [{ signer, since: document.signers[0]?.completedAt }], next: [] });
    const earlier = {
      ...document,
      signers: document.signers.map((one, at) => ({
        ...one,
        completedAt: null,
        status: at === 0 ? ('ready' as const) : ('waiting' as const),
      })),
    };
    expect(nextStepOf(earlier)).toMatchObject({ has: [{ since: document.sentAt }], next: [{ id: signer.id }] });
  });

  test('an approver approves in turn, and the recipient of a copy has no turn', () => {
    const { document } = waiting({ role: 'approver' });
    const [first, approver] = document.signers as [Signer, Signer];
    const copy: Signer = { ...approver, id: ID, role: 'copy', status: 'waiting', signingOrder: 1 };
    const record = { ...document, signers: [first, approver, copy] };
    expect(nextStepOf(record)).toMatchObject({ has: [{ signer: { id: approver.id } }], next: [] });
    expect(reminderBlocked(copy, record, Date.now())).toBe('A copy is sent once the document is sealed.');
    const words = (signer: Signer) =>
      (['draft', 'sent', 'completed', 'voided'] as const).map((status) => stateOf(signer, { ...record, status }).word);
    expect(words(copy)).toEqual(['Copy when sealed', 'Copy when sealed', 'Copy sent', 'No copy']);
    expect(words({ ...approver, status: 'ready' })).toEqual([
      'Not sent',
      'Can approve',
      'Not approved',
      'Not approved',
    ]);
    expect(words({ ...approver, status: 'waiting' })).toEqual([
      'Not sent',
      'Not their turn',
      'Not approved',
      'Not approved',
    ]);
    expect(stateOf({ ...approver, status: 'completed' }, record).word).toBe('Approved');
  });

  test('a reminder is refused while others sign, after a bounce, and within an hour of an email', () => {
    const blocked = (more: Partial<Signer>, nowMs = Date.now()) => {
      const { signer, document } = waiting(more);
      return reminderBlocked(signer, document, nowMs);
    };
    expect(blocked({})).toBeNull();
    expect(blocked({ status: 'waiting' })).toBe('Others sign first.');
    expect(blocked({ remindedAt: ago(HOUR_MS / 2) })).toBe('Emailed less than an hour ago.');
    const bounced = { delivery: { status: 'bounced', at: ago(DAY_MS), reason: null } } as Partial<Signer>;
    expect(blocked(bounced)).toContain('Correct the signer first.');
    expect(linkBlocked(waiting(bounced).signer)).toBe(blocked(bounced));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * HOUR_MS }), (passedMs) => {
        const remindedAt = new Date(1e12).toISOString();
        const { signer, document } = waiting({ remindedAt, status: 'ready' });
        const [first] = document.signers as [Signer];
        const old = { ...document, sentAt: null, signers: [{ ...first, completedAt: null }, signer] };
        expect(reminderBlocked(signer, old, 1e12 + passedMs) === null).toBe(passedMs >= HOUR_MS);
      }),
      runs(100),
    );
  });
});

describe.skipIf(!chromiumPath)('a document in the console (needs Chromium)', () => {
  test('is followed and acted on by keyboard: remind, correct, new link, expiry, hold, void', async () => {
    const calls: { route: string; body: unknown }[] = [];
    const { document } = waiting({ delivery: { status: 'delivered', at: ago(2 * DAY_MS), reason: null } });
    const record = { ...document, noticesTo: 'mia@example.com', remindAfterDays: 3, remindBeforeExpiryDays: null };
    const answering: Answering = (call) => {
      if (call.route === 'documents.readDocument') return { body: record };
      const isChange = call.route.startsWith('documents.') && !/\.(?:read|list)/.test(call.route);
      if (!isChange) return answers(call);
      calls.push({ route: call.route, body: call.body });
      if (call.route === 'documents.voidDocument')
        return { status: 409, body: { code: 'document_closed', detail: 'The document is already completed.' } };
      const signingUrl = 'https://sign.example.com/sign/sl_test_x';
      return { body: { ...record.signers[1], signingUrl, documentId: ID, document: record } };
    };
    const { page, errors } = await browser.open(`/test/documents/${ID}`, answering);
    await page.getByText('has it since').waitFor();
    await page.getByText('Reminder 3 days after the latest email.').waitFor();
    await page.getByText('Emailed to mia@example.com.').waitFor();
    await expectAccessible(page, 'document');

    await pressOn(page, 'Remind · Ben Example');
    await page.getByText('Ben Example is reminded by email.').waitFor();
    await pressOn(page, 'Correct · Ben Example');
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Correct', exact: true });
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('dialog').getByLabel('Email').fill('ben@example.org');
    await page.keyboard.press('Control+Enter');
    await page.getByText('A new invitation goes to ben@example.org.').waitFor();
    await pressOn(page, 'New link · Ben Example');
    await page.getByText('The link that Ben Example has now stops working.').waitFor();
    await focus(page, page.getByRole('checkbox', { name: 'Show me the link as well' }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await page.getByText('https://sign.example.com/sign/sl_test_x').waitFor();
    await pressOn(page, 'Expiry and reminders');
    await page.getByRole('dialog').getByLabel('Remind after days').fill('');
    await page.getByRole('dialog').getByLabel('Remind days before expiry').fill('2');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressOn(page, 'Place a legal hold');
    await typeInto(page, 'Reason', 'Litigation about the lease.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The legal hold was placed.').waitFor();
    await pressOn(page, 'Void');
    await page.getByText('Ada Example signed already. Those signatures are not sealed.').waitFor();
    await expectAccessible(page, 'dialog to void');
    await typeInto(page, 'Reason', 'Wrong flat.');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByText('The document is already completed.').waitFor();
    expect(calls).toEqual([
      { route: 'documents.remindSigner', body: undefined },
      { route: 'documents.correctSigner', body: { email: 'ben@example.org' } },
      { route: 'documents.issueLink', body: { returnLink: true } },
      { route: 'documents.changeSending', body: { remindAfterDays: null, remindBeforeExpiryDays: 2 } },
      { route: 'documents.setDocumentHold', body: { held: true, reason: 'Litigation about the lease.' } },
      { route: 'documents.voidDocument', body: { reason: 'Wrong flat.' } },
    ]);
    expect(errors).toEqual([]);
  });

  test('names a bounce, and offers to correct the signer on a phone in the dark', async () => {
    const { document: record } = waiting({ delivery: { status: 'bounced', at: ago(DAY_MS), reason: 'mailbox_full' } });
    const { page, errors } = await browser.open(
      `/test/documents/${ID}`,
      (call) => (call.route === 'documents.readDocument' ? { body: record } : answers(call)),
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
    );
    await page.getByText('Email bounced (mailbox full)').waitFor();
    for (const name of ['Remind · Ben Example', 'New link · Ben Example'])
      expect(await page.getByRole('button', { name }).getAttribute('title')).toContain('Correct the signer first.');
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
    );
    expect(fits).toBe(true);
    await expectAccessible(page, 'document on a phone');
    expect(errors).toEqual([]);
  });

  test.each(some([1440, 390], 1))(
    'at %s px: says how far the verification of each signer is, and leads to it',
    async (width) => {
      const identitySession = (name: 'similar' | 'different' | null) => ({
        sessionId: ID,
        workflowKey: 'tenants',
        workflowRevision: 2,
        requestedAt: ago(2 * HOUR_MS),
        result: name && { runId: ID, approvedAt: ago(HOUR_MS), name, steps: [] },
      });
      const check = {
        identityCheck: { workflowId: ID },
        identityVerifiedAt: ago(2 * HOUR_MS),
        status: 'ready' as const,
      };
      const { document: record, signer } = waiting({ ...check, identitySession: null });
      const signers = [null, 'similar', 'different'] as const;
      const document = {
        ...record,
        signers: [
          signer,
          ...signers.map((name, at) => ({ ...signer, id: uuid(32, at), identitySession: identitySession(name) })),
        ],
      };
      const { page, errors } = await browser.open(
        `/test/documents/${ID}`,
        (call) => {
          if (call.route === 'documents.readDocument') return { body: document };
          if (call.route !== 'verification.readSession') return answers(call);
          return { body: { id: ID, resource: 'sessions', data: { riskSubjectId: uuid(33, 1), status: 'completed' } } };
        },
        { viewport: { width, height: 900 } },
      );
      await page.getByText('Verification: not requested by the signer yet').waitFor();
      await page.getByText(/^Verification tenants, revision 2, requested .*: not approved yet/).waitFor();
      await page.getByText(/approved .*, the name is similar/).waitFor();
      expect(await page.getByText(/the name differs: correct the signer/).getAttribute('class')).toBe('text-bad');
      const links = page.getByRole('link', { name: 'Open the verification' });
      await links.nth(2).waitFor();
      expect(await links.count()).toBe(3);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await expectAccessible(page, 'document with verifications');
      await links.first().click();
      await page.waitForURL(new RegExp(`/test/subjects/${uuid(33, 1)}/verification`));
      expect(errors).toEqual([]);
    },
  );
});
