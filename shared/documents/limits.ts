/** All limits of the documents specification with their units, then those chosen by us. */
export const TEMPLATE_SOURCE_BYTES = 128 * 1024;
export const TEMPLATE_DATA_BYTES = 128 * 1024;
export const ARRAY_ITEMS = 200;
export const ROLES_PER_TEMPLATE = 8;
export const ROLES_PER_GROUP = 2;
export const OUTPUT_PAGES = 50;
export const ROLE_CHARACTERS = 40;
export const SIGNATURE_LABEL_CHARACTERS = 80;
export const UPLOAD_BYTES = 20 * 1024 * 1024;

/**
 * Four times fifty dense pages of about 5,000 characters: a longer text cannot fit on fifty pages.
 */
export const RENDERED_CHARACTERS = 1_000_000;
export const RENDERED_NODES = 50_000;
export const RENDER_SECONDS = 15;
/** A function's response is at most 6 MB, and base64 adds a third. */
export const OUTPUT_BYTES = 4 * 1024 * 1024;

export const UPLOAD_PAGES = 500;
export const NAME_CHARACTERS = 200;
export const DESCRIPTION_CHARACTERS = 2_000;
export const SIGNERS_PER_DOCUMENT = 20;
export const FIELDS_PER_DOCUMENT = 1_000;
/** Signers are written with their document, and a transaction has at most 100 rows. */
export const FIELDS_PER_TEMPLATE = 80;
/** Smaller boxes cannot be clicked or read: 5 pt are 1.8 mm. */
export const BOX_MINIMUM_POINTS = 5;
export const FIELD_LABEL_CHARACTERS = 200;
export const FIELD_VALUE_CHARACTERS = 10_000;
export const DROPDOWN_OPTIONS = 200;
export const OPTION_CHARACTERS = 200;
export const PATTERN_CHARACTERS = 500;
export const SIGNATURE_IMAGE_BYTES = 512 * 1024;
export const SIGNATURE_IMAGE_PIXELS = 4_000;
/**
 * Maximum length of a typed signature; whether it is legible in its field is checked when it is
 * drawn.
 */
export const TYPED_SIGNATURE_CHARACTERS = 200;
export const LINK_DAYS = 30;
/** How long a link opens a completed document, unless the installation configures another time. */
export const COMPLETED_LINK_DAYS = 90;
/**
 * Entries an audit trail may have while each of these is still allowed. Together they are at most
 * about 5 MB of the 6 MB response limit, and a few seconds of printing. A draft with 1,000 fields
 * leaves room to fill each three times, and filling leaves room for a hundred links and
 * invitations.
 */
export const TRAIL_ENTRIES_TO_CHANGE_DRAFT = 2_000;
export const TRAIL_ENTRIES_TO_FILL = 5_000;
export const TRAIL_ENTRIES_TO_ISSUE_LINK = 5_200;
/** Length in the JSON response. Browsers send 100 to 200 characters, in-app browsers some more. */
export const USER_AGENT_BYTES = 300;
