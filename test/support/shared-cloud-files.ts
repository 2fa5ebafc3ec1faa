/** Files in the directory of the shared cloud, for those who use it from other processes. */
export const READY = 'ready';
export const FAILED = 'failed.txt';
/** A folder with a file for each test file that has ended. */
export const DONE = 'done';
/** What it would have told on the console: failures of functions and refused calls. */
export const REPORTS = 'reports.txt';
