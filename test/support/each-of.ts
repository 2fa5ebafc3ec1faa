import { expect, test } from 'vitest';

/** One test for a table whose thousands of rows take less time than tests of their own would; it names every offender. */
export function testEachOf<Row>(
  title: string,
  rows: readonly (readonly [name: string, row: Row])[],
  check: (row: Row, name: string) => void,
): void {
  test(title, () => {
    const offenders = rows.flatMap(([name, row]) => {
      try {
        check(row, name);
        return [];
      } catch (error) {
        return [`${name}: ${error instanceof Error ? error.message : error}`];
      }
    });
    expect(rows).not.toEqual([]);
    expect(offenders).toEqual([]);
  });
}
