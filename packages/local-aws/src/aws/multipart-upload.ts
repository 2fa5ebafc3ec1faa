/** The `UploadId` of a CreateMultipartUpload response. */
export function uploadIdIn(answer: string): string {
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(answer) ?? [];
  if (uploadId === undefined) throw new Error('The CreateMultipartUpload response has no UploadId.');
  return uploadId;
}

/** Body of a CompleteMultipartUpload request, with the ETags in part order. */
export function completionOf(tags: readonly string[]): string {
  const parts = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}
