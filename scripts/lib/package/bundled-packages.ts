/**
 * Packages of others in the bundles. For npm they are development dependencies, since nothing loads
 * them at run time, but they are shipped: the notices, the list of materials and the licence check
 * use this list.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'
import { root } from '../run.ts'

export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** From its package.json. */
  readonly license: string
}

/** Files that the plugin writes to `dist/`. */
export const packagesFile = 'packages.json'
export const noticesFile = 'licences.txt'

/** Collects them over all bundles of a build. `found` is filled during the build. */
export const gatherPackages = (found: Set<string>): Plugin => ({
  name: 'countersign:packages',
  generateBundle(_options, bundle) {
    for (const part of Object.values(bundle)) {
      if (part.type !== 'chunk') continue
      for (const id of part.moduleIds) {
        const folder = packageFolder(id)
        if (folder !== undefined) found.add(folder)
      }
    }
  },
})

/** Returns the folder of a module's package; undefined: our own code. */
function packageFolder(id: string): string | undefined {
  const icons = /~icons\/(\w+)\//.exec(id)?.[1]
  if (icons !== undefined) return join(root, 'node_modules/@iconify-json', icons)
  const path = id
    .replace(/^\0/, '')
    .replace(/[?#].*/, '')
    .split(sep)
    .join('/')
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/**
 * Returns the folders of the shipped packages, sorted by name; the same version in two places is
 * listed once.
 */
export const shippedFolders = (folders: Iterable<string>): readonly string[] => [
  ...new Map(
    [...folders].map((folder) => [named(readPackageFacts(folder)), folder] as const).sort(byName),
  ).values(),
]

const named = ({ name, version }: ShippedPackage): string => `${name} ${version}`
const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : 1

/**
 * Reads a package's name, version and licence. Throws if it names no licence: it must not be
 * shipped then.
 */
export function readPackageFacts(folder: string): ShippedPackage {
  const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  if (facts.license === undefined) throw new Error(`${facts.name} names no licence`)
  return { name: facts.name, version: facts.version, license: facts.license }
}

/**
 * Returns the notices that the licences require: each package with its licence text, if it has one.
 */
export function noticesOf(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license } = readPackageFacts(folder)
    return [`${name} ${version} (${license})`, '', ...licenceTexts(folder)].join('\n')
  })
  return `Countersign contains the work of others:\n\n${parts.join(`\n${'-'.repeat(78)}\n\n`)}`
}

const licenceTexts = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort()
    .map((name) => `${readFileSync(join(folder, name), 'utf8').trim()}\n`)
