import { missing } from '#shared/platform/http/common-problems.ts';
import { defineRoutes, get, Nothing, put, remove } from '#shared/platform/http/route.ts';
import { BatchMapping, BatchMappings, MappingName, NewBatchMapping } from '../batch-mapping.ts';
import { BATCH_MAPPINGS } from '../limits.ts';

const params = { name: MappingName };

export const batchMappingRoutes = defineRoutes('screening', {
  listBatchMappings: get('/screening/batch-mappings', 'client', BatchMappings, {
    summary: 'List column mappings of batches',
    description: `All of the mode, in the order of their names: at most ${BATCH_MAPPINGS}.`,
    uses: { tables: { screening: ['Query'] } },
  }),
  readBatchMapping: get('/screening/batch-mappings/{name}', 'client', BatchMapping, {
    summary: 'Read a column mapping of batches',
    params,
    problems: missing,
    uses: { tables: { screening: ['GetItem'] } },
  }),
  saveBatchMapping: put('/screening/batch-mappings/{name}', 'client', NewBatchMapping, BatchMapping, {
    summary: 'Save a column mapping of batches',
    description:
      'Creates or replaces the mapping that batches of uploaded CSV files name as `mapping`. Batches that were created ' +
      'before stay as they are. A request that changes nothing answers the current one.',
    params,
    idempotency: 'optional',
    problems: { too_many_mappings: [409, `The mode has ${BATCH_MAPPINGS} mappings.`] },
    uses: { tables: { screening: ['GetItem', 'PutItem'] } },
  }),
  deleteBatchMapping: remove('/screening/batch-mappings/{name}', 'client', Nothing, Nothing, {
    summary: 'Delete a column mapping of batches',
    description: 'Batches that were created with it stay as they are.',
    params,
    problems: missing,
    uses: { tables: { screening: ['GetItem', 'PutItem', 'DeleteItem'] } },
  }),
});
