import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { drawPage, type OpenPdf, openPdf } from './pdf.ts';
import { Failure } from './states.tsx';

/** A PDF that changes while its text is written. The page stays, and the old drawing until the new one is complete. */
export function LivePdf({ bytes }: { bytes: Uint8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [pdf, setPdf] = useState<OpenPdf>();
  const [wanted, setWanted] = useState(1);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    // PDF.js takes the bytes over; React may ask for them again.
    openPdf(bytes.slice()).then(
      (opened) => {
        if (isCurrent) setPdf(opened);
        else void opened.loadingTask.destroy();
      },
      (problem: unknown) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
    };
  }, [bytes]);
  useEffect(() => () => void pdf?.loadingTask.destroy(), [pdf]);
  const page = Math.min(wanted, pdf?.numPages ?? 1);
  useEffect(() => {
    const target = canvas.current;
    if (!pdf || !target) return;
    const fresh = document.createElement('canvas');
    let isCurrent = true;
    const { drawn, stop } = drawPage(pdf, page, fresh, target.parentElement?.clientWidth);
    drawn.then(
      () => {
        if (!isCurrent) return;
        target.width = fresh.width;
        target.height = fresh.height;
        target.getContext('2d')?.drawImage(fresh, 0, 0);
        target.dataset.drawn = pdf.fingerprints[0] ?? '';
        setError(undefined);
      },
      (problem: unknown) => isCurrent && setError(problem),
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [pdf, page]);
  const last = pdf?.numPages ?? 1;
  return (
    <div className="stack-s pdf">
      <canvas ref={canvas} role="img" aria-label={`Page ${page} of ${last}`} />
      {error !== undefined && <Failure error={error} />}
      {last > 1 && (
        <div className="cluster">
          <Button
            size="small"
            blocked={page === 1 ? 'This is the first page.' : null}
            onClick={() => setWanted(page - 1)}
          >
            Previous page
          </Button>
          <span className="quiet num">
            {page} of {last}
          </span>
          <Button
            size="small"
            blocked={page === last ? 'This is the last page.' : null}
            onClick={() => setWanted(page + 1)}
          >
            Next page
          </Button>
        </div>
      )}
    </div>
  );
}
