import { execFileSync, spawnSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { startSigningServer } from '#test/documents/page/signing-server.ts';
import { chromiumPath, launchChromium } from '#test/support/chromium.ts';
import { median, report, timeOf, withEngines } from './support/engines.ts';
import { isSmall, sized, skip } from './support/size.ts';

/** The time to check the seal of the largest file, beside pdfsig in the same run: whole processes, the check alone, and the page. */
const ROUNDS = sized(7, 1);
const CONTENT_BYTES = sized(20, 1) * 1024 * 1024;

const hasPdfsig = spawnSync('pdfsig', ['-v']).error === undefined;
if (!hasPdfsig) skip('pdfsig (Poppler) is not installed.');

const document = await PDFDocument.create();
document
  .addPage()
  .node.set(
    document.context.obj('Scan') as never,
    document.context.register(document.context.stream(randomBytes(CONTENT_BYTES))),
  );
const sealed = await sealPdf(await document.save(), await aSigner(), {
  reason: 'All have signed.',
  sealedAt: new Date(),
});
const folder = mkdtempSync(join(tmpdir(), 'verification-'));
const file = join(folder, 'sealed.pdf');
writeFileSync(file, sealed);

const size = isSmall ? '1 MB' : '20 MB';
const against = 'pdfsig -nocert';
const unit = 'ms';
const times: Record<'alone' | 'command' | 'pdfsig', number[]> = { alone: [], command: [], pdfsig: [] };
const command = ['packages/cli/bin/assay.js', 'documents', 'verify', file];
for (let round = 0; round < ROUNDS; round += 1) {
  times.pdfsig.push(await timeOf(async () => execFileSync('pdfsig', ['-nocert', file])));
  times.command.push(await timeOf(async () => spawnSync(process.execPath, command)));
  times.alone.push(
    await timeOf(async () => {
      if (!checkSeal(sealed)?.digestMatches) throw new Error('The seal does not hold.');
    }),
  );
}
const pdfsigMs = median(times.pdfsig);
report({ name: `${against}, ${size}`, value: pdfsigMs, unit });
report({
  name: `assay documents verify, ${size}`,
  value: median(times.command),
  unit,
  against,
  ratio: median(times.command) / pdfsigMs,
});
report({
  name: `check of the seal alone, ${size}`,
  value: median(times.alone),
  unit,
  against,
  ratio: median(times.alone) / pdfsigMs,
});

/** The page on which anyone can check a file, in Chromium: from the choice of the file to its answer. */
if (chromiumPath) await withEngines(verifyOnPage);
else console.log('Chromium is missing: the page was not measured.');
rmSync(folder, { recursive: true });
process.exit();

async function verifyOnPage(): Promise<void> {
  process.env.RATE_LIMITS = 'off';
  const server = await startSigningServer();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    await page.goto(`${server.origin}/verify`);
    const digest = hash('sha256', sealed);
    const answers: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      // Each file has a name of its own, so that its answer is not taken for that of the one before.
      const name = join(folder, `${round}.pdf`);
      copyFileSync(file, name);
      await page.reload();
      const choice = page.getByLabel('Sealed PDF');
      await choice.waitFor();
      const shown = page.getByRole('status').getByText(digest);
      answers.push(
        await timeOf(async () => {
          await choice.setInputFiles(name);
          await shown.waitFor();
        }),
      );
    }
    // The first one loads the script's parts.
    const pageMs = median(answers.slice(1));
    report({ name: `the page /verify, ${size}`, value: pageMs, unit, against, ratio: pageMs / pdfsigMs });
  } finally {
    await browser.close();
    await server.stop();
  }
}
