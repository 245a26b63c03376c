/** Checks package-lock.json: only packages of the registry, each with the hash of its content. */

/** The checked part of an entry (https://docs.npmjs.com/cli/configuring-npm/package-lock-json). */
export interface LockEntry {
  readonly integrity?: string
  /** Its source; npm omits it for packages of the registry (`omit-lockfile-registry-resolved`). */
  readonly resolved?: string
  readonly link?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
/** The file. The entry without a name is this project. */
export interface LockFile {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, LockEntry>>
}

/**
 * The system that packages are built and tested on: everything installed there must have a hash.
 */
const builtOn = { os: 'linux', cpu: 'x64' }

const wholeHash = /^sha512-[A-Za-z0-9+/]{86}==$/
/** Ranges, exact versions, tags, and any of them under another name. */
const fromRegistry = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\w.^~<>=|*+\- ]*$/

const entriesOf = ({ packages }: LockFile): (readonly [string, LockEntry])[] =>
  Object.entries(packages).filter(([place]) => place !== '')

const isForeign = ({ os, cpu }: LockEntry): boolean =>
  (os !== undefined && !os.includes(builtOn.os)) ||
  (cpu !== undefined && !cpu.includes(builtOn.cpu))

/** Returns entries that may lack a hash: optional, and never installed where packages are built. */
export const withoutHash = (lock: LockFile): readonly string[] =>
  entriesOf(lock)
    .filter(([, entry]) => entry.integrity === undefined && entry.optional && isForeign(entry))
    .map(([place]) => place)

/** Returns entries that would run their own program at installation, if `.npmrc` allowed it. */
export const withInstallScript = (lock: LockFile): readonly string[] =>
  entriesOf(lock)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => place)

/** Returns every fault as a sentence; none: the file is correct. */
export function lockFaults(lock: LockFile): readonly string[] {
  const permitted = new Set(withoutHash(lock))
  const version = lock.lockfileVersion === 3 ? [] : ['package-lock.json is not of version 3']
  const entries = entriesOf(lock).flatMap(([place, entry]) => [
    ...(permitted.has(place) || wholeHash.test(entry.integrity ?? '')
      ? []
      : [`${place} has no SHA-512 of its content`]),
    ...(entry.resolved === undefined && !entry.link
      ? []
      : [`${place} comes from elsewhere than the registry`]),
  ])
  return [...version, ...entries, ...Object.entries(lock.packages).flatMap(wantedElsewhere)]
}

/**
 * Returns the dependencies of an entry that come from another source: a repository, a folder, an
 * address.
 */
function wantedElsewhere([place, entry]: readonly [string, LockEntry]): string[] {
  const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }
  return Object.entries(wanted)
    .filter(([, spec]) => !fromRegistry.test(spec))
    .map(([name, spec]) => `${place || 'package.json'} wants ${name} from ${spec}`)
}
