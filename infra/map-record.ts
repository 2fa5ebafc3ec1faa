/** Maps the values of a record. */
export function mapRecord<Name extends string, Value, Mapped>(
  record: Record<Name, Value>,
  map: (value: Value, name: Name) => Mapped,
): Record<Name, Mapped> {
  const entries = Object.entries(record) as [Name, Value][];
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value, name)])) as Record<Name, Mapped>;
}
