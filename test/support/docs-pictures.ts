import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@assay/client';
import type { DevFile } from '#infra/local/seed.ts';
import { launchChromium } from './chromium.ts';

/**
 * npm run pictures: takes the pictures of the console in `docs/images` from a running `npm start -- --fresh --demo`.
 * They are looked at before they are committed; no test compares them.
 */
const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const dev: DevFile = JSON.parse(readFileSync(fileAt('.local/dev.json'), 'utf8'));
const { baseUrl, tokens } = dev;
const client = createClient({ baseUrl, credentials: { token: tokens.owner }, mode: 'test' });
const { items } = await client.risk.listRecords({
  params: { resource: 'subjects' },
  query: { externalId: 'customer-0007' },
});
const subject = items[0]?.id ?? '';

const PICTURES = {
  'console-inbox': `/inbox?selected=${subject}`,
  'console-overview': '/overview',
  'console-story': `/subjects/${subject}`,
};

const browser = await launchChromium();
const context = await browser.newContext({
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
});
const page = await context.newPage();
await page.goto(`${baseUrl}/console/test/inbox`);
await page.getByRole('link', { name: 'Olivia Owner' }).click();
// The session begins when the console has exchanged the code of the issuer.
await page.waitForURL(`${baseUrl}/console/test/inbox*`);
await page.getByRole('link', { name: 'Subjects' }).first().waitFor();
for (const [name, path] of Object.entries(PICTURES)) {
  await page.goto(`${baseUrl}/console/test${path}`);
  await page.waitForLoadState('networkidle');
  if (path === '/overview') {
    await page.getByRole('button', { name: '90 days' }).click();
    await page.getByRole('heading', { name: 'Opened and closed' }).waitFor();
  }
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: fileAt(`docs/images/${name}.png`) });
  console.log(`docs/images/${name}.png`);
}
await browser.close();
