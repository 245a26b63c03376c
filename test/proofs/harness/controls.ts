/**
 * Controls: builds that lack a guard, which a proof must find out. The source stays unchanged; the
 * change is made while the programs are bundled.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { bundle } from '../../unit/support/programs/build-programs.ts'
import {
  programPath,
  programs,
  programUrl,
  type Program,
} from '../../unit/support/programs/programs.ts'

/** A text that occurs once in a file of main, and its replacement. */
export type Change = readonly [file: string, text: string, instead: string]

/** Bundling fails if a file does not contain the expected text. */
const withChanges = (made: readonly Change[]): Plugin => ({
  name: 'control',
  enforce: 'pre',
  transform(code, id) {
    const ofFile = made.filter(([file]) => id.endsWith(file))
    if (ofFile.length === 0) return null
    return ofFile.reduce((text, [file, from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${file} reads otherwise: change it again`)
      return text.replace(from, to)
    }, code)
  },
})

const results = fileURLToPath(new URL('../../../test-results/', import.meta.url))

/** The programs that a proof plays. */
export interface ProofPrograms {
  readonly path: (name: Program) => string
  readonly url: (name: Program) => URL
  readonly remove: () => Promise<void>
}

/** The programs of this run. */
export const builtPrograms: ProofPrograms = {
  path: programPath,
  url: programUrl,
  remove: () => Promise.resolve(),
}

/** Returns the programs of this run, of which `names` are bundled again if changes are given. */
export async function programsWith(
  names: readonly Program[],
  changes: readonly Change[] | undefined,
): Promise<ProofPrograms> {
  if (changes === undefined) return builtPrograms
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(join(results, 'control-'))
  const sources = Object.fromEntries(names.map((name) => [name, programs[name]]))
  await bundle(folder, sources, [withChanges(changes)])
  const path = (name: Program): string =>
    names.includes(name) ? join(folder, `${name}.js`) : programPath(name)
  return {
    path,
    url: (name) => pathToFileURL(path(name)),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
