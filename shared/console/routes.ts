import * as z from 'zod';
import { CONTENT_TYPES } from '#shared/platform/http/content-types.ts';
import { defineRoutes, get } from '#shared/platform/http/route.ts';

const { js, css, woff2, svg } = CONTENT_TYPES;

/** The application reads its own query, such as filters or the answer of a sign-in. */
const AnyQuery = z.looseObject({});

const FileName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,120}$/)
  .meta({ examples: ['main-5VQ3XK2A.js'] });

const ConsoleConfig = z
  .object({
    stage: z.string().meta({ examples: ['production'] }),
    issuer: z.url().describe('Issuer of the user tokens; its discovery document has the endpoints.'),
    clientId: z.string().describe('OAuth client of the console: public, with PKCE.'),
    commandClientId: z
      .string()
      .nullable()
      .describe('OAuth client of `assay login`; null if users of the command need an API key.'),
    subjectCardOrigin: z
      .url()
      .nullable()
      .describe('Origin that answers `GET /assay/subject-card` with the customer’s own data.'),
  })
  .meta({
    id: 'ConsoleConfig',
    examples: [
      {
        stage: 'production',
        issuer: 'https://login.example.com',
        clientId: 'assay-console',
        commandClientId: 'assay-command',
        subjectCardOrigin: null,
      },
    ],
  });
export type ConsoleConfig = z.infer<typeof ConsoleConfig>;

/** The web console: static files without data of any organization. */
export const consoleRoutes = defineRoutes('console', {
  readConsole: get('//console', 'public', z.string(), {
    summary: 'Show the console',
    query: AnyQuery,
    contentType: 'text/html; charset=utf-8',
    uses: {
      console: true,
      buckets: { console: ['GetObject', 'ListBucket', 'PutObject builds/*', 'PutObject files/*'] },
    },
  }),
  readConsolePage: get('//console/{path+}', 'public', z.string(), {
    summary: 'Show a page of the console',
    description: 'Every path returns the same page; the application in it reads the path.',
    params: { path: z.string().meta({ examples: ['test/inbox'] }) },
    query: AnyQuery,
    contentType: 'text/html; charset=utf-8',
    uses: {
      console: true,
      buckets: { console: ['GetObject', 'ListBucket', 'PutObject builds/*', 'PutObject files/*'] },
    },
  }),
  readConsoleFile: get('//console/assets/{file}', 'public', z.string(), {
    summary: 'Read a file of the console',
    params: { file: FileName },
    contentType: js,
    otherContentTypes: [css, woff2, svg],
    uses: { buckets: { console: ['GetObject', 'ListBucket'] } },
    problems: { not_found: [404, 'The file does not exist.'] },
  }),
  readConsoleConfig: get('//console/config.json', 'public', ConsoleConfig, {
    summary: 'Read the configuration of the console',
    uses: { console: true },
  }),
});
