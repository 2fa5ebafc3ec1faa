/** A part of an exported file; S3 takes parts of at least 5 MB. */
export const PART_BYTES = 8 * 1024 * 1024;
/** Parts of one file: 8 GB. */
export const PARTS_PER_EXPORT = 1_000;
/** Lines of records in one file of an evidence pack, before the next begins. */
export const PACK_FILE_BYTES = 4 * 1024 * 1024;
/** Files of one evidence pack: their names and digests are in the row of the job. */
export const PACK_FILES = 1_000;
/** Agreements that one pack has. */
export const PACK_DOCUMENTS = 20;
/** How long an exported file can be downloaded. The bucket deletes it then. */
export const EXPORT_DAYS = 7;
