/** All buckets and what they hold: data that is too large for a row or is read by ranges. */
export interface BucketDefinition {
  contents: string;
  /** Browsers fetch objects from it, with presigned URLs only. */
  isReadByPages?: boolean;
  /** Objects below it are written once and never replaced. Most are named by the digest of their content. */
  writtenOnce?: `${string}/`;
  /** Objects are deleted after this time, and cannot be recovered for long. */
  expiresAfterDays?: number;
  /** Holds files of the build, which are public: no function needs the data key for them, and no restore copies them. */
  isPublic?: boolean;
}

export const buckets = {
  documents: {
    contents: 'printed and uploaded agreements, signatures and sealed files, and files of notes',
    isReadByPages: true,
    writtenOnce: 'documents/',
  },
  lists: { contents: 'published screening lists and their indexes' },
  exports: { contents: 'exported files', isReadByPages: true, expiresAfterDays: 7 },
  batches: {
    contents: 'rows and results of screening batches, encrypted with a key of each batch',
    expiresAfterDays: 91,
  },
  console: { contents: 'files of the web console, of all builds that were deployed', isPublic: true },
} as const satisfies Record<string, BucketDefinition>;

export type BucketName = keyof typeof buckets;

export const isPublicBucket = (name: BucketName) => {
  const { isPublic = false }: BucketDefinition = buckets[name];
  return isPublic;
};

/** Whether an object of this name is never replaced. */
export const isWrittenOnce = (name: BucketName, key: string) => {
  const { writtenOnce }: BucketDefinition = buckets[name];
  return writtenOnce !== undefined && key.startsWith(writtenOnce);
};

/**
 * Actions on objects that a function can be granted: IAM actions without the prefix `s3:`. A function that writes
 * names where, so that one that reads files of strangers cannot write elsewhere.
 */
export type BucketAction = 'GetObject' | `PutObject ${string}/*` | 'DeleteObject' | 'ListBucket';
