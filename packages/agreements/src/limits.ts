/** Limits of templates, fields, signatures and files: first those of the API, then those that bound the work. */
export const TEMPLATE_SOURCE_BYTES = 128 * 1024;
export const TEMPLATE_DATA_BYTES = 128 * 1024;
export const ARRAY_ITEMS = 200;
export const ROLES_PER_TEMPLATE = 8;
export const ROLES_PER_GROUP = 2;
/** Templates of one document. */
export const TEMPLATES_PER_BUNDLE = 10;
export const OUTPUT_PAGES = 50;
export const IMAGES_PER_TEMPLATE = 10;
export const IMAGE_NAME_CHARACTERS = 40;
/** Each image may be shown several times. */
export const IMAGES_PER_DOCUMENT = 200;
export const ROLE_CHARACTERS = 40;
export const SIGNATURE_LABEL_CHARACTERS = 80;

/**
 * Four times fifty dense pages of about 5,000 characters: a longer text cannot fit on fifty pages.
 */
export const RENDERED_CHARACTERS = 1_000_000;
export const RENDERED_NODES = 50_000;
export const RENDER_SECONDS = 15;
/** A function's response is at most 6 MB, and base64 adds a third. */
export const OUTPUT_BYTES = 4 * 1024 * 1024;

export const UPLOAD_PAGES = 500;
export const FIELDS_PER_DOCUMENT = 1_000;
/** Of a document with one signature block for every role. */
export const FIELDS_PER_TEMPLATE = FIELDS_PER_DOCUMENT - ROLES_PER_TEMPLATE;
/** Smaller boxes cannot be clicked or read: 5 pt are 1.8 mm. */
export const BOX_MINIMUM_POINTS = 5;
export const FIELD_LABEL_CHARACTERS = 200;
export const FIELD_VALUE_CHARACTERS = 10_000;
export const DROPDOWN_OPTIONS = 200;
export const OPTION_CHARACTERS = 200;
export const PATTERN_CHARACTERS = 500;
export const SIGNATURE_IMAGE_BYTES = 512 * 1024;
export const SIGNATURE_IMAGE_SIDE_PIXELS = 4_000;
/** The signing page sends at most 1,600 x 1,600; decoding costs memory and time per pixel. */
export const SIGNATURE_IMAGE_PIXELS = 4_000_000;
/**
 * Maximum length of a typed signature; whether it is legible in its field is checked when it is
 * drawn.
 */
export const TYPED_SIGNATURE_CHARACTERS = 200;
