/** Every bucket, with what it holds: what is too large for a row, or is read by ranges. */
export interface BucketDefinition {
  holds: string;
  /** Whether pages fetch from it; only somebody with a presigned address gets anything. */
  isReadByPages?: boolean;
}

export const buckets = {
  documents: {
    holds: 'agreements as they were printed or handed in, signatures, and sealed files',
    isReadByPages: true,
  },
  lists: { holds: 'screening lists as they were published, and the indexes made of them' },
} as const satisfies Record<string, BucketDefinition>;

export type BucketName = keyof typeof buckets;

/** What a function may be allowed to do to the objects of a bucket, in IAM's words without the `s3:`. */
export type BucketAction = 'GetObject' | 'PutObject' | 'DeleteObject' | 'ListBucket';
