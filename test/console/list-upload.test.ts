import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { consoleBrowser, expectAccessible, show } from './console-browser.ts';
import { answers } from './filled.ts';
import { ago, HOUR_MS, uuid } from './filled-base.ts';
import { coverage, sources } from './filled-lists.ts';
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

const OWN_KEY = 'own_former_employees';

/** An own list that exists from its creation on, and whose file has been read once `state.isRead`. */
function withOwn(state: { isThere: boolean; isRead: boolean }): Answering {
  const lastUpload = {
    uploadId: UPLOAD,
    fileName: 'staff.csv',
    readAt: ago(0),
    outcome: 'activated',
    entryCount: 2,
    unreadCount: 1,
    unreadRows: [{ line: 4, code: 'no_name', detail: 'The row has no name.' }],
  };
  const event = (type: string, outcome: string | null) => ({
    ...outcomeOf('held', []),
    type,
    outcome,
    fileName: 'staff.csv',
  });
  return (call) => {
    const own = {
      ...sources()[0],
      key: OWN_KEY,
      name: 'Former employees',
      listKind: 'watch',
      entryCount: state.isRead ? 2 : 0,
      versionId: state.isRead ? VERSION : null,
      publisherUrl: null,
      uploads: ['.csv', '.json'].map((end) => ({ nameEndsWith: end, example: `staff${end}` })),
      own: {
        id: uuid(64, 1),
        createdAt: ago(0),
        createdBy: `user:${uuid(62, 1)}`,
        ...(state.isRead && { lastUpload }),
      },
    };
    const target = {
      uploadId: UPLOAD,
      fileName: 'staff.csv',
      method: 'PUT',
      url: `http://${call.headers.host}/files/list.csv`,
      headers: {},
      expiresAt: ago(-HOUR_MS),
    };
    if (call.route === 'screening.listScreeningSources')
      return { body: { items: [...sources(), ...(state.isThere ? [own] : [])] } };
    if (call.route === 'screening.saveOwnList') {
      state.isThere = true;
      return { body: target };
    }
    if (call.route === 'screening.uploadScreeningFile') return { body: target };
    if (call.route === 'screening.deleteOwnList') {
      state.isThere = false;
      return { status: 204 };
    }
    if (call.route === 'screening.listScreeningSourceHistory') {
      const read = state.isRead
        ? [{ ...event('screening.list.activated', 'switched'), id: uuid(63, 2), entryCount: 2 }]
        : [];
      return { body: { items: [...read, event('screening.list.uploaded', null)], nextOffset: null } };
    }
    return answers(call);
  };
}

