import { canInstall, installPackage, run, updatePackages } from '#packages/local-aws/src/apt.ts';
import { findChromium, findPoppler, isCi, missingInCi, missingTools } from './tools.ts';

/**
 * Part of `npm test`: installs Chromium and Poppler on Debian and Ubuntu as root, as the local cloud does with Java.
 * Elsewhere the tests that need them are skipped and counted, or with `CI=true` the run ends here.
 */
async function installMissing(): Promise<void> {
  const missing = missingTools();
  if (missing.length === 0 || !(await canInstall())) return;
  console.log(`Tests need ${missing.join(' and ')}: installing with apt-get.`);
  await updatePackages();
  if (!findPoppler()) await installPackage('poppler-utils');
  // Ubuntu has Chromium as a snap only, which containers cannot run: Playwright's build takes its place.
  if (!findChromium())
    await installPackage('chromium-headless-shell').catch(() =>
      run('npx', 'playwright-core', 'install', '--with-deps', '--no-shell', 'chromium'),
    );
}

await installMissing().catch((error: Error) => console.error(error.message));
const missing = missingTools();
if (missing.length > 0 && isCi()) {
  console.error(missingInCi(missing));
  process.exit(1);
}
