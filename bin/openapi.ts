import { apiDocument } from '#shared/service/index.ts';

// Prints the OpenAPI document of the route table, the same that the service answers with.
process.stdout.write(`${JSON.stringify(apiDocument(), null, 2)}\n`);
