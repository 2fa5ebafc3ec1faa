/** Every number of the documents specification, with its unit; then those we had to choose. */
export const TEMPLATE_SOURCE_BYTES = 128 * 1024;
export const TEMPLATE_DATA_BYTES = 128 * 1024;
export const ARRAY_ITEMS = 200;
export const ROLES_PER_TEMPLATE = 8;
export const ROLES_PER_GROUP = 2;
export const OUTPUT_PAGES = 50;
export const ROLE_CHARACTERS = 40;
export const SIGNATURE_LABEL_CHARACTERS = 80;
export const UPLOAD_BYTES = 20 * 1024 * 1024;

/** A page of dense text has some 5,000 characters; four times fifty of them cannot fit fifty pages. */
export const RENDERED_CHARACTERS = 1_000_000;
export const RENDERED_NODES = 50_000;
export const RENDER_SECONDS = 15;
/** What a function can answer with is 6 MB, of which base64 takes a third. */
export const OUTPUT_BYTES = 4 * 1024 * 1024;

export const UPLOAD_PAGES = 500;
export const NAME_CHARACTERS = 200;
export const DESCRIPTION_CHARACTERS = 2_000;
export const SIGNERS_PER_DOCUMENT = 20;
export const FIELDS_PER_DOCUMENT = 1_000;
/** They are written with their document, and a transaction takes a hundred rows. */
export const FIELDS_PER_TEMPLATE = 80;
/** Smaller boxes can neither be clicked nor read: 5 pt are 1.8 mm. */
export const BOX_MINIMUM_POINTS = 5;
export const FIELD_LABEL_CHARACTERS = 200;
export const FIELD_VALUE_CHARACTERS = 10_000;
export const DROPDOWN_OPTIONS = 200;
export const OPTION_CHARACTERS = 200;
export const PATTERN_CHARACTERS = 500;
export const SIGNATURE_IMAGE_BYTES = 512 * 1024;
export const SIGNATURE_IMAGE_PIXELS = 4_000;
/** A longer name is no signature; whether it can be read in its field is checked when it is drawn. */
export const TYPED_SIGNATURE_CHARACTERS = 200;
export const LINK_DAYS = 30;
/** How long a link opens a completed document, unless the installation says otherwise. */
export const COMPLETED_LINK_DAYS = 90;
/**
 * Entries an audit trail may have for each of these still to be taken. Together they are at most some 5 MB
 * of the 6 MB a function can answer with, and a few seconds of printing. A draft of 1,000 fields leaves room
 * to fill each of them three times, and who fills leaves room for a hundred links and their invitations.
 */
export const TRAIL_ENTRIES_TO_CHANGE_DRAFT = 2_000;
export const TRAIL_ENTRIES_TO_FILL = 5_000;
export const TRAIL_ENTRIES_TO_ISSUE_LINK = 5_200;
/** As an answer spells it. Browsers take 100 to 200, those within other apps some more. */
export const USER_AGENT_BYTES = 300;