describe.skipIf(!chromiumPath)('own lists (needs Chromium)', () => {
  test('own list: its columns are mapped before the upload, unreadable rows are named, and its key deletes it', async () => {
    const state = { isThere: false, isRead: false };
    const { page, stub, errors } = await browser.open('/test/lists', withOwn(state));
    await page.route('**/files/list.csv', (route) => route.fulfill({ status: 200, body: '' }));
    const bodyOf = (route: string) => stub.calls.findLast((call) => call.route === route)?.body;

    await page.getByText('Your organization has no list of its own').waitFor();
    await page.getByRole('button', { name: 'Create an own list' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Former employees');
    expect(await dialog.getByLabel('Key', { exact: true }).inputValue()).toBe(OWN_KEY);
    const choose = (name: string, text: string) => dialog.locator('input[type=file]').setInputFiles(file(name, text));
    await choose('staff.xlsx', 'PK');
    await dialog.getByText('staff.xlsx was not sent. The name of a file ends with .csv').waitFor();
    await choose('staff.json', '{"schema":"Person","properties":{"name":["Ada Example"]}}\n');
    await dialog.getByText('Ada Example (Person)').waitFor();
    await choose(
      'staff.csv',
      'Full name;Born;dateOfBirth,\nAda Example;x;1815-12-10\nAmbrose Quillfeather;y;1961\n;z;\n',
    );
    await dialog.getByRole('columnheader', { name: 'Line 2' }).waitFor();
    const send = dialog.getByRole('button', { name: 'Create and upload' });
    const isBlocked = (button: Locator) => expect.poll(() => button.getAttribute('aria-disabled'));
    await isBlocked(send).toBe('true');
    await dialog.getByLabel('Field of Full name').selectOption('name');
    await dialog.getByLabel('Field of Born').selectOption('ignore');
    await expectAccessible(page, 'mapping the columns of an own list');
    await isBlocked(send).toBe('true');
    await dialog.getByLabel('Field of dateOfBirth,').selectOption('dateOfBirth');
    await isBlocked(send).toBe(null);
    await send.click();

    await page.getByText('staff.csv was uploaded and is being read.').waitFor();
    expect(bodyOf('screening.saveOwnList')).toMatchObject({
      name: 'Former employees',
      listKind: 'watch',
      fileName: 'staff.csv',
    });
    expect(bodyOf('screening.refreshScreeningSource')).toEqual({
      upload: {
        uploadId: UPLOAD,
        fileName: 'staff.csv',
        columns: { 'Full name': 'name', Born: 'ignore', 'dateOfBirth,': 'dateOfBirth' },
      },
    });
    state.isRead = true;
    await page.getByText('staff.csv was read with 2 entries. Runs search it from now on.').waitFor();
    await page.getByText('1 row of staff.csv could not be read.').waitFor();
    await page.getByRole('row', { name: '4 The row has no name.' }).waitFor();

    await page.getByRole('button', { name: 'Delete the list' }).click();
    await dialog.getByLabel('Key of the list').fill('own_other');
    const remove = dialog.getByRole('button', { name: 'Delete the list' });
    await isBlocked(remove).toBe('true');
    await dialog.getByLabel('Key of the list').fill(OWN_KEY);
    await remove.click();
    await page.getByText('Your organization has no list of its own').waitFor();
    expect(errors).toEqual([]);
  });
});

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

const DAY = '2026-03-14';

describe.skipIf(!chromiumPath)('attested days of a list (needs Chromium)', () => {
  test('list: keys move through a year, Enter opens a day in words, and t shows the table', async () => {
    const { page, errors } = await browser.open('/test/contexts', answers);
    await show(page, '/test/lists/ofac_sdn');
    const { days } = coverage('ofac_sdn');
    const [last, gap] = [days.at(-1)?.date ?? '', days.at(-38)?.date ?? ''];
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.day);

    await page.locator(`[data-day="${last}"]`).focus();
    for (const key of [...Array(5).fill('ArrowUp'), 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowLeft'])
      await page.keyboard.press(key);
    expect(await focused()).toBe(days.at(-38)?.date);
    await page.keyboard.press('End');
    expect(await focused()).toBe(last);
    await page.keyboard.press('Home');
    expect(await focused()).toBe(days[0]?.date);
    await page.locator(`[data-day="${gap}"]`).press('Enter');

    await expect.poll(() => new URL(page.url()).searchParams.get('day')).toBe(gap);
    for (const words of [
      'Gap of 31 minutes',
      '09:00–24:00: no date',
      '14:30–15:01: the publisher could not be reached',
      '22 confirmations, 1 failed check, the last at 23:30',
      '1,203 of 1,204 watches verified, the last time at 22:31; 1 watch could not be screened',
      '2 incomplete runs, 0 failed runs',
    ])
      await page.getByText(words).waitFor();
    await expectAccessible(page, 'a year of attestations');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth))
      .toBe(true);
    await page.getByRole('button', { name: 'Show table' }).click();
    await page.getByRole('columnheader', { name: 'State' }).waitFor();
    await expectAccessible(page, 'a year of attestations as a table');
    await page.locator('h1').click();
    await page.keyboard.press('t');
    await page.locator(`[data-day="${gap}"]`).waitFor();
    expect(errors).toEqual([]);
  });

  test('list: a year without attestations, a day that is not over and a refused calendar say so', async () => {
    const { page } = await browser.open('/test/contexts', (call) => {
      if (call.route === 'screening.readListCoverage') {
        const { days, ...range } = coverage('ofac_sdn');
        const none = { attested: false, outcome: null, gapMinutes: 0, held: false, stale: false };
        if (call.query.get('until') === DAY)
          return { status: 403, body: { code: 'forbidden', detail: 'Not for you.' } };
        return { body: { ...range, days: days.map(({ date }) => ({ date, ...none })) } };
      }
      if (call.route === 'screening.readScreeningAttestation')
        return { status: 409, body: { code: 'not_attested_yet', detail: 'The day is attested tomorrow.' } };
      return answers(call);
    });
    await show(page, `/test/lists/ofac_sdn?day=${DAY}`);

    await page.getByText('No day of this year has an attestation.').waitFor();
    await page.getByText('The day is attested tomorrow.').waitFor();
    await show(page, `/test/lists/ofac_sdn?until=${DAY}`);
    await page.getByText('Not for you.').waitFor();
  });
});
