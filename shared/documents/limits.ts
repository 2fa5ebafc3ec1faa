/** Limits of stored documents, their signers, links and audit trails; `@assay/agreements` has those of their contents. */
export const UPLOAD_BYTES = 20 * 1024 * 1024;
export const NAME_CHARACTERS = 200;
export const DESCRIPTION_CHARACTERS = 2_000;
export const SIGNERS_PER_DOCUMENT = 20;
export const LINK_DAYS = 30;
/** How long a link opens a completed document, unless the installation configures another time. */
export const COMPLETED_LINK_DAYS = 90;
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
