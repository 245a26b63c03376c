/**
 * A vault's marker: a small file beside the profile that records, without a secret, what the
 * keychain holds for it. A locked keyring and an empty one give the same answer; only the marker
 * distinguishes "gone" from "never stored".
 */
import { rm } from 'node:fs/promises'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'

const generation = z.int().positive()

const schema = z.strictObject({
  format: z.literal(1),
  account: z.string(),
  /**
   * The generation known to be stored; null before the first write has finished, or once removal
   * began.
   */
  generation: generation.nullable(),
  /**
   * Every generation that may have chunks in the keychain, recorded before its first chunk is
   * written.
   */
  begun: z.array(z.strictObject({ generation, chunks: z.int().nonnegative() })),
  createdAt: z.iso.datetime(),
})

export type Marker = z.infer<typeof schema>

/** A generation and the number of chunk items it may have. */
export type Begun = Marker['begun'][number]

/**
 * Reads the marker of `account`; null only when there is no marker, never for an unreadable one.
 * Rejects when the file system fails.
 */
export async function readMarker(
  file: string,
  account: string,
): Promise<Marker | 'unreadable' | null> {
  const text = await readIfThere(file)
  if (text === undefined) return null
  const parsed = schema.safeParse(json(text))
  return parsed.success && parsed.data.account === account ? parsed.data : 'unreadable'
}

/** Writes the marker. The file is on disk when this resolves. */
export const writeMarker = (file: string, marker: Marker): Promise<void> =>
  writeDurably(file, `${JSON.stringify(schema.parse(marker), null, 2)}\n`)

/** Removes the marker. After a power cut it may come back, saying that nothing is stored. */
export const eraseMarker = (file: string): Promise<void> => rm(file, { force: true })

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
