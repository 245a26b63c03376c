/**
 * A vault's marker: a small file beside the profile that says, without a secret, what the keychain holds
 * of it. A locked keyring and an empty one give the same answer; only the marker tells "gone" from "never".
 */
import { rm } from 'node:fs/promises'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { readIfThere } from '../../platform/files/read-if-there.ts'
import { writeDurably } from '../../platform/files/write-durably.ts'

const generation = z.int().positive()

const schema = z.strictObject({
  format: z.literal(1),
  account: z.string(),
  /** The generation known to be stored; null while the first write has not finished, or once removing began. */
  generation: generation.nullable(),
  /** Every generation that may have chunks in the keychain, written down before the first of them. */
  begun: z.array(z.strictObject({ generation, chunks: z.int().nonnegative() })),
  createdAt: z.iso.datetime(),
})

/** What a marker says. */
export type Marker = z.infer<typeof schema>

/** A generation and how many chunk items it may have. */
export type Begun = Marker['begun'][number]

/**
 * Reads the marker of `account`; null when there is none, which an unreadable one is never taken for.
 * Rejects when the file system refuses to say.
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

/** Writes the marker; it is on the disk when this resolves. */
export const writeMarker = (file: string, marker: Marker): Promise<void> =>
  writeDurably(file, `${JSON.stringify(schema.parse(marker), null, 2)}\n`)

/** Removes the marker. One that says that nothing is stored may come back after a power cut. */
export const eraseMarker = (file: string): Promise<void> => rm(file, { force: true })

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
