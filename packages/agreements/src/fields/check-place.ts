import type { Finding } from '@assay/foundation';
import type { FieldSettings } from '../field.ts';
import type { DocumentFields } from './document-fields.ts';
import { BOX_TOLERANCE_POINTS } from './limits.ts';

type Place = Pick<DocumentFields, 'pages' | 'signerIds'>;

/** Checks that the signer and page exist and that the box lies on the page. */
export function checkPlace(settings: FieldSettings, { pages, signerIds }: Place): Finding[] {
  const findings: Finding[] = [];
  if (!signerIds.includes(settings.signerId))
    findings.push({ path: 'signerId', message: 'The document has no signer with this id.' });

  const page = pages[settings.pageNumber - 1];
  if (!page) return [...findings, { path: 'pageNumber', message: `The document has ${pages.length} pages.` }];

  const { xPosition, yPosition, width, height } = settings;
  if (xPosition + width > page.width + BOX_TOLERANCE_POINTS)
    findings.push({
      path: 'width',
      message: `The field exceeds the width of the page (${page.width} pt).`,
    });
  if (yPosition + height > page.height + BOX_TOLERANCE_POINTS)
    findings.push({
      path: 'height',
      message: `The field exceeds the height of the page (${page.height} pt).`,
    });
  return findings;
}
