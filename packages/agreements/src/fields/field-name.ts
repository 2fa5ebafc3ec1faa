import type { FieldSettings } from '../field.ts';

const PLACED = ['pageNumber', 'xPosition', 'yPosition'] as const;
type Named = Pick<FieldSettings, 'label' | 'fieldType' | (typeof PLACED)[number]>;

/** The name of a field in messages: its label, or its type and position. */
export function nameOf({ label, fieldType, pageNumber, xPosition, yPosition }: Named): string {
  if (label?.trim()) return label.trim();
  const type = `${fieldType.charAt(0).toUpperCase()}${fieldType.slice(1)}`;
  return `${type} on page ${pageNumber} at ${Math.round(xPosition)}, ${Math.round(yPosition)}`;
}
