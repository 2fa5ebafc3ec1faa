import { csvTable } from '../reading/csv-table.ts';
import { LONGEST_TEXT_CHARS } from '../reading/file-limits.ts';
import { madeId } from './made-id.ts';
import { addPosition, type PepReader } from './pep-reading.ts';

/** Chiefs of state and cabinet members as one table of names and offices, without ids or dates. */
export const readCabinetTable: PepReader = async (file, reading) => {
  for await (const row of csvTable(file, reading.limits, { required: ['name', 'office'] })) {
    const { name = '', office = '' } = row ?? {};
    const { title, land } =
      /^(?:The Office of )?(?<title>.*?)(?:\s+\((?<land>[^()]*(?:\([^()]*\))?)\))?$/.exec(
        office.slice(0, LONGEST_TEXT_CHARS),
      )?.groups ?? {};
    if (!row) {
      reading.collector.drop('malformed_row');
      continue;
    }
    if (!name || !title) {
      reading.collector.stray(); // a vacant office
      continue;
    }
    const country = land ? reading.collector.country(land) : null;
    const id = madeId('cia-world-leaders', `${name}\n${country}`);
    reading.register.addName(id, name);
    const dates = { startedOn: null, endedOn: null, isCurrent: true };
    addPosition(reading, id, { title, country, ...dates, roster: 'cia-world-leaders' });
  }
};
