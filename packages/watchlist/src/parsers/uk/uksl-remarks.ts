interface StatedRemarks {
  imposed: string;
  source: string;
  reasons: string;
  other: string;
}

/** Measures are separated by `|`. */
const parted = (imposed: string) =>
  imposed
    .split('|')
    .map((measure) => measure.trim())
    .join(', ');

/** What a designation states in prose, each part with the label of its column. */
export const ukslRemarks = ({ imposed, source, reasons, other }: StatedRemarks): string[] => [
  imposed && `Sanctions imposed: ${parted(imposed)}.`,
  source && `Designation source: ${source}.`,
  other && `Other information: ${other}`,
  reasons && `Statement of reasons: ${reasons}`,
];
