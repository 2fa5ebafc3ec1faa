import { TEMPLATE_SOURCE_BYTES } from '../limits.ts';
import { withoutRefused } from './characters.ts';
import { newFindings, type SourceFindings } from './findings.ts';
import type { LiquidNode } from './liquid-nodes.ts';
import { parseLiquid } from './parse-liquid.ts';
import { type SourcePlaces, sourcePlaces, withPlainLineEnds } from './source-places.ts';

/** A parsed source, before data is applied. */
export interface ParsedTemplate {
  places: SourcePlaces;
  findings: SourceFindings;
  /** Undefined if it cannot be rendered; the findings say why. */
  nodes: readonly LiquidNode[] | undefined;
}

export function parseTemplate(source: string): ParsedTemplate {
  const findings = newFindings();
  if (new TextEncoder().encode(source).length > TEMPLATE_SOURCE_BYTES) {
    findings.add(0, `The source may have at most ${TEMPLATE_SOURCE_BYTES} bytes.`);
    return { places: sourcePlaces(''), findings, nodes: undefined };
  }
  const text = withPlainLineEnds(source);
  const nodes = parseLiquid(withoutRefused(text, findings), findings);
  return { places: sourcePlaces(text), findings, nodes };
}
