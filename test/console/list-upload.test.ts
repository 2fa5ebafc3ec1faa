import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers } from './filled.ts';
import { ago, HOUR_MS, uuid } from './filled-base.ts';
import { sources } from './filled-lists.ts';
import type { Answering } from './stub-service.ts';

const browser = consoleBrowser();

const UPLOAD = uuid(60, 1);
const VERSION = uuid(61, 1);
const held = {
  versionId: VERSION,
  publishedAt: '2026-03-14',
  builtAt: ago(HOUR_MS),
  origin: 'upload',
  uploadedBy: `user:${uuid(62, 1)}`,
  entryCount: 812,
  droppedEntries: 0,
  counts: { person: 800, entity: 12, vessel: 0, aircraft: 0 },
  reasons: ['approval_required', 'shrunk'],
};
const outcomeOf = (outcome: string, reasons: readonly string[]) => ({
  id: uuid(63, 1),
  type: outcome === 'held' ? 'screening.list.held' : 'screening.list.refused',
  outcome,
  occurredAt: ago(0),
  actor: `user:${uuid(62, 1)}`,
  versionId: outcome === 'held' ? VERSION : null,
  origin: 'upload',
  publishedAt: null,
  digest: null,
  entryCount: outcome === 'held' ? held.entryCount : null,
  counts: null,
  added: null,
  removed: null,
  changed: null,
  reasons,
  uploadId: UPLOAD,
  fileName: 'list.csv',
  sizeBytes: 4,
  reason: null,
});

/** A list whose file has been read once `state.isRead`. */
const withList =
  (state: { isRead: boolean }, outcome = outcomeOf('held', held.reasons)): Answering =>
  (call) => {
    const heldVersions = state.isRead && outcome.outcome === 'held' ? [held] : [];
    if (call.route === 'screening.listScreeningSources')
      return { body: { items: sources().map((one) => ({ ...one, heldVersions })), nextOffset: null } };
    if (call.route === 'screening.listScreeningSourceHistory')
      return { body: { items: state.isRead ? [outcome] : [], nextOffset: null } };
    if (call.route === 'screening.uploadScreeningFile')
      return {
        body: {
          uploadId: UPLOAD,
          fileName: 'list.csv',
          method: 'PUT',
          url: `http://${call.headers.host}/files/list.csv`,
          headers: {},
          expiresAt: ago(-HOUR_MS),
        },
      };
    return answers(call);
  };

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

async function opened(answering: Answering) {
  const opened = await browser.open('/test/contexts', answering);
  await opened.page.route('**/files/list.csv', (route) => route.fulfill({ status: 200, body: '' }));
  await show(opened.page, '/test/lists/ofac_sdn');
  const choose = (name: string, text: string) =>
    opened.page.locator('input[type=file]').setInputFiles(file(name, text));
  const sent = () => opened.stub.calls.filter(({ route }) => route === 'screening.uploadScreeningFile').length;
  return { ...opened, choose, sent };
}

describe.skipIf(!chromiumPath)('uploading a list (needs Chromium)', () => {
  test('list: a file of another name and an empty one are refused before they are sent', async () => {
    const { page, choose, sent } = await opened(withList({ isRead: false }));

    await choose('photo of me.png', 'not a list');
    await page
      .getByText('photo of me.png is not a file of this list, so it was not sent. Expected: list.csv.')
      .waitFor();
    await choose('list.csv', '');
    await page.getByText('list.csv is empty. It was not sent.').waitFor();

    expect(sent()).toBe(0);
  });

  test('list: the held version appears by itself once the file is read, and approving shows its effect', async () => {
    const state = { isRead: false };
    const { page, choose, sent, errors } = await opened(withList(state));

    await choose('LIST.CSV', 'rows');
    await page.getByText('LIST.CSV was uploaded and is being read.').waitFor();
    expect(sent()).toBe(1);
    state.isRead = true;
    await page.getByText('LIST.CSV was read with 812 entries. It waits for approval above.').waitFor();
    await page.getByText('Held · 812 entries').waitFor();

    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('812 entries, where the active version has 13,821 entries.').waitFor();
    await dialog.getByText('It has more than 20 % fewer entries than the active version.').waitFor();
    await dialog.getByText(/\d+ added/).waitFor();
    await expectAccessible(page, 'approving a version');
    expect(errors).toEqual([]);
  });

  test('list: a file that cannot be read is reported with its name and the reason, also in the history', async () => {
    const state = { isRead: false };
    const { page, choose } = await opened(withList(state, outcomeOf('failed', ['unreadable_truncated'])));

    await choose('list.csv', 'rows');
    state.isRead = true;

    await page.getByText('list.csv was refused. The file cannot be read: it breaks off.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'list.csv' }).getByText('it breaks off').waitFor();
  });
});
