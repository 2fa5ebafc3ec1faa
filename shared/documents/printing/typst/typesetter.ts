import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

/** A program of ours and the data it sets. */
export interface TypesettingJob {
  program: string;
  /** JSON. */
  data: string;
  /** Of a document that has more, only their number is told. */
  mostPages: number;
}

export interface TypesetDocument {
  pdf: Uint8Array;
  pageCount: number;
  /** What the program marked with `<signature-place>`. */
  marks: unknown;
  memoryBytes: number;
}

export type TypesettingAnswer = TypesetDocument | { failure: string };

/** What the process around it gives to `typesetter`, as the source of a script cannot import. */
export interface TypesetterSettings {
  home: string;
  fontPaths: readonly string[];
}

/**
 * The program of the process that runs Typst. It is handed to Node as text, made from this function: a
 * Lambda's code is one file, with none beside it to start. So it may use nothing but its arguments and what
 * every script of Node has.
 */
export function typesetter(
  settings: TypesetterSettings,
  host: NodeJS.Process,
  createRequire: (path: string) => (name: string) => unknown,
): void {
  const load = createRequire(`${settings.home}/package.json`);
  const { NodeCompiler: Compiler } = load('@myriaddreamin/typst-ts-node-compiler') as {
    NodeCompiler: { create: typeof NodeCompiler.create };
  };
  const compiler = Compiler.create({
    workspace: '/nonexistent',
    fontArgs: [{ fontPaths: [...settings.fontPaths] }],
  });

  const typeset = ({ program, data, mostPages }: TypesettingJob): TypesettingAnswer => {
    const compiled = compiler.compile({ mainFileContent: program, inputs: { data } });
    const document = compiled.result;
    if (!document) {
      const error = compiled.takeError();
      const reasons: { message: string }[] = error?.shortDiagnostics ?? [];
      return { failure: reasons.map(({ message }) => message).join('; ') };
    }
    const pageCount = document.numOfPages;
    const isTooLong = pageCount > mostPages;
    return {
      pageCount,
      pdf: isTooLong ? new Uint8Array() : compiler.pdf(document),
      marks: isTooLong ? [] : compiler.query(document, { selector: '<signature-place>' }),
      memoryBytes: host.memoryUsage.rss(),
    };
  };

  host.on('message', (job: TypesettingJob) => {
    let answer: TypesettingAnswer;
    try {
      answer = typeset(job);
    } catch (error) {
      answer = { failure: String(error) };
    }
    host.send?.(answer);
    compiler.evictCache(0);
  });
  host.on('disconnect', () => host.exit());
}
