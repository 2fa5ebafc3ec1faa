/** Screens that write templates and prepare documents. They load together, because a text leads to a document. */
export { NewTemplate, TemplateEditor } from './templates/editor.tsx';
export { TemplateRevisions } from './templates/revisions.tsx';
