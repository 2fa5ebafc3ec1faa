import { Problem } from '@assay/foundation';
import type { HttpRequest } from './request.ts';
import type { Route } from './route.ts';

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;

/**
 * Bodies are uncompressed JSON in UTF-8 (or a form, where the route accepts one). A body without a content type is read
 * as JSON. Any other declaration is refused, even if the bytes happen to be JSON: the caller says that they mean
 * something else.
 */
export function assertReadable({ accepts }: Pick<Route, 'accepts'>, { headers, body }: HttpRequest): void {
  if (body.length === 0) return;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && encoding !== '')
    throw unsupported(`The \`Content-Encoding\` ${shown(encoding)} is not supported. Send the body uncompressed.`);

  const declared = headers['content-type'];
  if (declared === undefined || declared.trim() === '') return;
  const { type, charset } = parseMediaType(declared);
  if (type === 'multipart/form-data' && accepts.includes(type)) return;
  if (!JSON_TYPE.test(type))
    throw unsupported(`The \`Content-Type\` ${shown(type)} is not supported. Use ${accepts.join(' or ')}.`);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw unsupported(`The character set ${shown(charset)} is not supported. Send UTF-8.`);
}

function parseMediaType(declared: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = declared.toLowerCase().split(';');
  const [, charset] =
    /^\s*charset="?([^"]*)"?\s*$/.exec(parameters.find((one) => /^\s*charset=/.test(one)) ?? '') ?? [];
  return { type: type.trim(), charset: charset?.trim() };
}

const unsupported = (detail: string) => new Problem(415, 'unsupported_media_type', detail);

/** Headers of a caller, in an answer to the same caller. */
const shown = (value: string) => `\`${value.slice(0, 100)}\``;
