/**
 * The layout of a value in the keychain: a manifest item, which holds a small value itself, or
 * names the generation of chunk items that hold it. The format is the same on every system.
 */
import { z } from '../../../preload/contract/kernel/zod.ts'
import { sha256Of } from '../../platform/sha256.ts'

const common = {
  format: z.literal(1),
  generation: z.int().positive(),
  /** Hash of the value's UTF-8 bytes, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
}
const manifest = z.union([
  z.strictObject({ ...common, value: z.base64() }),
  z.strictObject({ ...common, chunks: z.int().nonnegative() }),
])

/** A manifest item's content. */
export type Manifest = z.infer<typeof manifest>

/**
 * A value in stored form: the texts of its chunks, and the manifest, which is written after them.
 */
export interface Entry {
  readonly manifest: string
  readonly chunks: readonly string[]
}

/**
 * Splits a value into texts of at most `chunkBytes` bytes. Base64, so that no text encoding can
 * alter them.
 */
export function layOut(value: string, generation: number, chunkBytes: number): Entry {
  const encoded = Buffer.from(value, 'utf8').toString('base64')
  const head = { format: 1, generation, sha256: sha256Of(value) } as const
  const whole = JSON.stringify({ ...head, value: encoded } satisfies Manifest)
  if (whole.length <= chunkBytes) return { manifest: whole, chunks: [] }
  const count = Math.ceil(encoded.length / chunkBytes)
  const chunks = Array.from({ length: count }, (_, n) =>
    encoded.slice(n * chunkBytes, (n + 1) * chunkBytes),
  )
  return { manifest: JSON.stringify({ ...head, chunks: count } satisfies Manifest), chunks }
}

/** Reads a manifest item; undefined when it does not have this format. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Returns the number of chunk items a manifest names. */
export const chunksOf = (found: Manifest): number => ('chunks' in found ? found.chunks : 0)

/**
 * Decodes the joined base64 text; undefined when the value does not match the manifest's checksum.
 */
export function valueOf(found: Manifest, encoded: string): string | undefined {
  const value = Buffer.from(encoded, 'base64').toString('utf8')
  return sha256Of(value) === found.sha256 ? value : undefined
}
