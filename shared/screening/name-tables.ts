import { newNameTables } from '@assay/names';

/** The name tables of this process: loaded when a name first needs them, and kept. */
export const nameTables = newNameTables();
