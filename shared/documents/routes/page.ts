import * as z from 'zod';
import { defineRoutes, get } from '#shared/platform/http/route.ts';
import { OTHER_TYPES } from '../page/content-types.ts';

const LinkToken = z
  .string()
  .regex(/^[\w.-]{1,200}$/)
  .meta({ examples: ['sgn_4f1c2b9a4e00'] });

/** The digest of all files of the page, so that a browser may keep each of them for good. */
const Build = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .meta({ examples: ['9f86d081884c7d65'] });

const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,80}$/)
  .meta({ examples: ['page.css'] });

/** What a signer's browser loads. None of it knows a document; the page asks for that by itself. */
export const pageRoutes = defineRoutes('documents', {
  readSigningPage: get('/sign/{token}', 'public', z.string(), {
    summary: 'The page on which a document is signed',
    description:
      'The same page for any link, whether it is known or not. It embeds into pages of others; ' +
      '`assay-sign.js` does that and tells what happens in it.',
    params: { token: LinkToken },
    contentType: 'text/html; charset=utf-8',
    uses: { signingPage: true },
  }),
  readSigningAsset: get('/sign/assets/{build}/{file}', 'public', z.string(), {
    summary: 'A script, style or font of the signing page',
    params: { build: Build, file: FileName },
    contentType: 'text/javascript; charset=utf-8',
    otherContentTypes: OTHER_TYPES,
    refusals: { not_found: [404, 'The page has no such file.'] },
  }),
  readEmbedScript: get('/assay-sign.js', 'public', z.string(), {
    summary: 'The script that embeds the signing page into another page',
    description:
      '`AssaySign.mount(target, { token, onReady, onFieldFilled, onCompleted, onDeclined })` puts ' +
      'the signing page into `target` and returns `{ destroy() }`.',
    contentType: 'text/javascript; charset=utf-8',
  }),
});
