/** The word is the same in every form OFAC publishes, in varying letter case. */
export const isVessel = (type: string) => /^vessel$/i.test(type.trim());
