import { RawBody } from '#shared/platform/http/response.ts';

export const pdfBody = (pdf: Uint8Array) =>
  new RawBody('application/pdf', pdf, {
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
  });
