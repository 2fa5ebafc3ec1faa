/** What the files of the signing page are, by how their names end. */
const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Record<string, string> = {
  js: SCRIPT,
  mjs: SCRIPT,
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  wasm: 'application/wasm',
};

/** Tables of fonts have endings of their own. */
const OTHER = 'application/octet-stream';

export const contentTypeOf = (file: string) =>
  TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? OTHER;

/** What there is beside scripts. */
export const OTHER_TYPES = [...Object.values(TYPES).filter((type) => type !== SCRIPT), OTHER];
