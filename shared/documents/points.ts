/** A thousandth of a point is finer than any printer; further digits only come from arithmetic. */
export const toThousandths = (points: number) => Math.round(points * 1000) / 1000;
