/** `fetch` reports no upload progress, so this is an XMLHttpRequest. */
export function putFile(
  { url, headers }: { url: string; headers: Readonly<Record<string, string>> },
  file: File,
  onProgress: (share: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    // The browser sets these two itself and refuses to have them set.
    for (const [name, value] of Object.entries(headers))
      if (!/^(content-length|host)$/i.test(name)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : reject(new Error(`The upload was refused with status ${request.status}.`));
    request.onerror = () => reject(new Error('The upload failed. Check your connection.'));
    request.send(file);
  });
}
