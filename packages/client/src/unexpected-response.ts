/** The request and the response that an error is about. */
interface Received {
  method: string;
  url: string;
  status: number;
  contentType: string | null;
}

/**
 * A successful response that is not one of the service: a proxy or a sign-in page answered, or `baseUrl` leads to
 * another server. Whether the request had an effect is unknown.
 */
export class AssayUnexpectedResponse extends Error {
  /** Without the query. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;

  constructor({ method, url, status, contentType }: Received, expected: string, cause?: unknown) {
    const found = contentType === null ? 'no content type' : `content type ${contentType}`;
    super(
      `${method} ${url} answered ${status} with ${found}, not with ${expected}. ` +
        'Check `baseUrl`, and whether a proxy answered.',
      cause === undefined ? undefined : { cause },
    );
    this.name = 'AssayUnexpectedResponse';
    this.url = url;
    this.status = status;
    this.contentType = contentType ?? undefined;
  }
}
