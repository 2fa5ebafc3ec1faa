import type * as Compiler from '@myriaddreamin/typst-ts-web-compiler';

/** A Typst program and its data. */
export interface TypesettingJob {
  program: string;
  /** JSON. */
  data: string;
  /** Paths of the font files that the program names. */
  fonts: readonly string[];
  /** Images that the program names by path. */
  files?: readonly { path: string; content: Uint8Array }[];
  /** A document with more pages is not exported: `pdf` is empty. */
  mostPages: number;
}

export interface TypesetDocument {
  pdf: Uint8Array;
  pageCount: number;
  /** Values that the program marked with `<box-place>`. */
  marks: unknown;
  memoryBytes: number;
}

/** After `failure` the compiler can be used again; after `broken` it cannot. */
export type TypesettingAnswer = TypesetDocument | { failure: string } | { broken: string };

/** Passed as data, because a script given as source text cannot import. */
export interface TypesetterSettings {
  /** URL of the package's JavaScript. */
  library: string;
  module: WebAssembly.Module;
}

/** The parts of `node:worker_threads` and `node:fs` that it needs. */
export interface TypesetterHost {
  workerData: TypesetterSettings;
  parentPort: {
    on: (event: 'message', listener: (job: TypesettingJob) => void) => void;
    postMessage: (answer: TypesettingAnswer | { isReady: true }) => void;
  };
  readFileSync: (path: string) => Uint8Array;
  load: (url: string) => Promise<typeof Compiler>;
}

/**
 * The code of the thread that runs Typst. Node receives it as source text of this function, because
 * a Lambda's code is one file and there is no second one to start. It may therefore only use its
 * argument and Node globals.
 */
export function typesetter({ workerData, parentPort, readFileSync, load }: TypesetterHost): void {
  const MAIN = '/main.typ';
  const [PAGED, PDF, FULL_DIAGNOSTICS] = [0, 1, 3];
  /** Appended to every program, the only way to get its page count. */
  const COUNT = '\n#context [#metadata(here().page()) <page-count>]';
  const fonts = new Map<string, Uint8Array>();

  const create = async () => {
    const library = await load(workerData.library);
    const { memory } = library.initSync({ module: workerData.module });
    const builder = new library.TypstCompilerBuilder();
    // Disables file and package access: there is only the program.
    builder.set_dummy_access_model();
    return { library, memory, compiler: await builder.build() };
  };
  const created = create();

  /** Fonts stay loaded, so only the families that a program names decide which fonts it uses. */
  const loadFonts = async (paths: readonly string[]) => {
    const { library, compiler } = await created;
    const missing = paths.filter((path) => !fonts.has(path));
    if (missing.length === 0) return;
    for (const path of missing) fonts.set(path, readFileSync(path));
    const builder = new library.TypstFontResolverBuilder();
    for (const bytes of fonts.values()) builder.add_raw_font(bytes);
    compiler.set_fonts(await builder.build());
  };

  const typeset = async (job: TypesettingJob): Promise<TypesettingAnswer> => {
    const { compiler, memory } = await created;
    await loadFonts(job.fonts);
    compiler.add_source(MAIN, job.program + COUNT);
    for (const { path, content } of job.files ?? []) compiler.map_shadow(path, content);
    const world = compiler.snapshot('/', MAIN, [['data', job.data]]);
    try {
      const { hasError, diagnostics } = world.compile(PAGED, FULL_DIAGNOSTICS) as {
        hasError: boolean;
        diagnostics: { message: string }[];
      };
      if (hasError) return { failure: diagnostics.map(({ message }) => message).join('; ') };
      const marked = (label: string) => JSON.parse(world.query(PAGED, label)) as { value: unknown }[];
      const pageCount = Number(marked('<page-count>').at(-1)?.value);
      const isTooLong = pageCount > job.mostPages;
      const artifact = isTooLong ? undefined : world.get_artifact(PDF, FULL_DIAGNOSTICS);
      return {
        pageCount,
        pdf: artifact?.result ?? new Uint8Array(),
        marks: marked('<box-place>'),
        memoryBytes: memory.buffer.byteLength,
      };
    } finally {
      world.free();
      for (const { path } of job.files ?? []) compiler.unmap_shadow(path);
    }
  };

  // Startup does not count towards the time limit of a document.
  created.then(() => parentPort.postMessage({ isReady: true }));
  parentPort.on('message', async (job) => {
    try {
      parentPort.postMessage(await typeset(job));
    } catch (error) {
      parentPort.postMessage({ broken: String(error) });
    }
    // Clears the compiler's caches of the document.
    await created.then(({ compiler }) => compiler.reset()).catch(() => undefined);
  });
}
