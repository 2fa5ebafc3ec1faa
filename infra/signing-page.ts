import { type BuiltPage, buildSigningPage } from '@assay/signing-page/build';
import { bundleName, type FunctionName } from './function-names.ts';

let built: BuiltPage | undefined;

/** Files by the function of the page that serves them. */
export function signingPageFilesOf(fn: FunctionName): Record<string, Uint8Array> {
  const bundle = bundleName(fn);
  if (!FUNCTIONS.includes(bundle)) return {};
  built ??= buildSigningPage();
  if (bundle === READ_PAGE || bundle === READ_VERIFY_PAGE) return built.build;
  return bundle === READ_ASSET ? { ...built.page, ...built.build } : built.embed;
}

const READ_PAGE = 'documents-read-signing-page';
const READ_ASSET = 'documents-read-signing-asset';
const READ_VERIFY_PAGE = 'documents-read-verify-page';
const FUNCTIONS = [READ_PAGE, READ_ASSET, READ_VERIFY_PAGE, 'documents-read-embed-script'];
