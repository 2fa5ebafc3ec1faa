import { bulkSendRoutes } from './routes/bulk-sends.ts';
import { documentRoutes as documents } from './routes/documents.ts';
import { fieldRoutes } from './routes/fields.ts';
import { keepingRoutes } from './routes/keeping.ts';
import { pageRoutes } from './routes/page.ts';
import { signingRoutes } from './routes/signing.ts';
import { templateRoutes } from './routes/templates.ts';

/**
 * All routes of the module. A function imports only its own file of routes, to keep its bundle
 * small.
 */
export const documentRoutes = {
  ...templateRoutes,
  ...documents,
  ...keepingRoutes,
  ...bulkSendRoutes,
  ...fieldRoutes,
  ...signingRoutes,
  ...pageRoutes,
};
