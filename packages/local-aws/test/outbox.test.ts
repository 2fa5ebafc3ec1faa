import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerMail } from '../src/aws/mail.ts';

test('outbox: an email is a text file and an HTML file of the same name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  const Content = {
    Simple: {
      Subject: { Data: 'Please sign: Lease' },
      Body: { Text: { Data: 'Hello' }, Html: { Data: '<p>Hello</p>' } },
    },
  };
  const email = {
    FromEmailAddress: 'Assay <no-reply@example.com>',
    Content,
    Destination: { ToAddresses: ['../ada@example.com'] },
  };

  expect(answerMail(folder, Buffer.from(JSON.stringify(email))).status).toBe(200);

  const [html = '', text = ''] = readdirSync(folder).sort();
  expect([html.slice(0, -5), html.slice(-5)]).toEqual([text.slice(0, -4), '.html']);
  expect(readFileSync(join(folder, html), 'utf8')).toBe('<p>Hello</p>');
  expect(readFileSync(join(folder, text), 'utf8')).toMatch(/^Subject: Please sign: Lease\n\nHello$/m);
  rmSync(folder, { recursive: true });
});
