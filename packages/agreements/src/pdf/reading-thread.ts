import { guardedThread } from './guarded-thread.ts';

/** Loaded on first use, because the calling thread does not need these large libraries. */
const readers = {
  inspect: async (pdf: Uint8Array) => (await import('./inspection.ts')).inspect(pdf),
  readTexts: async (pdf: Uint8Array) => (await import('./read-texts.ts')).readTexts(pdf),
  listFormFields: async (pdf: Uint8Array) => (await import('./read-form-fields.ts')).readFormFields(pdf),
};

/** Reads an untrusted file with limits on time and memory. */
export const readApart = guardedThread('reads PDFs', import.meta.url, readers);
