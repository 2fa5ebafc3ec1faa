/** A body as it is sent: once, so that it can be signed. */
export interface RequestBody {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
}

/** One with a file in it is a form, everything else is JSON. */
export async function requestBody(value: unknown): Promise<RequestBody> {
  const members = Object.entries(value ?? {});
  if (!members.some(([, member]) => member instanceof Blob)) {
    const text = value === undefined ? '' : JSON.stringify(value);
    return { body: new TextEncoder().encode(text), contentType: 'application/json' };
  }
  const form = new FormData();
  for (const [name, member] of members) {
    // A part is text or a file: of what is not there it could only say the word.
    if (member === undefined || member === null) continue;
    form.append(name, member instanceof Blob ? member : String(member));
  }
  const written = new Response(form);
  const contentType = written.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await written.arrayBuffer()), contentType };
}
