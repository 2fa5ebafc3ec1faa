/** A part of an exported file; S3 takes parts of at least 5 MB. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one file: 8 GB. */
export const PARTS_PER_EXPORT = 1_000;
/** How long an exported file can be downloaded. The bucket deletes it then. */
export const EXPORT_DAYS = 7;
