import { writeFileSync } from 'node:fs';
import { allRoutes } from '#shared/routes.ts';
import { errorsPage } from '#shared/service/index.ts';

// Writes the page of all error codes from the route table.
writeFileSync(new URL('../docs/errors.md', import.meta.url), errorsPage(allRoutes));
