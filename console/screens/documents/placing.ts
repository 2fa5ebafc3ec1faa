import type { Place } from './field-edits.ts';

/** Smaller boxes cannot be clicked or read. */
const SMALLEST = 5;
/** A dragged edge this close to the edge of another field, or to the middle of the page, is meant to meet it. */
const SNAP = 4;

interface Size {
  width: number;
  height: number;
}

/** Moves and resizes so that the box stays on its page and as large as a field has to be. */
export function onPage(place: Place, page: Size): Place {
  const width = between(place.width, SMALLEST, page.width);
  const height = between(place.height, SMALLEST, page.height);
  return {
    ...place,
    width: rounded(width),
    height: rounded(height),
    xPosition: rounded(between(place.xPosition, 0, page.width - width)),
    yPosition: rounded(between(place.yPosition, 0, page.height - height)),
  };
}

/** Arrows move by a point, with Shift by ten; with Alt they resize. */
export function byKey(
  place: Place,
  { key, shiftKey, altKey }: { key: string; shiftKey: boolean; altKey: boolean },
): Place | undefined {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const step = shiftKey ? 10 : 1;
  const [x, y] = [direction[0] * step, direction[1] * step];
  return altKey
    ? { ...place, width: place.width + x, height: place.height + y }
    : { ...place, xPosition: place.xPosition + x, yPosition: place.yPosition + y };
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A dragged box meets the edges of others and the middle of the page. */
export function snapped(place: Place, others: readonly Place[], page: Size): Place {
  const near = others.filter(({ pageNumber }) => pageNumber === place.pageNumber);
  const dx = nearest(
    [place.xPosition, place.xPosition + place.width],
    near.flatMap(({ xPosition, width }) => [xPosition, xPosition + width]),
    [place.xPosition + place.width / 2, page.width / 2],
  );
  const dy = nearest(
    [place.yPosition, place.yPosition + place.height],
    near.flatMap(({ yPosition, height }) => [yPosition, yPosition + height]),
    [place.yPosition + place.height / 2, page.height / 2],
  );
  return { ...place, xPosition: place.xPosition + dx, yPosition: place.yPosition + dy };
}

/** The smallest distance to an edge that is close enough; 0 if none is. */
function nearest(edges: readonly number[], targets: readonly number[], middle: readonly [number, number]): number {
  const distances = [...edges.flatMap((edge) => targets.map((target) => target - edge)), middle[1] - middle[0]];
  const close = distances.filter((distance) => Math.abs(distance) <= SNAP);
  return close.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best), close[0] ?? 0);
}

/** Pairs of fields that cover each other on a page. */
export function overlaps<F extends Place>(fields: readonly F[]): [F, F][] {
  return fields.flatMap((one, index) =>
    fields.slice(index + 1).flatMap((other): [F, F][] => (doOverlap(one, other) ? [[one, other]] : [])),
  );
}

const doOverlap = (one: Place, other: Place) =>
  one.pageNumber === other.pageNumber &&
  one.xPosition < other.xPosition + other.width &&
  other.xPosition < one.xPosition + one.width &&
  one.yPosition < other.yPosition + other.height &&
  other.yPosition < one.yPosition + one.height;

/** The first place from the top that covers no other field, indented like text; at the top if the page is full. */
export function freePlace(box: Size, pageNumber: number, taken: readonly Place[], page: Size): Place {
  const start = { pageNumber, xPosition: MARGIN, yPosition: MARGIN, ...box };
  for (let yPosition = MARGIN; yPosition + box.height <= page.height; yPosition += STEP) {
    const place = { ...start, yPosition };
    if (taken.every((other) => !doOverlap(place, other))) return onPage(place, page);
  }
  return onPage(start, page);
}

const MARGIN = 72;
const STEP = 10;

const between = (number: number, least: number, most: number) => Math.max(least, Math.min(most, number));

/** As the service stores points. */
const rounded = (points: number) => Math.round(points * 1000) / 1000;
