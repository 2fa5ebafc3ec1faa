import { pageLimit, paging } from '#shared/platform/http/shapes.ts';
import { PAGE_ROWS } from '#shared/platform/store/paging.ts';
import { UPLOAD_BYTES } from '../limits.ts';

/** Query of every list in this module. */
export const listing = { ...paging, limit: pageLimit(PAGE_ROWS) };

/** Overhead of multipart forms: names, content types and boundaries of the parts. */
const FORM_OVERHEAD_BYTES = 16 * 1024;
/** Size limit of a form with a PDF and other parts of `otherBytes`. */
export const formLimit = (otherBytes = 0) => UPLOAD_BYTES + FORM_OVERHEAD_BYTES + otherBytes;

/** Memory for fonts and pages of a document; CPU share grows with memory. */
export const PRINTING = { memoryMb: 1769, timeoutSeconds: 29, isLongWork: true, spends: 'prints' } as const;

/** Redirect for a file that exceeds the response limit, see `file-answer.ts`. */
export const pdfElsewhere =
  'The file is larger than 4 MB. `Location` is its URL, valid for 15 minutes; fetch it without credentials.';

/** A signer names a workflow that cannot check who they are. */
export const unfitWorkflow = {
  unfit_workflow: [422, 'A workflow of an `identityCheck` does not exist, or reads no name from a document.'],
} as const;

export const notDraft = {
  not_a_draft: [409, 'The document has been sent. Only drafts can be changed.'],
} as const;

/** Problem of every request for a signing link. */
export const linksByEmail = {
  links_by_email_only: [
    409,
    'The organization sends signing links by email only (`linksByEmailOnly` of its settings). No link was returned.',
  ],
} as const;

/** Problems of every change to a draft, other than sending or voiding it. */
export const notChangeable = {
  ...notDraft,
  trail_full: [409, 'The audit trail of the draft is full (2,000 entries). Send the draft or create a new one.'],
} as const;

/** Why an uploaded PDF cannot be signed. */
export const unusableFile = {
  body_too_large: [
    413,
    'A form can have about 4 MB. Upload a larger PDF (up to 20 MB) with `POST /documents/uploads`, then send its ' +
      '`uploadId`.',
  ],
  file_too_large: [413, 'The PDF is larger than 20 MB.'],
  no_upload: [422, 'No file has been uploaded for this `uploadId`.'],
  not_a_pdf: [422, 'The file is not a PDF.'],
  encrypted: [422, 'The file is encrypted.'],
  signed: [422, 'The file is already signed. A change would break its signature.'],
  broken: [422, 'The pages of the file cannot be read.'],
  too_many_pages: [422, 'The file has more than 500 pages.'],
  portfolio: [422, 'The file is a portfolio of several files.'],
  multimedia: [422, 'The file has video, sound or 3D content; `detail` names the page.'],
  layers: [
    422,
    'The file has layers that are hidden on screen or depend on the reader; `detail` names one. Visible layers are ' +
      'accepted and become part of the page.',
  ],
  unprintable_form: [422, 'The form of the file contains text that cannot be printed.'],
} as const;
