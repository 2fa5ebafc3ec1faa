import { staticFilesOf } from '#infra/static-files.ts';
import { pageRoutes } from '#shared/documents/routes/page.ts';
import { builtOnce } from './built-once.ts';

/**
 * Builds the signing page as a deployment does. Deployed files are next to the bundled functions;
 * here the functions run from source and get the path of the files.
 */
export function buildSigningPage(): string {
  const directory = builtOnce('signing-page', () => ({
    ...staticFilesOf(pageRoutes.readSigningAsset),
    ...staticFilesOf(pageRoutes.readEmbedScript),
  }));
  process.env.PAGE_FILES = directory;
  return directory;
}
