/**
 * Identifies a file by the plain bytes at its start, before SQLite may open it: SQLite would fold a
 * crashed store's log into the file, and must not do so to a newer store.
 */
import { closeSync, openSync, readSync } from 'node:fs'

/** Number of plain bytes at the start of a store. */
export const plainHeaderBytes = 96

/** ASCII `CSGN`, in every store's header. */
export const applicationId = 0x4353474e

/**
 * ASCII `CSGB`, in every backup's header: identifies a backup that somebody copied by hand to the
 * path of a store.
 */
export const backupId = 0x43534742

export type Identity =
  | { readonly kind: 'absent' }
  | { readonly kind: 'foreign' }
  | ({ readonly kind: 'backup' | 'store' } & StoreVersion)

/** Version of a store's schema, and the beginning of the hash of the text that makes it. */
export interface StoreVersion {
  readonly version: number
  /** From 1. 0: of a store of an earlier state, which carried none. */
  readonly mark: number
}

/**
 * Returns the header's user version: the version in its last byte, the mark in the bits before it. So
 * both are known before SQLite may touch the file.
 */
export const userVersion = ({ version, mark }: StoreVersion): number => mark * 256 + version
/** Returns what a user version says. */
export const readUserVersion = (stored: number): StoreVersion => ({
  version: stored % 256,
  mark: Math.floor(stored / 256),
})
/** Returns the mark of a schema by its hash, in hex; SQLite's user version has a sign. */
export const markOf = (hash: string): number =>
  (Number.parseInt(hash.slice(0, 8), 16) % 0x7ffffe) + 1

// Offsets from sqlite.org/fileformat2.html, The Database Header.
const magic = Buffer.from('SQLite format 3\0', 'latin1')
const userVersionAt = 60
/** Offset of the application id: four bytes, not encrypted. */
export const applicationIdAt = 68

/** Reads which program wrote the file at `path`. Throws the system's error if it cannot be read. */
export function identify(path: string): Identity {
  const header = readStart(path)
  if (header === undefined) return { kind: 'absent' }
  if (header.length < plainHeaderBytes) return { kind: 'foreign' }
  if (!header.subarray(0, magic.length).equals(magic)) return { kind: 'foreign' }
  const stored = readUserVersion(header.readUInt32BE(userVersionAt))
  const id = header.readUInt32BE(applicationIdAt)
  if (id === backupId) return { kind: 'backup', ...stored }
  return id === applicationId ? { kind: 'store', ...stored } : { kind: 'foreign' }
}

function readStart(path: string): Buffer | undefined {
  const descriptor = openIfThere(path)
  if (descriptor === undefined) return undefined
  try {
    const header = Buffer.alloc(plainHeaderBytes)
    return header.subarray(0, readSync(descriptor, header, 0, plainHeaderBytes, 0))
  } finally {
    closeSync(descriptor)
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
