/** A typed signature: its text, which is sent, and the service's drawing of it, which is shown. */
export interface TypedSignature {
  typed: string;
  /** A data URL of the SVG. */
  drawing: string;
}

/** The value a signer entered into a field. */
export type FieldEntry = string | TypedSignature | null;

export const asSvgUrl = (svg: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

export const isTyped = (entry: FieldEntry | undefined): entry is TypedSignature =>
  typeof entry === 'object' && entry !== null;
