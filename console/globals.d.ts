/** Replaced by the build: `module.name` of every route, with method, path and whether it takes an idempotency key. */
declare const ASSAY_ROUTES: Readonly<
  Record<string, readonly [method: string, path: string, takesIdempotencyKey: boolean]>
>;

declare module '*.css';
declare module '@fontsource-variable/*';

/** The build copies the worker of PDF.js and gives its URL. */
declare module 'pdfjs-dist/build/pdf.worker.min.mjs' {
  const url: string;
  export default url;
}
