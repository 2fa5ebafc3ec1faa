/** Which upload S3 has begun, by its answer. */
export function uploadIdIn(answer: string): string {
  const [, uploadId] = /<UploadId>([^<]+)<\/UploadId>/.exec(answer) ?? [];
  if (uploadId === undefined) throw new Error('S3 began an upload and did not say which.');
  return uploadId;
}

/** Asks for the object that these parts are, by the tags S3 gave them in their order. */
export function completionOf(tags: readonly string[]): string {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
  );
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}
