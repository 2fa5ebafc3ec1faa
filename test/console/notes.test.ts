import { describe, expect, test } from 'vitest';
import { chromiumPath } from '#test/support/chromium.ts';
import { fileTypeOf, sizeInWords, whyNotAttach } from '../../console/domain/file-words.ts';
import { mentionedIn, peopleFor, typedMention, withMention } from '../../console/domain/mentions.ts';
import { focus, pressOn } from './by-keyboard.ts';
import { consoleBrowser, expectAccessible } from './console-browser.ts';
import { answers } from './filled.ts';
import { liveConsole, revokeSession, screenedCustomer, signInAgain } from './live-console.ts';

const MIA = { userId: '1', name: 'Mia Member' };
const ADAM = { userId: '2', name: 'Adam Admin' };

test.each([
  ['Ask @mi', 7, { start: 4, word: 'mi' }],
  ['@', 1, { start: 0, word: '' }],
  ['@Mia Mem', 8, { start: 0, word: 'Mia Mem' }],
  ['mia@example.com', 15, undefined],
  ['@mia\nand', 8, undefined],
  ['no one', 6, undefined],
])('mentions: %j with the caret at %i', (text, caret, typed) => {
  expect(typedMention(text, caret)).toEqual(typed);
});

test('mentions: a person is found by any part of the name, and named as long as the text does', () => {
  expect(peopleFor('adm', [MIA, ADAM])).toEqual([ADAM]);
  expect(peopleFor('', [MIA, ADAM])).toEqual([MIA, ADAM]);
  expect(withMention('Ask @ad now', { start: 4, word: 'ad' }, ADAM)).toEqual({
    text: 'Ask @Adam Admin now',
    caret: 16,
  });
  expect(mentionedIn('Ask @Adam Admin', [ADAM, ADAM, MIA])).toEqual(['2']);
});

test.each([
  [{ name: 'a.PDF', size: 10 }, null],
  [{ name: 'a.svg', size: 10 }, /^a\.svg: only PDF/],
  [{ name: 'a.txt', size: 0 }, /is empty/],
  [{ name: 'a.png', size: 11_000_000 }, /larger than 10 MB/],
])('attachments: %j can be attached, or why not', (file, why) => {
  if (why === null) expect(whyNotAttach(file)).toBeNull();
  else expect(whyNotAttach(file)).toMatch(why);
});

test('attachments: size and type in words', () => {
  expect([512, 48_000, 1_300_000].map(sizeInWords)).toEqual(['512 B', '47 KB', '1.2 MB']);
  expect(fileTypeOf('b.jpeg')).toBe('image/jpeg');
});

const browser = consoleBrowser();
const live = liveConsole();

describe.skipIf(!chromiumPath)('notes in the console (needs Chromium)', () => {
  test('notes: an upload that is refused is named, and the text stays', async () => {
    const { page, stub } = await browser.open('/test/inbox', (call) =>
      call.route === 'risk.openAttachment'
        ? { status: 503, body: { code: 'unavailable', detail: 'Object storage is unavailable.' } }
        : answers(call),
    );
    await page.locator('.row.is-active').waitFor();
    await page.keyboard.press('w');
    await page.keyboard.type('See the file.');
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await page.getByText('Object storage is unavailable.').waitFor();
    await expectAccessible(page, 'note with a refused file');
    await page.keyboard.press('Control+Enter');

    expect(stub.calls.filter(({ route }) => route === 'risk.createNote')).toEqual([]);
    await pressOn(page, 'Remove a.txt');
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('See the file.');
  });

  test('notes: a mention and a file are in a note that is sent once, though the session ended while it was typed', async () => {
    const service = live();
    const { externalId, subject } = await screenedCustomer(service);
    // People are known once they have signed in.
    const adam = await service.signIn('Adam Admin', '/test/inbox');
    await adam.page.close();
    const { page, errors } = await service.signIn('Mia Member', `/test/subjects/${subject.id}/notes`);
    await page.getByRole('heading', { name: externalId }).waitFor();
    await pressOn(page, 'Write a note');
    await page.getByRole('dialog', { name: 'Write a note' }).waitFor();
    await page.keyboard.type('Please look, @ad');
    await page.getByRole('option', { name: 'Adam Admin' }).waitFor();
    await expectAccessible(page, 'note with people');
    // Escape closes the list and not the dialog; typing opens it again.
    await page.keyboard.press('Escape');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.type('.');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('@adam');
    await page.getByRole('option', { name: 'Adam Admin' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Please look, @Adam Admin ');
    const content = Buffer.from('%PDF-1.7\nA statement.\n');
    const file = { name: 'Statement.pdf', mimeType: 'application/pdf', buffer: content };
    await page.getByLabel('Files', { exact: true }).setInputFiles(file);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    // The session ends while the note is written, which the person learns when it is sent.
    await revokeSession(page, service);
    await page.keyboard.press('Control+Enter');
    await signInAgain(page, 'Mia Member');
    expect(await page.getByLabel('Note', { exact: true }).inputValue()).toBe('Please look, @Adam Admin ');
    expect((await service.backend.risk.listNotes({ params: { id: subject.id } })).items).toEqual([]);
    await focus(page, page.getByLabel('Note', { exact: true }));
    await page.keyboard.press('Control+Enter');

    const note = page.locator('.note').filter({ hasText: 'Please look' });
    await note.getByText('You mentioned Adam Admin').waitFor();
    const download = page.waitForEvent('download');
    await pressOn(page, 'Download Statement.pdf');
    expect((await download).suggestedFilename()).toBe('Statement.pdf');
    const { items } = await service.backend.risk.listNotes({ params: { id: subject.id } });
    expect(items).toHaveLength(1);
    expect(items[0]?.data).toMatchObject({
      text: 'Please look, @Adam Admin',
      mentions: [expect.any(String)],
      attachments: [{ name: 'Statement.pdf', contentType: 'application/pdf', sizeBytes: content.length }],
    });
    expect(errors, service.cloud.reports().join('\n')).toEqual([]);
  });
});
