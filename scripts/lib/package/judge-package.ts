/** Checks an unpacked build against fixed rules and against the manifest. */
import { fusesByName } from './fuses.ts'
import type { Layout } from './layout.ts'
import type { PackageFacts } from './read-package.ts'

/** Of the smoke build (`test/smoke`), its entry first: in no release, since they drive the program. */
export const smokeFiles = ['smoke.js', 'smoke-reader.js'] as const

/**
 * Expected content of each build, by its folder; `build/package-manifest.json`, changed by hand or
 * with `--write`.
 */
export type Manifest = Readonly<Record<string, PackageFacts>>

/** Returns every fault as a sentence; none: the build is correct. */
export const faultsOf = (
  layout: Layout,
  facts: PackageFacts,
  manifest: Manifest,
): readonly string[] =>
  [...ruleFaults(layout, facts), ...differences(facts, manifest[layout.folder])].map(
    (fault) => `${layout.folder}: ${fault}`,
  )

/** Checks the rules that do not depend on the manifest. */
function ruleFaults({ system, arch }: Layout, facts: PackageFacts): string[] {
  const faults: string[] = []
  for (const [name, state] of Object.entries(facts.fuses)) {
    const on = fusesByName[name]
    if (on === undefined) faults.push(`${name} is a fuse that scripts/lib/package/fuses.ts lacks`)
    else if (state !== (on ? 'on' : 'off')) {
      faults.push(`the fuse ${name} is ${state}, and has to be ${on ? 'on' : 'off'}`)
    }
  }
  for (const name of Object.keys(fusesByName)) {
    if (!(name in facts.fuses)) faults.push(`the fuse ${name} is not in the program`)
  }
  const own = `${system} ${arch}`
  for (const [name, target] of Object.entries(facts.native)) {
    if (target !== own) faults.push(`${name} is for ${target}, and has to be for ${own}`)
  }
  const unlisted = facts.archive.filter(
    (name) => name.endsWith('.node') && !facts.unpacked.includes(name),
  )
  for (const name of unlisted) faults.push(`${name} is in the archive, from which nothing loads it`)
  for (const name of smokeFiles)
    if (facts.archive.includes(name)) faults.push(`${name} belongs to the smoke build`)
  if (facts.unpacked.some((name) => /\.[cm]?js$/.test(name))) {
    faults.push('program code stands outside the archive, where its integrity is not checked')
  }
  const hasIntegrity = facts.integrity === 'right' || facts.integrity === 'none on this system'
  if (!hasIntegrity) faults.push(`the archive’s hash in the program is ${facts.integrity}`)
  return faults
}

function differences(facts: PackageFacts, wanted: PackageFacts | undefined): string[] {
  if (!wanted) return ['the manifest has no such build']
  const lists = ['archive', 'unpacked', 'resources'] as const
  return lists.flatMap((list) => [
    ...without(facts[list], wanted[list]).map((name) => `${list}: ${name} is not in the manifest`),
    ...without(wanted[list], facts[list]).map((name) => `${list}: ${name} is missing`),
  ])
}

const without = (all: readonly string[], others: readonly string[]): string[] =>
  all.filter((one) => !others.includes(one))
