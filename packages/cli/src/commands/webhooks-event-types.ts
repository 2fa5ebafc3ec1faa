import type { Run } from '../command.ts';
import { connect } from '../connect.ts';
import { EXIT, usageError } from '../failure.ts';
import { jsonText, table } from '../terminal.ts';

/** Lists the event types of the service, or shows one with its sample and schema. */
export const eventTypes: Run = async (invocation) => {
  const { terminal, isJson } = invocation;
  const [wanted] = invocation.args;
  const { items } = await connect(invocation).webhooks.listEventTypes();
  if (wanted === undefined) {
    if (isJson) terminal.out(jsonText(items));
    else
      table(
        terminal,
        ['event', 'version', 'occurs'],
        items.map(({ event, version, description }) => [event, version, description]),
      );
    return EXIT.ok;
  }
  const found = items.find(({ event }) => event === wanted);
  if (!found)
    throw usageError(`"${wanted}" is not an event. Events:\n${items.map(({ event }) => `  ${event}`).join('\n')}`);
  terminal.out(jsonText(isJson ? found : { sample: found.sample, schema: found.schema }));
  return EXIT.ok;
};
