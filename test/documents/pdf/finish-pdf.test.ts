import { describe, expect, test } from 'vitest';
import { finishPdf } from '#shared/documents/pdf/finish-pdf.ts';
import { stampPdf } from '#shared/documents/pdf/stamp.ts';
import { printOverlay } from '#shared/documents/printing/typst-overlay.ts';
import { typstPrinter } from '#shared/documents/printing/typst-printer.ts';
import { sha256Hex } from '#shared/platform/canonical-json.ts';
import { checkSeal, SEALED } from './check-seal.ts';
import { anAuditLine, completionFacts } from './completion-facts.ts';
import { A_PNG, aForm, aPdf } from './fixtures.ts';
import { hasPoppler, signaturesIn } from './pixels.ts';
import { aSigner } from './signer.ts';
import { aStamp } from './stamps.ts';
import { readPdf } from './text-places.ts';

const { pageCount: _, originalSha256: __, stampedSha256: ___, ...facts } = completionFacts();
const seal = { reason: 'All have signed.', sealedAt: new Date('2026-03-01T10:20:31Z') };

const finishing = async (original: Uint8Array, stamps = [aStamp({ value: 'Ada 李 علي' })]) => ({
  ...{ original, stamps, facts, seal, printOverlay },
  ...{ print: typstPrinter.print, signer: await aSigner() },
});

describe('a finished document', () => {
  test('has its values, its certificate behind the last page, and a seal that holds', async () => {
    const original = await aForm();
    const stamps = [
      aStamp({ value: 'Ada 李 علي' }),
      aStamp({ value: 'Ada Example', acroFieldName: 'person.name' }),
      aStamp({ fieldType: 'signature', image: A_PNG, yPosition: 400 }),
      aStamp({ fieldType: 'checkbox', value: 'true', yPosition: 500 }),
    ];

    const { pdf, sha256, stampedSha256 } = await finishPdf(await finishing(original, stamps));

    const { texts, pageCount } = await readPdf(pdf);
    const onPage = (page: number) =>
      texts.filter(({ pageNumber }) => pageNumber === page).map(({ text }) => text);
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

  test('states the hash of the file that the stamps alone give', async () => {
    const given = await finishing(await aPdf());

    const { stampedSha256 } = await finishPdf(given);

    const { original: pdf, stamps } = given;
    expect(stampedSha256).toBe(sha256Hex(await stampPdf({ pdf, stamps, printOverlay })));
  });

  test('is the same when it is made again', async () => {
    const original = await aForm();

    const [one, other] = [
      await finishPdf(await finishing(original)),
      await finishPdf(await finishing(original)),
    ];

    expect(one.sha256).toBe(other.sha256);
  });

  test('is on the paper of the original', async () => {
    const finish = async (width: number, height: number) => {
      const { pdf } = await finishPdf(await finishing(await aPdf({ width, height }), []));
      return Buffer.from(pdf)
        .toString('latin1')
        .match(/MediaBox\s*\[\s*0 0 (61[0-9]|59[0-9])/g);
    };

    expect(await finish(792, 612)).toEqual(expect.arrayContaining([expect.stringMatching(/612$/)]));
    expect(await finish(500, 700)).toEqual(expect.arrayContaining([expect.stringMatching(/595$/)]));
  });

  test('has every entry of a long trail', async () => {
    const auditEntries = Array.from({ length: 700 }, (_, index) => anAuditLine(index + 1));
    const given = await finishing(await aPdf(), []);

    const { pdf } = await finishPdf({ ...given, facts: { ...facts, auditEntries } });

    const steps = (await readPdf(pdf)).texts.filter(({ text }) => /^Step \d+$/.test(text));
    expect(steps).toHaveLength(700);
  });

  test('is not made at all where the certificate cannot be printed', async () => {
    const print = async () => ({ code: 'too_many_pages' as const });
    const given = await finishing(await aPdf());

    await expect(finishPdf({ ...given, print })).rejects.toThrow('too_many_pages');
  });
});
