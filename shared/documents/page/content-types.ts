/** Content types of the signing page's files, by file extension. */
const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Record<string, string> = {
  js: SCRIPT,
  mjs: SCRIPT,
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
};

/** Font tables have various extensions. */
const OTHER = 'application/octet-stream';

export const contentTypeOf = (file: string) => TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? OTHER;

/** All types other than scripts. */
export const OTHER_TYPES = [...Object.values(TYPES).filter((type) => type !== SCRIPT), OTHER];
