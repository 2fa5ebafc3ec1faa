import { PDFiumModule } from '@hyzyla/pdfium';
import { compressPicture, type Picture } from './compress-picture.ts';

/** Sharp on a phone with 390 CSS pixels and two device pixels each. */
const WIDTH_PX = 800;
const MOST_HEIGHT_PX = 1_600;
const BYTES_PER_PIXEL = 4;
/**
 * `FPDF_ANNOT`, because form fields draw their appearance from annotations, and
 * `FPDF_REVERSE_BYTE_ORDER` for RGBA.
 */
const RENDER_FLAGS = 0x01 | 0x10;
/** `FPDFBitmap_BGRA`. */
const BITMAP_FORMAT = 4;
const WHITE = 0xffffffff;

/** Missing in the types of Node. */
const { Instance } = WebAssembly as unknown as {
  Instance: new (module: WebAssembly.Module, imports: object) => { exports: object };
};

export interface DrawingInput {
  pdf: Uint8Array;
  pdfium: WebAssembly.Module;
}

/**
 * Runs in the guarded thread. PDFium is built without JavaScript, and has no access to files or the
 * network.
 */
export async function firstPageOf(input: DrawingInput): Promise<Uint8Array> {
  return compressPicture(await render(input));
}

async function render({ pdf, pdfium }: DrawingInput): Promise<Picture> {
  const api = await PDFiumModule({
    instantiateWasm: (imports, onInstance) => {
      const instance = new Instance(pdfium, imports);
      // The package declares a module here, but Emscripten expects the instance.
      onInstance(instance as never);
      return instance.exports as never;
    },
  });
  // A null pointer selects the defaults.
  api._FPDF_InitLibraryWithConfig(0 as never);
  const file = api.wasmExports.malloc(pdf.length);
  api.HEAPU8.set(pdf, file);
  const document = api._FPDF_LoadMemDocument(file, pdf.length, 0);
  if (document === 0) throw new Error('PDFium cannot open the file.');
  const page = api._FPDF_LoadPage(document, 0);
  if (page === 0) throw new Error('PDFium cannot open the first page.');

  const { width, height } = pixelSize(api._FPDF_GetPageWidth(page), api._FPDF_GetPageHeight(page));
  const length = width * height * BYTES_PER_PIXEL;
  const pixels = api.wasmExports.malloc(length);
  if (pixels === 0) throw new Error('PDFium has no memory for the picture.');
  const stride = width * BYTES_PER_PIXEL;
  const bitmap = api._FPDFBitmap_CreateEx(width, height, BITMAP_FORMAT, pixels, stride);
  api._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  api._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
  return { width, height, rgba: api.HEAPU8.slice(pixels, pixels + length) };
}

export function pixelSize(widthPt: number, heightPt: number): { width: number; height: number } {
  if (!(widthPt > 0 && heightPt > 0)) throw new Error('The page has no size.');
  const scale = Math.min(WIDTH_PX / widthPt, MOST_HEIGHT_PX / heightPt);
  return {
    width: Math.max(1, Math.round(widthPt * scale)),
    height: Math.max(1, Math.round(heightPt * scale)),
  };
}
