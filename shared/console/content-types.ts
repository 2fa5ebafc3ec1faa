/** Content types of the console's files, by file extension. */
const SCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Record<string, string> = {
  js: SCRIPT,
  mjs: SCRIPT,
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};

export const contentTypeOf = (file: string): string | undefined => TYPES[file.slice(file.lastIndexOf('.') + 1)];

/** All types other than scripts. */
export const OTHER_TYPES = Object.values(TYPES).filter((type) => type !== SCRIPT);
