import { documentRoutes as documents } from './routes/documents.ts';
import { fieldRoutes } from './routes/fields.ts';
import { pageRoutes } from './routes/page.ts';
import { signingRoutes } from './routes/signing.ts';
import { templateRoutes } from './routes/templates.ts';

/** Every route of the module. A function imports its theme alone, so that it carries no other's shapes. */
export const documentRoutes = {
  ...templateRoutes,
  ...documents,
  ...fieldRoutes,
  ...signingRoutes,
  ...pageRoutes,
};
