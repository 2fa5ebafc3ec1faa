import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import type { Stamp } from '#packages/agreements/src/pdf/drawing.ts';
import { inspectPdf } from '#packages/agreements/src/pdf/inspect-pdf.ts';
import { sealPdf } from '#packages/agreements/src/pdf/seal.ts';
import { sealSigner } from '#packages/agreements/src/pdf/sealing/seal-signer.ts';
import { stampPdf } from '#packages/agreements/src/pdf/stamp.ts';
import { printOverlay } from '#packages/agreements/src/printing/typst-overlay.ts';
import { signDigest } from '#packages/local-aws/src/aws/kms.ts';
import { median, report, timeOf } from './support/engines.ts';
import { sized } from './support/size.ts';

/**
 * The cost of finishing a document compared with opening and saving the file alone, and the time and
 * memory that the largest upload needs.
 */
const PAGES = sized(50, 2);
const FIELDS = sized(100, 10);
const LINES_PER_PAGE = 60;
const ROUNDS = sized(7, 1);
const LARGEST_BYTES = sized(20, 1) * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const aSignature = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAC0lEQVR4nGNgwAUAABoAAbw84EEAAAAASUVORK5CYII=',
  'base64',
);

const agreement = await anAgreement();
const stamps = Array.from({ length: FIELDS }, (_, index) => aField(index));
const signer = await aSigner();
const seal = { reason: 'All have signed.', sealedAt: new Date() };

const plainMs = await medianMs(async () => (await PDFDocument.load(agreement)).save());
const stampMs = await medianMs(() => stampPdf({ pdf: agreement, stamps, printOverlay }));
const against = 'opening and saving the same file with pdf-lib';
const unit = 'ms';
report({ name: `open and save ${PAGES} pages`, value: plainMs, unit });
report({ name: `stamp ${FIELDS} fields on ${PAGES} pages`, value: stampMs, unit, against, ratio: stampMs / plainMs });
const stamped = await stampPdf({ pdf: agreement, stamps, printOverlay });
const sealMs = await medianMs(() => sealPdf(stamped, signer, seal));
report({ name: `seal ${PAGES} pages`, value: sealMs, unit, against, ratio: sealMs / plainMs });
const inspectMs = await medianMs(() => inspectPdf(agreement));
report({ name: `inspect ${PAGES} pages`, value: inspectMs, unit, against, ratio: inspectMs / plainMs });

const scans = await aPileOfScans();
const beforeBytes = process.memoryUsage.rss();
report({ name: 'inspect 20 MB', value: await timeOf(() => inspectPdf(scans)), unit });
const finishMs = await timeOf(async () => {
  const pdf = await stampPdf({ pdf: scans, stamps: stamps.slice(0, 10), printOverlay });
  await sealPdf(pdf, signer, seal);
});
report({ name: 'stamp and seal 20 MB', value: finishMs, unit });
const grownBytes = process.memoryUsage.rss() - beforeBytes;
report({
  name: 'memory for 20 MB, beyond what was there',
  value: grownBytes / MEGABYTE,
  unit: 'MB',
});
const rssBytes = process.memoryUsage.rss();
report({ name: 'memory in all', value: rssBytes / MEGABYTE, unit: 'MB' });

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timeOf(work));
  return median(times);
}

async function anAgreement(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= PAGES; number += 1) {
    const page = document.addPage([612, 792]);
    for (let line = 0; line < LINES_PER_PAGE; line += 1)
      page.drawText(`Clause ${number}.${line}: the parties agree as follows, and so on.`, {
        x: 60,
        y: 740 - line * 11,
        size: 10,
        font,
      });
  }
  return document.save();
}

function aField(index: number): Stamp {
  const place = {
    pageNumber: (index % PAGES) + 1,
    xPosition: 300,
    yPosition: 100 + (index % 20) * 30,
    width: 200,
    height: 30,
    multiline: false,
    acroFieldName: null,
    image: null,
  };
  if (index % 4 === 0) return { ...place, fieldType: 'signature', value: 'sha256:', image: aSignature };
  if (index % 4 === 1) return { ...place, fieldType: 'checkbox', value: 'true' };
  return { ...place, fieldType: 'text', value: `Ada Example ${index}` };
}

/** A scanned document: one incompressible picture per page. */
async function aPileOfScans(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const pages = 40;
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([612, 792]);
    const side = Math.floor(Math.sqrt(LARGEST_BYTES / pages / 1.01));
    const image = document.context.stream(randomBytes(side * side), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    });
    const name = page.node.newXObject('Scan', document.context.register(image));
    page.drawText(`Page ${number} ${name}`);
  }
  return document.save();
}

function aSigner() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  return sealSigner({
    publicKey: createPublicKey(pem).export({ format: 'der', type: 'spki' }),
    keyCreatedAt: new Date(),
    organization: undefined,
    certificates: undefined,
    signDigest: async (digest) => signDigest(pem, digest),
  });
}
