import { hasJava, JAVA_PACKAGES } from '#packages/local-aws/src/java.ts';
import { canInstall, installPackage, run, updatePackages } from './apt.ts';
import { findChromium, findPoppler, isCi, missingInCi, missingTools } from './tools.ts';

/**
 * Part of `npm test`: installs Java, Chromium and Poppler on Debian and Ubuntu as root. Elsewhere the engines name the
 * package of Java, and tests that need the others are skipped and counted, or with `CI=true` the run ends here.
 */
async function installMissing(): Promise<void> {
  const missing = [...((await hasJava()) ? [] : ['Java']), ...missingTools()];
  if (missing.length === 0 || !(await canInstall())) return;
  console.log(`Tests need ${missing.join(' and ')}: installing with apt-get.`);
  await updatePackages();
  if (missing.includes('Java')) await installPackage(JAVA_PACKAGES[0]).catch(() => installPackage(JAVA_PACKAGES[1]));
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
