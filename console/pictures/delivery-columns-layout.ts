/** Attempts of one hour. */
export interface DeliveryHour {
  hour: string;
  succeeded: number;
  failed: number;
  p95LatencyMs: number | null;
}

interface DeliveryColumn extends DeliveryHour {
  /** Heights between 0 and 1 of the tallest column; failures are drawn on top. */
  succeededHeight: number;
  failedHeight: number;
}

interface DeliveryColumns {
  columns: readonly DeliveryColumn[];
  /** Attempts of the tallest column. */
  max: number;
  summary: string;
}

/** A single failure among thousands of successes stays visible. */
const SMALLEST = 0.04;

const heightOf = (count: number, max: number) => (count === 0 ? 0 : Math.max(SMALLEST, count / max));

/** One column per hour: successes below, failures on top. */
export function layOutColumns(hours: readonly DeliveryHour[]): DeliveryColumns {
  const max = Math.max(0, ...hours.map(({ succeeded, failed }) => succeeded + failed));
  const columns = hours.map((hour) => {
    const failedHeight = heightOf(hour.failed, max);
    // The share of failures may have been enlarged; the column stays within the picture.
    const succeededHeight = Math.min(heightOf(hour.succeeded, max), 1 - failedHeight);
    return { ...hour, succeededHeight, failedHeight };
  });
  return { columns, max, summary: summaryOf(hours) };
}

function summaryOf(hours: readonly DeliveryHour[]): string {
  const span = `The last ${hours.length} hours`;
  const sum = (pick: (hour: DeliveryHour) => number) => hours.reduce((total, hour) => total + pick(hour), 0);
  const succeeded = sum((hour) => hour.succeeded);
  const failed = sum((hour) => hour.failed);
  if (succeeded + failed === 0) return `${span}: no attempts.`;
  const failing = hours.filter((hour) => hour.failed > 0).length;
  const where = failing === 0 ? '' : ` in ${failing} ${failing === 1 ? 'hour' : 'hours'}`;
  return `${span}: ${count(succeeded)} attempts succeeded, ${count(failed)} failed${where}.`;
}

export const count = (value: number) => value.toLocaleString('en-GB');

/** 87 ms, 1.2 s. */
export const latency = (ms: number | null) => {
  if (ms === null) return '–';
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
};
