/** Every bucket, with what it holds: what is too large for a row, or is read by ranges. */
export interface BucketDefinition {
  holds: string;
  /** Whether pages fetch from it; only somebody with a presigned address gets anything. */
  isReadByPages?: boolean;
}

export const buckets = {
  documents: {
    holds: 'printed and uploaded agreements, signatures and sealed files',
    isReadByPages: true,
  },
  lists: { holds: 'published screening lists and their indexes' },
} as const satisfies Record<string, BucketDefinition>;

export type BucketName = keyof typeof buckets;

/** What a function may be allowed to do to the objects of a bucket, in IAM's words without the `s3:`. */
export type BucketAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';
