/** A body as sent, serialized once so that it can be signed. */
export interface RequestBody {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
}

/** A body with a file is sent as a form, any other as JSON. */
export async function requestBody(value: unknown): Promise<RequestBody> {
  const members = Object.entries(value ?? {});
  if (!members.some(([, member]) => member instanceof Blob)) {
    const text = value === undefined ? '' : JSON.stringify(value);
    return { body: new TextEncoder().encode(text), contentType: 'application/json' };
  }
  const form = new FormData();
  for (const [name, member] of members) {
    // A part is text or a file, so null and undefined cannot be sent.
    if (member === undefined || member === null) continue;
    form.append(name, member instanceof Blob ? member : String(member));
  }
  const written = new Response(form);
  const contentType = written.headers.get('content-type') ?? '';
  return { body: new Uint8Array(await written.arrayBuffer()), contentType };
}
