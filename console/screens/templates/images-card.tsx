import { useRef, useState } from 'react';
import { useApi } from '../../app.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { dataUrlOf } from '../../parts/data-url.ts';
import { DropArea } from '../../parts/drop-area.tsx';
import { Failure } from '../../parts/states.tsx';

const MOST_BYTES = 1024 * 1024;
const MOST_IMAGES = 10;
const MOST_NAME = 40;
const TYPES = ['image/png', 'image/svg+xml'];

export type TemplateImages = Readonly<Record<string, string>>;

/** Images of the template: uploaded, written into the source at the cursor, and removed. */
export function ImagesCard({
  images,
  onImages,
  onInsert,
}: {
  images: TemplateImages;
  onImages(images: TemplateImages): void;
  onInsert(name: string): void;
}) {
  const api = useApi();
  const picker = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const names = Object.keys(images);
  const blocked = isSending ? 'Uploading.' : names.length >= MOST_IMAGES ? 'A template has at most 10 images.' : null;
  const add = async (file: File | undefined) => {
    if (!file || blocked !== null) return;
    const refusal = whyNot(file);
    setError(refusal === null ? undefined : new Error(refusal));
    if (refusal !== null) return;
    setSending(true);
    try {
      const { sha256 } = await api.documents.uploadTemplateImage({ body: { image: await dataUrlOf(file) } });
      const name = freeName(file.name, names);
      onImages({ ...images, [name]: sha256 });
      onInsert(name);
    } catch (problem) {
      setError(problem);
    } finally {
      setSending(false);
    }
  };
  return (
    <Card
      title="Images"
      end={
        <Button size="small" blocked={blocked} onClick={() => picker.current?.click()}>
          Add an image
        </Button>
      }
    >
      <DropArea className="card-body" onFiles={([file]) => void add(file)}>
        <p className="quiet">
          PNG or SVG up to 1 MB. In the source: <code>![Logo](image:logo?width=120)</code>, with the width in points.
        </p>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".png,.svg,image/png,image/svg+xml"
          onChange={(event) => {
            void add(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        {error !== undefined && <Failure error={error} />}
        {names.length > 0 && (
          <ul className="plain-list" aria-label="Images of the template">
            {names.map((name) => (
              <li key={name} className="between">
                <code>{name}</code>
                <span className="cluster">
                  <Button size="small" aria-label={`Insert ${name}`} onClick={() => onInsert(name)}>
                    Insert
                  </Button>
                  <Button
                    size="small"
                    look="plain"
                    aria-label={`Remove ${name}`}
                    onClick={() =>
                      onImages(Object.fromEntries(Object.entries(images).filter(([other]) => other !== name)))
                    }
                  >
                    Remove
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        )}
      </DropArea>
    </Card>
  );
}

function whyNot({ name, size, type }: File): string | null {
  if (!TYPES.includes(type)) return `${name} is not a PNG or SVG. It was not sent.`;
  return size > MOST_BYTES ? `${name} is larger than 1 MB. It was not sent.` : null;
}

/** A name that a source can write: of the file, numbered if it is taken. */
function freeName(fileName: string, taken: readonly string[]): string {
  const plain = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '')
    .slice(0, MOST_NAME - 3)
    .toLowerCase();
  const name = plain || 'image';
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** The source with an image at the cursor, and its alternative text to be written over. */
export function withImage(source: string, at: number, name: string) {
  const alt = 'Describe the image';
  const text = `![${alt}](image:${name})`;
  return { source: source.slice(0, at) + text + source.slice(at), from: at + 2, to: at + 2 + alt.length };
}

/** What neither side changed stays; a change by one side counts, and mine where both changed. */
export function mergeImages(base: TemplateImages, mine: TemplateImages, theirs: TemplateImages): TemplateImages {
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const kept = mine[name] === base[name] ? theirs[name] : mine[name];
      return kept === undefined ? [] : [[name, kept] as const];
    }),
  );
}
