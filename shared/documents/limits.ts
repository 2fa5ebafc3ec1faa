/** Limits of stored documents, their signers, links and audit trails; `@assay/agreements` has those of their contents. */
export const UPLOAD_BYTES = 20 * 1024 * 1024;
export const NAME_CHARACTERS = 200;
export const DESCRIPTION_CHARACTERS = 2_000;
/** An image of a template, as it is sent. */
export const TEMPLATE_IMAGE_BYTES = 1024 * 1024;
/** Earlier revisions of a template that can be read and restored. Deleting a template deletes them in one transaction. */
export const REVISIONS_PER_TEMPLATE = 50;
export const SIGNERS_PER_DOCUMENT = 20;
/** Approvers and recipients of copies of a new document: with the 8 roles that a template can have, they are 20 people. */
export const OTHERS_PER_TEMPLATE = 12;
/**
 * Fields of a new document as JSON. They are written in the transaction of the document, which has at most 4 MB, and returned
 * in one answer, which has at most 6 MB.
 */
export const NEW_FIELDS_BYTES = 3 * 1024 * 1024;
export const LINK_DAYS = 30;
export const EXPIRY_DAYS = 365;
export const REMIND_DAYS = 90;
/** The longest retention: a hundred years. */
export const RETAIN_DAYS = 36_500;
/** Rows of a bulk send, and characters of its file. */
export const BULK_ROWS = 10_000;
export const BULK_CSV_CHARACTERS = 2_000_000;
/** The file with its quotation marks escaped, and headings with their meanings. */
export const BULK_BODY_BYTES = 4_500_000;
/** A cancelled bulk send finishes these. */
export const BULK_ROWS_PER_STEP = 20;
export const BULK_ROWS_AT_ONCE = 4;
/** Rows that were refused and are named in the answer. */
export const BULK_PROBLEMS = 100;
/** The bucket deletes the report then. */
export const BULK_REPORT_DAYS = 7;
/** After this many a signer is reminded only when the sender asks for it. */
export const REMINDERS_PER_SIGNER = 5;
/** A signer gets at most one automatic reminder in this time, whatever becomes due. */
export const REMINDER_GAP_SECONDS = 24 * 60 * 60;
/** A caller can remind a signer this long after the latest email to them. */
export const REQUESTED_REMINDER_GAP_SECONDS = 60 * 60;
/** How often one turn can be handed to another person. */
export const DELEGATIONS_PER_SIGNER = 3;
export const DELEGATION_REASON_CHARACTERS = 500;
/** A code that is emailed to a signer: how long and how often it can be tried. */
export const CODE_SECONDS = 10 * 60;
export const CODE_ATTEMPTS = 5;
/** Codes to one signer; after as many wrong entries with one link it needs a new link. */
export const CODES_PER_HOUR = 5;
export const CODES_PER_LINK = 30;
export const FAILURES_PER_LINK = 15;
/** How long an entered code lets the same browser read and sign, and in how many of them at once. */
export const IDENTITY_SESSION_SECONDS = 4 * 60 * 60;
export const IDENTITY_SESSIONS = 5;
/** How long a link opens a completed document, unless the installation configures another time. */
export const COMPLETED_LINK_DAYS = 90;
/** How long a link works that the signer of an expired one requested, to download the sealed file. */
export const REQUESTED_LINK_DAYS = 7;
/**
 * Entries an audit trail may have while each of these is still allowed. Together they are at most
 * about 5 MB of the 6 MB response limit, and a few seconds of printing. A draft with 1,000 fields
 * leaves room to fill each three times, and filling leaves room for sixty links, each with its
 * hand-out and invitation.
 */
export const TRAIL_ENTRIES_TO_CHANGE_DRAFT = 2_000;
export const TRAIL_ENTRIES_TO_FILL = 5_000;
export const TRAIL_ENTRIES_TO_ISSUE_LINK = 5_200;
/** Length in the JSON response. Browsers send 100 to 200 characters, in-app browsers some more. */
export const USER_AGENT_BYTES = 300;
