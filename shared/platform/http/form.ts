import { invalid, tooLarge } from '@assay/foundation';
import { canonicalJson, sha256Hex } from '@assay/foundation/canonical-json';
import type { HttpRequest } from './request.ts';
import type { Route } from './route.ts';

/** The parts of a form by name, and a digest that does not depend on the boundary. */
export interface Form {
  members: Record<string, string | File>;
  digest: string;
}

/** Undefined if the body is not a form or the route does not accept forms. */
export async function formOf(
  { accepts, bodyLimitBytes, problems }: Pick<Route, 'accepts' | 'bodyLimitBytes' | 'problems'>,
  { headers, body }: HttpRequest,
): Promise<Form | undefined> {
  const contentType = headers['content-type'] ?? '';
  if (!accepts.includes('multipart/form-data')) return undefined;
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined;
  if (body.length > bodyLimitBytes)
    throw tooLarge(
      'body_too_large',
      problems.body_too_large?.[1] ?? `The body may have at most ${bodyLimitBytes} bytes.`,
    );

  const parts = await read(body, contentType);
  const members = Object.fromEntries(parts);
  if (Object.keys(members).length < parts.length) throw invalid('invalid_body', 'A part of the form is repeated.');
  const digests = await Promise.all(
    parts.map(async ([name, part]) => [name, typeof part === 'string' ? part : await digestOf(part)]),
  );
  return { members, digest: sha256Hex(canonicalJson(Object.fromEntries(digests))) };
}

async function read(body: Uint8Array, contentType: string): Promise<[string, string | File][]> {
  const response = new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': contentType },
  });
  try {
    return [...(await response.formData())] as [string, string | File][];
  } catch {
    throw invalid('invalid_form', 'The body is not a well-formed multipart form.');
  }
}

const digestOf = async (file: File) => sha256Hex(new Uint8Array(await file.arrayBuffer()));
