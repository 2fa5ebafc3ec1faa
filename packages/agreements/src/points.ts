/** A thousandth of a point is finer than any printer; further digits are rounding noise. */
export const toThousandths = (points: number) => Math.round(points * 1000) / 1000;
