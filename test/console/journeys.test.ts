import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@assay/client';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { INVENTED_LISTS } from '#infra/local/lists.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { focus, press, pressOn, pressOnLink, typeInto } from './by-keyboard.ts';
import { pressInTurn } from './console-browser.ts';
import { draftPolicy, type LiveConsole, liveConsole, screenedCustomer, sentDocument } from './live-console.ts';

const live = liveConsole();

const assessmentsOf = async ({ backend }: LiveConsole, subjectId: string) => {
  const { items } = await backend.risk.listRecords({
    params: { resource: 'assessments' },
    query: { subjectId },
  });
  return items.length;
};

/** Moves to the row of a customer with `j`, as often as needed. */
async function moveTo(page: Page, text: string) {
  for (let press = 0; press < 50; press++) {
    const active = await page.locator('.row.is-active').innerText();
    if (active.includes(text)) return;
    await page.keyboard.press('j');
    await page.waitForTimeout(50);
  }
  throw new Error(`No row has ${text}.`);
}

/** A receiver that fails as often as given, then accepts. */
async function receiver(failures: number) {
  const received: { event: string }[] = [];
  let left = failures;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isFailing = left-- > 0;
      if (!isFailing) received.push(JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(isFailing ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received };
}

/** One page and an attachment that cannot be compressed. */
async function largePdf(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await PDFDocument.create();
  file.addPage();
  await file.attach(randomBytes(5_000_000), 'map.bin');
  return new Uint8Array(await file.save());
}

describe.skipIf(!chromiumPath)('journeys in the console (needs Chromium)', () => {
  test('matches: an admin clears a false positive with two keys; story, reassessment and webhook follow', async () => {
    const service = live();
    const hook = await receiver(0);
    await service.backend.webhooks.createWebhook({ body: { url: hook.url, events: ['risk.*'] } });
    const { externalId, subject, run } = await screenedCustomer(service);
    const before = await assessmentsOf(service, subject.id);

    const { page, errors } = await service.signIn('Adam Admin', '/test/inbox');
    await pressInTurn(page, 'g m');
    await page.getByRole('heading', { name: 'Matches' }).waitFor();
    await moveTo(page, externalId);
    await page.getByRole('heading', { name: new RegExp(externalId) }).waitFor();
    // The open match is part of the address, so a refresh in the middle of the work keeps it.
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/matches\/[0-9a-f-]{36}/);
    await page.reload();
    await page.getByRole('heading', { name: new RegExp(externalId) }).waitFor();
    await page.getByRole('button', { name: 'Only part of the name agrees' }).waitFor();
    await page.keyboard.press('1');
    await page.keyboard.press('f');
    await page.getByText('Not them: Ambrose Tobias QUILLFEATHER.').waitFor();

    const decided = await service.backend.screening.readScreeningRun({ params: { id: run.id } });
    expect(decided.status).toBe('clear');
    expect(decided.decisions.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['false_positive', 'Only part of the name agrees'],
    ]);
    await expect.poll(() => assessmentsOf(service, subject.id)).toBeGreaterThan(before);
    await expect
      .poll(() => hook.received.filter(({ event }) => event === 'risk.assessment.created').length)
      .toBeGreaterThan(1);

    await page.goto(`${service.cloud.baseUrl}/console/test/subjects/${subject.id}/screening`);
    await page.getByText('Not them').waitFor();
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('inbox: a member takes, undoes, takes again and completes work by keyboard alone', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { externalId, subject } = await screenedCustomer(service);
    const statuses = async () => {
      const { items } = await service.backend.risk.listRecords({
        params: { resource: 'actions' },
        query: { subjectId: subject.id },
      });
      return new Set(items.map((item) => (item.resource === 'actions' ? item.data.status : '')));
    };
    const assigneeOf = async () =>
      (await service.backend.risk.readSubjectOverview({ params: { id: subject.id } })).assignee;
    const { page, errors } = await service.signIn('Mia Member', '/test/inbox');
    await moveTo(page, externalId);
    const row = page.locator('.row.is-active', { hasText: externalId });
    await page.keyboard.press('e');
    await row.getByText('Taken').waitFor();
    await row.getByText('You', { exact: true }).waitFor();
    await expect.poll(statuses).toEqual(new Set(['acknowledged']));
    expect(await assigneeOf()).not.toBeNull();
    await page.keyboard.press('u');
    await page.getByText(`Undone: ${externalId}.`).waitFor();
    expect(await statuses()).toEqual(new Set(['requested']));
    expect(await assigneeOf()).toBeNull();

    // A take is sent at once: a reload right after it loses nothing.
    const sent = page.waitForRequest((request) => request.postData()?.includes('acknowledged') ?? false);
    await page.keyboard.press('e');
    await sent;
    await page.reload();
    await expect.poll(statuses).toEqual(new Set(['acknowledged']));
    await moveTo(page, externalId);
    await page.keyboard.press('d');
    await page.getByLabel('What was done').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Limit payouts' }).isChecked()).toBe(true);
    await page.keyboard.type('Reviewed the statements.');
    await page.keyboard.press('Control+Enter');
    await page.getByText(`Completed: ${externalId}`).waitFor();
    await expect.poll(statuses).toEqual(new Set(['completed']));
    await page.getByText(externalId).first().waitFor({ state: 'detached' });
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('inbox: of two people on one subject, the second is told who was first and what they wrote', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { externalId } = await screenedCustomer(service);
    await screenedCustomer(service);
    const mia = await service.signIn('Mia Member', '/test/inbox');
    const adam = await service.signIn('Adam Admin', '/test/inbox');
    await moveTo(mia.page, externalId);
    await moveTo(adam.page, externalId);
    await mia.page.keyboard.press('d');
    await mia.page.getByLabel('What was done').waitFor();
    await mia.page.keyboard.type('Spoke to the customer.');
    // Adam has the dialog open as well when Mia sends hers.
    await adam.page.keyboard.press('d');
    await adam.page.getByLabel('What was done').waitFor();
    await adam.page.keyboard.type('Nothing to see here.');
    await mia.page.keyboard.press('Control+Enter');
    await mia.page.getByText(`Completed: ${externalId}`).waitFor();
    await adam.page.keyboard.press('Control+Enter');
    await adam.page.getByText('Mia Member completed these actions before you: “Spoke to the customer.”').waitFor();
    expect(await adam.page.getByLabel('What was done').inputValue()).toBe('Nothing to see here.');
    await adam.page.keyboard.press('Escape');
    await adam.page.getByText('has left this list').waitFor();
    await adam.page.keyboard.press('d');
    await adam.page.getByText('Move to a row first.').waitFor();
    expect(await adam.page.locator('dialog[open]').count()).toBe(0);
    expect([...mia.errors, ...adam.errors], service.cloud.reports().join('\n')).toEqual([]);
  });

  test('matches: a member proposes and an admin decides the proposal', { tags: 'full' }, async () => {
    const service = live();
    const { externalId, run } = await screenedCustomer(service);
    const member = await service.signIn('Mia Member', '/test/matches');
    await moveTo(member.page, externalId);
    await member.page.getByRole('heading', { name: new RegExp(externalId) }).waitFor();
    await member.page.getByRole('button', { name: 'Only part of the name agrees' }).waitFor();
    await member.page.keyboard.press('1');
    await member.page.keyboard.press('p');
    await member.page.getByText('Proposed: Not them.').waitFor();
    const pending = await service.backend.screening.readScreeningRun({ params: { id: run.id } });
    expect(pending.decisions).toEqual([]);

    const admin = await service.signIn('Adam Admin', '/test/matches?decision=proposed');
    await moveTo(admin.page, externalId);
    await admin.page.getByText('Mia Member').first().waitFor();
    // One key does not accept the words of another person.
    await admin.page.keyboard.press('f');
    await admin.page.getByText('Choose or write a reason first.').first().waitFor();
    await admin.page.keyboard.press('r');
    await admin.page.keyboard.type('The portrait shows someone else.');
    // Own words say no decision; Escape leaves the field, and letters are keys again.
    await admin.page.keyboard.press('Control+Enter');
    await admin.page.getByText('Your own words do not say').waitFor();
    expect((await service.backend.screening.readScreeningRun({ params: { id: run.id } })).decisions).toEqual([]);
    await admin.page.keyboard.press('Escape');
    await admin.page.keyboard.press('f');
    await admin.page.getByText('Not them: Ambrose Tobias QUILLFEATHER.').waitFor();
    const decided = await service.backend.screening.readScreeningRun({ params: { id: run.id } });
    expect(decided.decisions.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['false_positive', 'The portrait shows someone else.'],
    ]);
  });

  test('API keys: an owner creates a key, sees its secret once, and revokes it, by keyboard alone', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { page, errors } = await service.signIn('Olivia Owner', '/test/keys');
    await pressOn(page, 'Create an API key');
    await typeInto(page, 'Name', 'Checkout service');
    await focus(page, page.getByRole('checkbox', { name: 'risk', exact: true }));
    await page.keyboard.press('Space');
    await pressOn(page, 'Create');
    await page.getByRole('heading', { name: 'API key created' }).waitFor();
    const [, secret] = await page.locator('dialog code').allInnerTexts();
    expect(secret?.length).toBeGreaterThan(20);
    await pressOn(page, 'Done');
    expect(await page.getByText(secret ?? '').count()).toBe(0);
    const row = page.getByRole('row', { name: /Checkout service/ }).first();
    await press(page, row.getByRole('button', { name: 'Revoke' }));
    await typeInto(page, 'Reason', 'No longer used.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: /Revoke/ }));
    await row.getByText('Revoked').waitFor();
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('members: an owner invites, changes and disables a person, by keyboard alone', { tags: 'full' }, async () => {
    const service = live();
    const { page, errors } = await service.signIn('Olivia Owner', '/test/members');
    await pressOn(page, 'Invite a member');
    await typeInto(page, 'Name', 'Ines Invited');
    await typeInto(page, 'Email', 'ines@example.com');
    await pressOn(page, 'Invite');
    await page.getByText('Invited ines@example.com.').waitFor();
    const row = page.getByRole('row', { name: /Ines Invited/ });
    await row.getByText('Invited', { exact: true }).waitFor();

    const invited = await service.signIn('Ines Invited, member', '/test/inbox');
    await invited.page.getByRole('heading', { name: 'Inbox' }).waitFor();

    const saved = page.getByText(/^Saved\./);
    const role = row.getByLabel('Role of Ines Invited');
    await focus(page, role);
    await page.keyboard.type('admin');
    await saved.first().waitFor();
    await expect.poll(() => role.inputValue()).toBe('admin');
    await press(page, row.getByRole('button', { name: 'Disable' }));
    await row.getByText('Disabled').waitFor();

    // The account is gone from the sign-in page, and the session ends with its token.
    await invited.page.context().clearCookies();
    await invited.page.evaluate(() => sessionStorage.clear());
    await invited.page.goto(`${service.cloud.baseUrl}/console/test/inbox`);
    await invited.page.getByRole('link', { name: 'Olivia Owner' }).waitFor();
    expect(await invited.page.getByText('Ines Invited').count()).toBe(0);
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('webhooks: a delivery that failed is sent again and arrives, by keyboard alone', { tags: 'full' }, async () => {
    const service = live();
    const hook = await receiver(1);
    const webhook = await service.backend.webhooks.createWebhook({
      body: { url: hook.url, events: ['risk.subject.created'] },
    });
    await service.backend.risk.createSubject({
      body: { kind: 'person', externalId: `cus_${Date.now()}` },
    });
    const deliveries = async () => {
      const { items } = await service.backend.webhooks.listDeliveries({
        params: { id: webhook.id },
      });
      return items.map(({ data }) => [data.status, data.attempts.length]);
    };
    await expect.poll(deliveries).toEqual([['pending', 1]]);
    const { page } = await service.signIn('Adam Admin', `/test/webhooks/${webhook.id}`);
    await pressOn(page, 'Resend failed');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Resend' }));
    await page.getByText(/deliveries are sent again/).waitFor();
    await expect.poll(deliveries).toEqual([['succeeded', 2]]);
    expect(hook.received).toHaveLength(1);
  });

  test('lists: a file that one person uploads is looked at and approved by another, by keyboard alone', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { baseUrl, dev } = service.cloud;
    const admin = createClient({ baseUrl, credentials: { token: dev.tokens.admin }, mode: 'test' });
    const published = readFileSync(join(INVENTED_LISTS, 'idb_sanctions/idb_sanctioned.csv'), 'utf8');
    const row = 'Ms. Paperina Binder,Individual,Spain,Peru,"May 16, 2024",Ongoing, Fraud,IDB,Debarment,,\n';
    await admin.upload.list({
      key: 'idb_sanctions',
      file: new TextEncoder().encode(`${published.trimEnd()}\n${row}`),
      fileName: 'idb_sanctioned.csv',
    });
    const readList = async () => {
      const { items } = await admin.screening.listScreeningSources();
      return items.find(({ key }) => key === 'idb_sanctions');
    };
    await expect.poll(async () => (await readList())?.heldVersions.length).toBe(1);
    const [held] = (await readList())?.heldVersions ?? [];

    const { page, errors } = await service.signIn('Olivia Owner', '/test/lists/idb_sanctions');
    await page.getByText(`Held · ${held?.entryCount} entries`).waitFor();
    await pressOn(page, 'Approve');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.type('Compared with the publication.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Approved. Runs search this version from now on.').waitFor();
    const approved = await readList();
    expect(approved?.heldVersions).toEqual([]);
    expect(approved?.versionId).toBe(held?.versionId);
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('policies: a version is tried on monitored subjects, and rolled out, by keyboard alone', {
    tags: 'full',
  }, async () => {
    const service = live();
    const { owner, backend } = service;
    const draft = await draftPolicy(service);
    const { key, definition } = draft.data;
    const first = await owner.risk.publishPolicy({ params: { id: draft.id } });
    const { id } = await owner.risk.createPolicy({ body: { key, definition } });
    await owner.risk.publishPolicy({ params: { id } });
    const subject = await backend.risk.createSubject({ body: { kind: 'person', externalId: randomUUID() } });
    const params = { id: subject.id };
    await backend.risk.configureMonitoring({ params, body: { policyVersionId: first.id, enabled: true } });

    const { page, errors } = await service.signIn('Adam Admin', `/test/policies/${key}`);
    await page.getByRole('button', { name: 'Roll out…' }).waitFor();
    await pressOn(page, 'Roll out…');
    await page.getByLabel('Instead of').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('table', { name: 'Decisions before and after' }).waitFor();
    await page.getByText('1 subject will be monitored by v2').waitFor();
    await pressOn(page, 'Roll out');
    await page.getByText('1 subject monitored by v2 instead of v1.').waitFor();

    const [monitoring] = await backend.risk.listMonitoring({ params });
    expect(monitoring?.data.policyVersionId).toBe(id);
    expect(errors).toEqual([]);
  });

  test('documents: a sent document is found, followed and voided by keyboard alone', { tags: 'full' }, async () => {
    const service = live();
    const { admin, id, name } = await sentDocument(service);
    const { page, errors } = await service.signIn('Adam Admin', '/test/inbox');
    await pressInTurn(page, 'g d');
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await page.getByText(name).first().waitFor();
    await pressOnLink(page, name);
    await page.getByText('Can sign').waitFor();
    await pressOn(page, 'Void');
    await page.getByLabel('Reason').waitFor();
    await page.keyboard.type('Sent to the wrong address.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The document is voided.').waitFor();
    expect((await admin.documents.readDocument({ params: { id } })).status).toBe('voided');
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });

  test('documents: a PDF that is too large for an answer of the API is read from its bucket', {
    tags: 'full',
  }, async () => {
    const service = live();
    const file = await largePdf();
    const { id } = await service.owner.upload.document({ file, name: 'Land register' });
    const { page, errors } = await service.signIn('Adam Admin', `/test/documents/${id}`);
    await page.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });
});
