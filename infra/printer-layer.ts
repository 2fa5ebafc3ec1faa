import { Architecture, type Code, type ILayerVersion, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export const PRINTERS = ['typst', 'chromium'] as const;
export type PrinterName = (typeof PRINTERS)[number];

export interface PrinterSource {
  name: PrinterName;
  /** The printer's files; without them it is found in the project itself, as on one's own desk. */
  code?: Code | undefined;
}

/** What a function that prints is given beside its own code. */
export interface PrinterLayer {
  architecture: Architecture;
  layers: ILayerVersion[];
  environment: Record<string, string>;
}

/** The browser there is for Lambda runs on Intel's processors alone. */
const ARCHITECTURES: Record<PrinterName, Architecture> = {
  typst: Architecture.ARM_64,
  chromium: Architecture.X86_64,
};

/** Where a layer's files appear, and the printers look for theirs. */
const HOME = '/opt/printer';

/** One layer for all functions that print: the printer and the fonts are larger than all our code. */
export function printerLayer(scope: Construct, { name, code }: PrinterSource): PrinterLayer {
  const architecture = ARCHITECTURES[name];
  const layer =
    code &&
    new LayerVersion(scope, 'Printer', {
      code,
      compatibleArchitectures: [architecture],
      description: `Assay: the ${name} printer and the fonts of documents`,
    });
  return {
    architecture,
    layers: layer ? [layer] : [],
    environment: { PRINTER: name, ...(layer && { PRINTER_HOME: HOME }) },
  };
}
