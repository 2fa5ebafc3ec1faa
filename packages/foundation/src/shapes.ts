import * as z from 'zod';

/** The id of a record. Any UUID is accepted; upper case denotes the same record. */
export const RecordId = z.guid('must be a UUID').toLowerCase();

/** A timestamp in responses, in UTC. */
export const Timestamp = z.iso.datetime().meta({ examples: ['2026-03-14T09:26:53.589Z'] });
