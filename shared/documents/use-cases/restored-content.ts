import type { Scope } from '#shared/platform/caller.ts';
import { RevisionContent, type Template, type TemplateRevision } from '../template.ts';
import { assertTemplate } from './assert-template.ts';

/**
 * The content of an earlier revision. A source is checked again: rules may have become stricter since. The PDF of a
 * PDF template never changes, so its fields still fit.
 */
export async function restoredContent(
  scope: Scope,
  { name }: Template,
  wanted: TemplateRevision & RevisionContent,
): Promise<RevisionContent & { sourceHash: string }> {
  const { source, sampleData, images, pageSize, language } = wanted;
  const content = { ...RevisionContent.parse(wanted), sourceHash: wanted.sourceHash };
  if (source === null || pageSize === null) return content;
  const { pdf: _, ...checked } = await assertTemplate(scope, { source, sampleData, images, pageSize, language, name });
  return { ...content, ...checked };
}
