import { latestValue } from '../controls/field-control.ts';
import type { SigningSession } from '../session.ts';
import type { SigningField } from '../signing-state.ts';
import { asSvgUrl, type FieldEntry, type TypedSignature } from '../typed-signature.ts';

/** A signature from one field that can be placed in another with one tap. */
export interface Adopted {
  /** URL of its picture. */
  image: string;
  /** The value to enter; undefined if the picture cannot be read. */
  value: () => Promise<Exclude<FieldEntry, null> | undefined>;
}

/** The signer's latest signature or initials, of this visit or an earlier one. */
export function adoptedFor(session: SigningSession, field: SigningField): Adopted | undefined {
  const others = session.state.fields.filter(
    (other) => other.id !== field.id && other.isMine && other.fieldType === field.fieldType,
  );
  const ofThisVisit = [...session.saved.keys()].map((id) => others.find((one) => one.id === id));
  for (const other of [...ofThisVisit.reverse(), ...others]) {
    const image = other && latestValue(session, other);
    if (other && image) return { image, value: () => valueToPlace(session, other, image) };
  }
  return undefined;
}

/** A signature of this visit is in memory; otherwise it is read from the service. */
async function valueToPlace(session: SigningSession, { id }: SigningField, image: string) {
  return session.unsaved.get(id) ?? session.saved.get(id) ?? (await readFrom(image));
}

const TAKEN = ['image/png', 'image/jpeg'];

async function readFrom(url: string): Promise<Exclude<FieldEntry, null> | undefined> {
  try {
    const response = await fetch(url, { credentials: 'omit' });
    const picture = response.ok ? await response.blob() : undefined;
    if (picture?.type.startsWith('image/svg+xml')) return typedIn(await picture.text());
    return picture && TAKEN.includes(picture.type) ? await asDataUrl(picture) : undefined;
  } catch {
    return undefined;
  }
}

/** The service stores the text in its drawing; older drawings lack it and must be typed again. */
function typedIn(svg: string): TypedSignature | undefined {
  const [, written] = /^<svg [^>]*data-typed="([^"]*)"/.exec(svg) ?? [];
  return written ? { typed: decodeURIComponent(written), drawing: asSvgUrl(svg) } : undefined;
}

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });
