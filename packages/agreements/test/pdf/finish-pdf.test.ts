import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../foundation/src/canonical-json.ts';
import { checkSeal } from '../../src/pdf/check-seal.ts';
import { finishPdf } from '../../src/pdf/finish-pdf.ts';
import { stampPdf } from '../../src/pdf/stamp.ts';
import type { SignaturePlace } from '../../src/printing/printer.ts';
import { printCertificate } from '../../src/printing/typst-certificate.ts';
import { printOverlay } from '../../src/printing/typst-overlay.ts';
import { aCompletedSigner, completionFacts } from './completion-facts.ts';
import { A_PNG, ANOTHER_PNG, aForm, aPdf } from './fixtures.ts';
import { darkBox, hasPoppler, type Picture, picturesOf, signaturesIn } from './pixels.ts';
import { SEALED } from './sealed.ts';
import { aSigner } from './signer.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

const { pageCount: _, originalSha256: __, stampedSha256: ___, seal: ____, ...facts } = completionFacts();
const seal = { reason: 'All have signed.', sealedAt: new Date('2026-03-01T10:20:31Z') };

const finishing = async (original: Uint8Array, stamps = [aStamp({ value: 'Ada 李 علي' })]) => ({
  original,
  stamps,
  facts,
  seal,
  printOverlay,
  printCertificate,
  signer: await aSigner(),
});

const A_TYPED_SIGNATURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100"><path fill="#000000" d="M0 0L200 0L200 100L0 100Z"/></svg>',
);

/** The part of a page inside a frame, with a point of room on every side. */
function cut({ width, pixels }: Picture, place: SignaturePlace): Picture {
  const [left, top] = [Math.floor(place.xPosition) - 1, Math.floor(place.yPosition) - 1];
  const size = { width: Math.ceil(place.width) + 2, height: Math.ceil(place.height) + 2 };
  const rows = Array.from({ length: size.height }, (_, row) => {
    const start = (top + row) * width + left;
    return [...pixels.subarray(start, start + size.width)];
  });
  return { ...size, pixels: Uint8Array.from(rows.flat()) };
}

describe('a finished document', () => {
  test('has its values, the certificate after the last page, and a valid seal', async () => {
    const original = await aForm();
    const stamps = [
      aStamp({ value: 'Ada 李 علي' }),
      aStamp({ value: 'Ada Example', acroFieldName: 'person.name' }),
      aStamp({ fieldType: 'signature', image: A_PNG, yPosition: 400 }),
      aStamp({ fieldType: 'checkbox', value: 'true', yPosition: 500 }),
    ];

    const { pdf, sha256, stampedSha256 } = await finishPdf(await finishing(original, stamps));

    const { texts, pageCount } = await readPdf(pdf);
    const onPage = (page: number) => texts.filter(({ pageNumber }) => pageNumber === page).map(({ text }) => text);
    expect(onPage(1)).toContain('Ada Example');
    expect(onPage(1).join('')).toContain('李');
    expect(onPage(3)[0]).toBe('Certificate of completion');
    const certificate = onPage(3).join('');
    expect(certificate).toContain(sha256Hex(original).slice(0, 20));
    expect(certificate).toContain(stampedSha256.slice(0, 20));
    expect(pageCount).toBe(3);
    expect(sha256).toBe(sha256Hex(pdf));
    expect(checkSeal(pdf)).toMatchObject(SEALED);
    if (hasPoppler) expect(signaturesIn(pdf)).toContain('Signature is Valid.');
  });

  test('states the hash of the stamped file', async () => {
    const given = await finishing(await aPdf());

    const { stampedSha256 } = await finishPdf(given);

    const { original: pdf, stamps } = given;
    expect(stampedSha256).toBe(sha256Hex(await stampPdf({ pdf, stamps, printOverlay })));
  });

  test('is deterministic', async () => {
    const original = await aForm();

    const [one, other] = [await finishPdf(await finishing(original)), await finishPdf(await finishing(original))];

    expect(one.sha256).toBe(other.sha256);
  });

  test('has the paper size of the original', async () => {
    const finish = async (width: number, height: number) => {
      const { pdf } = await finishPdf(await finishing(await aPdf({ width, height }), []));
      return Buffer.from(pdf)
        .toString('latin1')
        .match(/MediaBox\s*\[\s*0 0 (61[0-9]|59[0-9])/g);
    };

    expect(await finish(792, 612)).toEqual(expect.arrayContaining([expect.stringMatching(/612$/)]));
    expect(await finish(500, 700)).toEqual(expect.arrayContaining([expect.stringMatching(/595$/)]));
  });

  test('continues the page numbers of the document on the certificate', async () => {
    const signers = Array.from({ length: 6 }, () => aCompletedSigner());
    const given = await finishing(await aPdf({}, {}, {}), []);

    const { pdf } = await finishPdf({ ...given, facts: { ...facts, signers } });

    const { texts, pageCount } = await readPdf(pdf);
    expect(pageCount).toBeGreaterThan(4);
    for (let page = 4; page <= pageCount; page += 1) {
      const words = texts.filter(({ pageNumber }) => pageNumber === page).map(({ text }) => text);
      expect(words.join(' ')).toMatch(new RegExp(`Page ${page} of ${pageCount} of this file$`));
    }
  });

  test('reuses the image of a stamped signature on the certificate', async () => {
    const stamps = [aStamp({ fieldType: 'signature', image: A_PNG })];
    const signers = [
      aCompletedSigner({ signature: { kind: 'signature', image: A_PNG } }),
      aCompletedSigner({ signature: { kind: 'initials', image: ANOTHER_PNG } }),
      aCompletedSigner({ signature: null }),
    ];
    const given = await finishing(await aPdf(), stamps);

    const { pdf } = await finishPdf({ ...given, facts: { ...facts, signers } });

    const images = Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Subtype \/Image/g);
    expect(images).toHaveLength(2);
    const words = (await readPdf(pdf)).texts.map(({ text }) => text);
    for (const caption of ['Signature', 'Initials', 'No signature field'])
      expect(words.filter((word) => word === caption)).toHaveLength(1);
  });

  test.runIf(hasPoppler)('has a typed signature within its frame (needs Poppler)', async () => {
    const certificate = async (signature: Uint8Array | null) => {
      const signers = [aCompletedSigner({ signature: signature && { kind: 'signature', image: signature } })];
      let places: Awaited<ReturnType<typeof printCertificate>>['signatures'] = [];
      const { pdf } = await finishPdf({
        ...(await finishing(await aPdf(), [])),
        facts: { ...facts, signers },
        printCertificate: async (job) => {
          const printed = await printCertificate(job);
          places = printed.signatures;
          return printed;
        },
      });
      const [place] = places;
      const [, page] = picturesOf(pdf);
      if (!place || !page) throw new Error('The certificate has no page or no frame.');
      return { place, box: darkBox(cut(page, place)) };
    };

    const { place, box } = await certificate(A_TYPED_SIGNATURE);

    // Twice as wide as high and centred: as high as the frame allows.
    expect(box?.height).toBeGreaterThan(place.height - 3);
    expect(box?.width).toBeGreaterThan(2 * place.height - 3);
    expect(box?.width).toBeLessThan(2 * place.height + 3);
    expect((await certificate(A_PNG)).box?.height).toBeGreaterThan(place.height - 3);
  });

  test('is not created if the certificate cannot be printed', async () => {
    const failing = async () => Promise.reject(new Error('The certificate took too long to print.'));
    const given = await finishing(await aPdf());

    await expect(finishPdf({ ...given, printCertificate: failing })).rejects.toThrow('too long');
  });
});
