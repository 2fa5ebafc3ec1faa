/** Content types of the files that browsers load, by file extension. */
export const CONTENT_TYPES = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
} as const;

/** For files with any other extension, such as font tables. */
export const OTHER_CONTENT_TYPE = 'application/octet-stream';

const TYPES = new Map<string, string>(Object.entries(CONTENT_TYPES));

export const contentTypeOf = (file: string) => TYPES.get(file.slice(file.lastIndexOf('.') + 1));
