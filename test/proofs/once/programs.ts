/**
 * The programs of the proof, bundled once: a thousand starts by type stripping would cost three times as much
 * processor time. The sources are the product's, built as the product builds them.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundle } from '../../unit/support/programs/build-programs.ts'

/** Where the bundled programs are. */
export interface Programs {
  readonly workstation: string
  readonly practiceBank: string
  readonly storeWorker: URL
  /** What Node keeps of compiling them, from the first start on: a tenth of what a start costs. */
  readonly compiled: string
  remove(): Promise<void>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const at = (path: string): string => join(root, path)

/** Bundles them into a folder of their own; a plugin can make another program of it, for the test of the proof. */
export async function bundlePrograms(plugins: readonly Plugin[] = []): Promise<Programs> {
  await mkdir(at('test-results'), { recursive: true })
  const folder = await mkdtemp(at('test-results/once-'))
  const input = {
    workstation: at('test/proofs/once/workstation-child.ts'),
    'store-worker': at('main/storage/store-worker.ts'),
    'practice-bank': at('main/practice/practice-bank.ts'),
  }
  await bundle(folder, input, plugins)
  return {
    workstation: join(folder, 'workstation.js'),
    practiceBank: join(folder, 'practice-bank.js'),
    storeWorker: pathToFileURL(join(folder, 'store-worker.js')),
    compiled: join(folder, 'compiled'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
