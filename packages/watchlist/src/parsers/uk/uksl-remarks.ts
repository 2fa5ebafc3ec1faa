interface StatedRemarks {
  imposed: string;
  reasons: string;
  other: string;
}

/** What a designation states in prose, each part with the label of its column. */
export const ukslRemarks = ({ imposed, reasons, other }: StatedRemarks): string[] => [
  imposed && `Sanctions imposed: ${imposed.replace(/\s*\|\s*/g, ', ')}.`,
  other && `Other information: ${other}`,
  reasons && `Statement of reasons: ${reasons}`,
];
