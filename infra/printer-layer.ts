import { Architecture, type Code, type ILayerVersion, LayerVersion } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

export const PRINTERS = ['typst', 'chromium'] as const;
export type PrinterName = (typeof PRINTERS)[number];

export interface PrinterSource {
  name: PrinterName;
  /** Files of the printer; undefined in the local cloud, which uses the project's own. */
  code?: Code | undefined;
}

/** What a printing function needs besides its code. */
export interface PrinterLayer {
  architecture: Architecture;
  layers: ILayerVersion[];
  environment: Record<string, string>;
}

/** Chromium for Lambda supports x86 only. */
const ARCHITECTURES: Record<PrinterName, Architecture> = {
  typst: Architecture.ARM_64,
  chromium: Architecture.X86_64,
};

/** Mount path of layers, where printers look for their files. */
const HOME = '/opt/printer';

/** One layer for all printing functions: printer and fonts are larger than all our code. */
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
