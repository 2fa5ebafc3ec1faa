/** Enough concurrent calls to keep the connections to DynamoDB busy without queueing for one. */
export const CALLS_AT_ONCE = 25;
