/** All buckets and what they hold: data that is too large for a row or is read by ranges. */
export interface BucketDefinition {
  contents: string;
  /** Browsers fetch objects from it, with presigned URLs only. */
  isReadByPages?: boolean;
}

export const buckets = {
  documents: {
    contents: 'printed and uploaded agreements, signatures and sealed files',
    isReadByPages: true,
  },
  lists: { contents: 'published screening lists and their indexes' },
} as const satisfies Record<string, BucketDefinition>;

export type BucketName = keyof typeof buckets;

/** Actions on objects that a function can be granted: IAM actions without the prefix `s3:`. */
export type BucketAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';
