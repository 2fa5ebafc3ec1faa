/** Replaced by the build: what the client knows of every operation. */
declare const ASSAY_OPERATIONS: import('@assay/client/core').OperationTable;

declare module '*.css';
declare module '@fontsource-variable/*';

/** The build copies the worker of PDF.js and gives its URL. */
declare module 'pdfjs-dist/build/pdf.worker.min.mjs' {
  const url: string;
  export default url;
}
