import { consoleFilesDirectory } from '#shared/platform/environment.ts';
import type { HttpRequest } from '#shared/platform/http/request.ts';
import { RawBody } from '#shared/platform/http/response.ts';
import { readStaticFile } from '#shared/platform/http/static-files.ts';
import { pageHeaders } from './headers.ts';
import { consoleRoutes } from './routes.ts';
import { calledOrigins } from './settings.ts';
import { storeFilesOf } from './stored-files.ts';

/** The page of the console, or 304 if the browser has this version of it. */
export async function consolePage(moduleUrl: string, headers: HttpRequest['headers']): Promise<RawBody> {
  const page = await readStaticFile(moduleUrl, 'index.html', consoleFilesDirectory());
  await storeFilesOf(moduleUrl, page);
  const { contentType } = consoleRoutes.readConsole;
  const isCached = isMatch(headers['if-none-match'], page.etag);
  return new RawBody(
    contentType,
    isCached ? '' : page.content,
    { ...pageHeaders(calledOrigins()), etag: page.etag },
    isCached ? 304 : undefined,
  );
}

/** Proxies that recompress a response mark its ETag as weak; the comparison ignores the mark. */
const isMatch = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false;
