import { CERTIFICATE, keptHeight, lineWidths } from './certificate-layout.ts';
import { isRightToLeft } from './direction.ts';
import type { FamilyKey } from './fonts.ts';
import { filesOf, namesOf, neededFamilies, rightToLeftOrder } from './needed-families.ts';
import { PAGES } from './page.ts';
import type { PageSize, SignaturePlace } from './printer.ts';
import { qrCodeSvg } from './qr-code.ts';
import { runsOf } from './runs.ts';
import { readable } from './text-layer/readable.ts';
import { boxPlaces } from './typst/box-places.ts';
import { CERTIFICATE_PROGRAM } from './typst/certificate-program.ts';
import { typeset } from './typst/typesetting.ts';

/**
 * A line of the certificate. An id is set in monospace and stays on one line if the column is wide
 * enough.
 */
export interface CertificateLine {
  text: string;
  isId?: true;
  /** Every column is wide enough for a time, which is never broken. */
  isTime?: true;
}

export interface CertificateRow {
  label: string;
  lines: readonly CertificateLine[];
}

export interface CertificateSigner {
  heading: string;
  name: string;
  rows: readonly CertificateRow[];
  /** Below the frame, or inside it if there is no image. */
  signature: { caption: string; isSigned: boolean };
}

/** The certificate of completion. Characters without a font must already be spelled out. */
export interface CertificateJob {
  title: string;
  pageSize: PageSize;
  /** Number of document pages before it, whose numbering it continues. */
  pagesBefore: number;
  summary: readonly CertificateRow[];
  signers: readonly CertificateSigner[];
  events: {
    columns: readonly [string, string, string, string];
    rows: readonly (readonly [CertificateLine, CertificateLine, CertificateLine, CertificateLine])[];
  };
  closing: readonly CertificateLine[];
  /** Text of the QR code after the closing lines; null for none. */
  codeOf: string | null;
}

interface PrintedCertificate {
  pdf: Uint8Array;
  /**
   * Where the images go: `role` is the index of the signer, and pages count from the first of the
   * certificate.
   */
  signatures: readonly SignaturePlace[];
}

export type PrintCertificate = (job: CertificateJob) => Promise<PrintedCertificate>;

/**
 * Far more than signers with the longest names need, so that no completion fails because of its
 * certificate.
 */
const MOST_PAGES = 500;

export const printCertificate: PrintCertificate = async (job) => {
  const text = [...textsIn(job), OURS].join(' ');
  const families = neededFamilies(text);
  const codeFamilies = [...new Set<FamilyKey>(['code', ...families])];
  const document = await typeset({
    program: CERTIFICATE_PROGRAM,
    data: JSON.stringify({
      title: job.title,
      firstPage: job.pagesBefore + 1,
      page: PAGES[job.pageSize],
      keptHeight: keptHeight(job.pageSize),
      families: namesOf(families),
      rtlFamilies: namesOf(rightToLeftOrder(families)),
      codeFamilies: namesOf(codeFamilies),
      ...contentOf(job),
      code: job.codeOf === null ? null : qrCodeSvg(job.codeOf),
    }),
    fonts: filesOf(codeFamilies),
    mostPages: MOST_PAGES,
  });
  if (document === 'too_long') throw new Error('The certificate took too long to print.');
  if (document.pageCount > MOST_PAGES) throw new Error('The certificate has too many pages.');
  return {
    pdf: await readable(document.pdf, text),
    signatures: boxPlaces(document.marks).signatures,
  };
};

/** Text that the program itself adds. */
const OURS = 'Signers Events Certificate Page of this file 0123456789 / ·';

function* textsIn({ title, summary, signers, events, closing }: CertificateJob) {
  yield title;
  for (const { heading, name, signature } of signers) yield* [heading, name, signature.caption];
  for (const { label, lines } of [...summary, ...signers.flatMap(({ rows }) => rows)])
    yield* [label, ...lines.map(({ text }) => text)];
  yield* events.columns;
  for (const { text } of [...events.rows.flat(), ...closing]) yield text;
}

function contentOf({ pageSize, summary, signers, events, closing }: CertificateJob) {
  const widths = lineWidths(pageSize);
  const columns = [widths.time, widths.event, widths.actor, widths.address];
  const rows = (of: readonly CertificateRow[], width: number) =>
    of.map(({ label, lines }) => ({ label, lines: lines.map((line) => fitted(line, width)) }));
  return {
    summary: rows(summary, widths.summaryValue),
    signers: signers.map(({ heading, name, signature, ...signer }, index) => ({
      heading,
      name: fitted({ text: name }, widths.signerName, CERTIFICATE.nameSize),
      rows: rows(signer.rows, widths.signerValue),
      signature: { ...signature, key: String(index) },
    })),
    events: {
      columns: events.columns,
      rows: events.rows.map((row) => row.map((line, column) => fitted(line, columns[column] ?? widths.text))),
    },
    closing: closing.map((line) => fitted(line, widths.text)),
  };
}

/** A line with break opportunities in words wider than its column; an id is first set smaller. */
function fitted(line: CertificateLine, width: number, textSize: number = CERTIFICATE.textSize) {
  const { idSize, smallIdSize } = CERTIFICATE;
  const isId = line.isId ?? false;
  const fits = (size: number) => isId && monospaceWidth(line.text) * size <= width;
  const isSmall = isId && !fits(idSize);
  const isWhole = line.isTime ?? (fits(idSize) || fits(smallIdSize));
  const size = isSmall ? smallIdSize : isId ? idSize : textSize;
  const text = isWhole ? line.text : broken(line, { width, size });
  return { text, isId, isWhole, isSmall, isRtl: isRightToLeft(line.text) };
}

const MONOSPACE_EM = 0.6;
const ASCII = /^[\x20-\x7e]*$/;

/** In ems. The table of widths rounds up, which over 64 characters exceeds the column. */
const monospaceWidth = (text: string) => (ASCII.test(text) ? text.length * MONOSPACE_EM : Number.POSITIVE_INFINITY);

const NOWHERE = { line: 1, column: 1 };

const broken = ({ text, isId }: CertificateLine, line: { width: number; size: number }) =>
  runsOf([{ kind: isId ? 'code' : 'text', text, at: NOWHERE }], line)
    .map((run) => run.text)
    .join('');
