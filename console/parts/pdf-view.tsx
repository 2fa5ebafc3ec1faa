import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Api } from '../api/client.ts';
import { useApiQuery } from '../app.tsx';
import { Button } from './button.tsx';
import { drawPage, type OpenPdf, openPdf, textOf } from './pdf.ts';
import { QueryPart } from './query-part.tsx';
import { Failure } from './states.tsx';

/** All that draws PDFs is one file, so that PDF.js is loaded once and never with a screen. */
export { LivePdf } from './live-pdf.tsx';

/** A page that another part chooses and draws on. */
export interface ShownPage {
  page: number;
  onPage(page: number): void;
  /** Lies on the page and has its size. */
  overlay: ReactNode;
}

/** A PDF page by page. PDF.js is loaded with the first one. */
export function PdfView({
  queryKey,
  read,
  shown,
}: {
  queryKey: readonly unknown[];
  read(api: Api, signal: AbortSignal): Promise<Uint8Array>;
  shown?: ShownPage;
}) {
  const pdf = useApiQuery(queryKey, async (api, signal) => openPdf(await read(api, signal)), {
    staleMs: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryPart query={pdf} lines={8}>
      {(opened) => <Pages key={opened.fingerprints[0]} pdf={opened} shown={shown} />}
    </QueryPart>
  );
}

/** What the picture of the page says, for screen readers. A page that was scanned has no text. */
function PageText({ pdf, page }: { pdf: OpenPdf; page: number }) {
  const [text, setText] = useState<{ page: number; words: string }>();
  useEffect(() => {
    let isCurrent = true;
    void textOf(pdf, page).then((words) => isCurrent && setText({ page, words }));
    return () => {
      isCurrent = false;
    };
  }, [pdf, page]);
  return (
    <p className="visually-hidden pre-wrap">
      {text?.page === page && (text.words.trim() || 'This page has no text that can be read aloud.')}
    </p>
  );
}

function Pages({ pdf, shown }: { pdf: OpenPdf; shown: ShownPage | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const own = useState(1);
  const [page, setPage] = shown ? [shown.page, shown.onPage] : own;
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    setError(undefined);
    const { drawn, stop } = drawPage(pdf, page, target);
    drawn.catch(setError);
    return stop;
  }, [pdf, page]);
  const goTo = (typed: string) => {
    const number = Number(typed);
    if (Number.isInteger(number) && number >= 1 && number <= pdf.numPages) setPage(number);
  };
  return (
    <div className="stack-s pdf">
      <div className="pdf-page">
        <canvas ref={canvas} role="img" aria-label={`Page ${page} of ${pdf.numPages}`} />
        <PageText pdf={pdf} page={page} />
        {shown?.overlay}
      </div>
      {error !== undefined && <Failure error={error} />}
      {pdf.numPages > 1 && (
        <div className="cluster">
          <Button
            size="small"
            blocked={page === 1 ? 'This is the first page.' : null}
            onClick={() => setPage(page - 1)}
          >
            Previous page
          </Button>
          <label className="cluster quiet num">
            Page
            <input
              key={page}
              className="input page-field num"
              type="number"
              min={1}
              max={pdf.numPages}
              defaultValue={page}
              onKeyDown={(event) => event.key === 'Enter' && goTo(event.currentTarget.value)}
              onBlur={(event) => goTo(event.target.value)}
            />
            of {pdf.numPages}
          </label>
          <Button
            size="small"
            blocked={page === pdf.numPages ? 'This is the last page.' : null}
            onClick={() => setPage(page + 1)}
          >
            Next page
          </Button>
        </div>
      )}
    </div>
  );
}
