/** Names the option. Text that was read from a file often ends with a line break, and would be signed with it. */
export function assertText(option: string, value: unknown): asserts value is string {
  if (value === undefined || value === null) throw new TypeError(`${option} is missing.`);
  if (typeof value !== 'string') throw new TypeError(`${option} must be a string.`);
  if (value === '') throw new TypeError(`${option} is empty.`);
  if (value !== value.trim()) throw new TypeError(`${option} begins or ends with white space.`);
}
