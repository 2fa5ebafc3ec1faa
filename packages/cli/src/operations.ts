import type { Client } from './client.ts';

/** Pages and files for browsers, which are not operations of the API. */
const PAGES = ['console', 'readSigningPage', 'readSigningAsset', 'readEmbedScript', 'readDocs', 'readDocsFile'];

/** The operations of the API, such as `risk.createSubject`. */
export const operationsOf = (client: Client): string[] =>
  Object.entries(client)
    .filter(([module]) => !PAGES.includes(module))
    .flatMap(([module, calls]) =>
      Object.keys(calls)
        .filter((name) => !PAGES.includes(name))
        .map((name) => `${module}.${name}`),
    );
