import * as oauth from 'oauth4webapi';

/** The issuer refused a code or a refresh token: only a new sign-in helps. `code` is its `error`. */
export class RefusedByIssuer extends Error {
  override readonly name = 'RefusedByIssuer';
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(`The sign-in was refused: ${description ?? code}`);
    this.code = code;
  }
}

/** The issuer cannot answer now, so the same request may succeed later. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

/** Refusals of the issuer, before its answer is read as a success. */
export async function assertAnswered(response: Response): Promise<void> {
  const { status } = response;
  if (status >= 500 || status === 429) throw new IssuerUnavailable(`The issuer answered ${status}. Try again.`);
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => ({}));
  const { error, error_description: description } = (body ?? {}) as { error?: unknown; error_description?: unknown };
  throw new RefusedByIssuer(
    typeof error === 'string' ? error : String(status),
    typeof description === 'string' ? description : undefined,
  );
}

/** What a check of the library means for the user. Errors of the network stay as they are. */
export function explained(error: unknown): unknown {
  if (error instanceof oauth.AuthorizationResponseError)
    return new RefusedByIssuer(error.error, error.error_description);
  if (!(error instanceof oauth.OperationProcessingError)) return error;
  const sentence = SENTENCES[error.code ?? ''] ?? `The answer of the issuer is not valid: ${error.message}.`;
  return new Error(sentence, { cause: error });
}

const SENTENCES: Record<string, string> = {
  [oauth.JWT_TIMESTAMP_CHECK]: 'The ID token has expired or is not valid yet. Check the clock of this device.',
  [oauth.JWT_CLAIM_COMPARISON]: 'The ID token belongs to another issuer, client or sign-in.',
  [oauth.JSON_ATTRIBUTE_COMPARISON]: 'The discovery document is of another issuer.',
};
