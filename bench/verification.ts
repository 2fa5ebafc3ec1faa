import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { checkSeal } from '#packages/agreements/src/pdf/check-seal.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { aSigner } from '#packages/agreements/test/pdf/signer.ts';
import { median, report, timeOf } from './support/engines.ts';
import { isSmall, sized, skip } from './support/size.ts';

/** The time to check the seal of the largest file, beside pdfsig in the same run: whole processes, and the check alone. */
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
rmSync(folder, { recursive: true });
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
