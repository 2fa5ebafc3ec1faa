import { LANGUAGE_CODES } from '@assay/signing-page';
import * as z from 'zod';
import { CONTENT_TYPES, OTHER_CONTENT_TYPE } from '#shared/platform/http/content-types.ts';
import { defineRoutes, get } from '#shared/platform/http/route.ts';

const { js, css, woff2, ttf, wasm } = CONTENT_TYPES;

const LinkToken = z
  .string()
  .regex(/^[\w.-]{1,200}$/)
  .meta({ examples: ['sgn_4f1c2b9a4e00'] });

/** The digest of all files of the page, so that browsers can cache them indefinitely. */
const Build = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .meta({ examples: ['9f86d081884c7d65'] });

const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,80}$/)
  .meta({ examples: ['page.css'] });

/**
 * Static files for the signer's browser. They contain no document data; the page requests that
 * separately.
 */
export const pageRoutes = defineRoutes('documents', {
  readSigningPage: get('/sign/{token}', 'public', z.string(), {
    summary: 'Show the signing page',
    description:
      'The page is the same for every link, valid or not, except for a session that its script sends back, so that ' +
      'the audit trail can tell the page from other clients. Pages of the service and of allowed origins can ' +
      'embed it with `assay-sign.js`, which reports events of the page.',
    params: { token: LinkToken },
    query: z.strictObject({
      lang: z
        .enum(LANGUAGE_CODES)
        .optional()
        .describe('Language of the page, in place of the sender’s choice and `Accept-Language`.'),
    }),
    contentType: 'text/html; charset=utf-8',
    uses: { signingPage: true, masterSecret: true },
  }),
  readSigningAsset: get('/sign/assets/{build}/{file}', 'public', z.string(), {
    summary: 'Read a file of the signing page',
    params: { build: Build, file: FileName },
    contentType: js,
    otherContentTypes: [css, woff2, ttf, wasm, OTHER_CONTENT_TYPE],
    problems: { not_found: [404, 'The file does not exist.'] },
  }),
  readVerifyPage: get('//verify', 'public', z.string(), {
    summary: 'Show the page that checks sealed documents',
    description:
      'Its script computes the SHA-256 of a file in the browser and asks `GET /documents/sealed/{reference}/{sha256}` ' +
      'about it. The file stays on the device.',
    contentType: 'text/html; charset=utf-8',
  }),
  readEmbedScript: get('/assay-sign.js', 'public', z.string(), {
    summary: 'Read the embedding script',
    description:
      '`AssaySign.mount(target, { token, onReady, onFieldFilled, onCompleted, onDeclined })` puts ' +
      'the signing page into `target` and returns `{ destroy() }`. `onCompleted` and `onDeclined` receive ' +
      '`{ documentId, signerId }`. The origin of the embedding page must be allowed: ' +
      '`-c signingFrameAncestors=`.',
    contentType: js,
  }),
});
