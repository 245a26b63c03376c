/**
 * Hook of electron-builder after a layout is complete: sets the fuses before anything is signed.
 */
import { join } from 'node:path'
import { flipFuses, FuseVersion } from '@electron/fuses'
import type { AfterPackContext } from 'electron-builder'
import { fuses } from './lib/package/fuses.ts'
import { placesOf } from './lib/package/layout.ts'

/** Sets every fuse; a fuse that the list lacks ends the build. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName, packager } = context
  const { program } = placesOf(electronPlatformName, packager.appInfo.productFilename)
  const isApple = electronPlatformName === 'darwin' && process.platform === 'darwin'
  await flipFuses(join(appOutDir, program), {
    ...fuses,
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // A changed program without any signature does not start there; a release is signed properly
    // afterwards.
    resetAdHocDarwinSignature: isApple,
  })
}
