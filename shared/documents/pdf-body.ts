import { dispositionOf, safeFileName } from '#shared/platform/http/content-disposition.ts';
import { RawBody } from '#shared/platform/http/response.ts';

/** Shown inline in the browser, with the document's name as file name if it has one. */
export const pdfBody = (pdf: Uint8Array, name?: string) =>
  new RawBody('application/pdf', pdf, {
    'content-disposition': contentDisposition(name),
  });

export const contentDisposition = (name: string | undefined): string =>
  name === undefined ? 'inline' : dispositionOf('inline', `${safeFileName(name) || 'document'}.pdf`);
