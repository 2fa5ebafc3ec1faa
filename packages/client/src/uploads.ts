import type { InputOf, ResultOf, WriteOptions } from './call.ts';
import type { Operations } from './generated/api.ts';
import { AssayProblem } from './problem.ts';
import { withRetries } from './retry.ts';
import { type Connection, reached, withoutQuery } from './send.ts';

/** A file in memory. In Node, `openAsBlob` of `node:fs` gives a file on disk without reading it. */
export type FileContent = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

type Documents = Operations['documents'];
type Screening = Operations['screening'];
type WithoutFile<Body> = Body extends { uploadId: string } ? Omit<Body, 'uploadId'> : never;

/** Uploads in one call: each requests an upload URL, sends the file and completes the upload. */
export interface Uploads {
  /** Creates a document from a PDF of up to 20 MB. */
  document(
    input: { file: FileContent } & WithoutFile<InputOf<Documents['createDocument']>['body']> & WriteOptions,
  ): Promise<ResultOf<Documents['createDocument']>>;
  /** Creates a template from a PDF of up to 20 MB. */
  pdfTemplate(
    input: { file: FileContent } & WithoutFile<InputOf<Documents['createPdfTemplate']>['body']> & WriteOptions,
  ): Promise<ResultOf<Documents['createPdfTemplate']>>;
  /** Refreshes a screening list from a file. `fileName` determines the format. */
  list(
    input: { key: string; file: FileContent; fileName: string } & WriteOptions,
  ): Promise<ResultOf<Screening['refreshScreeningSource']>>;
}

/** A presigned URL is valid for 15 minutes. */
const TIMEOUT_MS = 15 * 60_000;

export function uploadsOf(connection: Connection, { documents, screening }: Operations): Uploads {
  const uploadPdf = async (file: FileContent, { signal }: WriteOptions) => {
    const body = { sizeBytes: sizeOf(file) };
    const upload = await documents.openUpload({ body, ...(signal && { signal }) });
    await put(connection, upload, file, signal);
    return upload.uploadId;
  };
  return {
    async document({ file, idempotencyKey, signal, ...rest }) {
      const options = optionsOf({ idempotencyKey, signal });
      const uploadId = await uploadPdf(file, options);
      return documents.createDocument({ ...options, body: { ...rest, uploadId } });
    },
    async pdfTemplate({ file, idempotencyKey, signal, ...rest }) {
      const options = optionsOf({ idempotencyKey, signal });
      const uploadId = await uploadPdf(file, options);
      return documents.createPdfTemplate({ ...options, body: { ...rest, uploadId } });
    },
    async list({ key, file, fileName, idempotencyKey, signal }) {
      const params = { key };
      const body = { fileName, sizeBytes: sizeOf(file) };
      const options = optionsOf({ idempotencyKey, signal });
      const upload = await screening.uploadScreeningFile({
        params,
        body,
        ...(signal && { signal }),
      });
      await put(connection, upload, file, signal);
      const { uploadId } = upload;
      return screening.refreshScreeningSource({
        ...options,
        params,
        body: { upload: { uploadId, fileName } },
      });
    },
  };
}

const optionsOf = ({
  idempotencyKey,
  signal,
}: {
  idempotencyKey: string | undefined;
  signal: AbortSignal | undefined;
}): WriteOptions => ({
  ...(idempotencyKey !== undefined && { idempotencyKey }),
  ...(signal && { signal }),
});

const sizeOf = (file: FileContent) => (file instanceof Blob ? file.size : file.byteLength);

/** Sends the file without credentials. Repeating it stores the same bytes. */
async function put(
  { fetch, retry }: Connection,
  { url, headers }: { url: string; headers: Record<string, string> },
  body: FileContent,
  signal: AbortSignal | undefined,
): Promise<void> {
  // `fetch` sets the length itself; browsers refuse programs that do.
  const { 'content-length': _, ...others } = headers;
  const attempt = () =>
    reached({ method: 'PUT', url: withoutQuery(new URL(url)), timeoutMs: TIMEOUT_MS, signal }, async (ended) => {
      const response = await fetch(url, { method: 'PUT', headers: others, body, signal: ended });
      await response.text();
      if (!response.ok) throw new AssayProblem(response.status, response.headers, REFUSED);
    });
  await withRetries(retry, { send: attempt, isSafe: true, ...(signal && { signal }) });
}

const REFUSED = JSON.stringify({
  code: 'upload_refused',
  detail: 'Object storage refused the file. Request a new upload.',
});
