/** Program updates: a signed manifest from a feed that an administrator sets. Off by default. */
import { z } from '../../kernel/zod.ts'

/** File name of the manifest, at a feed and beside manually transferred installers. */
export const manifestName = 'countersign-update.json'

/** Three numbers, as in every program version. */
const version = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/)

const updateFile = z.object({
  system: z.enum(['linux', 'win32', 'darwin']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(['deb', 'rpm', 'exe', 'dmg']),
  /** A plain file name; the file is in the same folder as the manifest. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/),
  bytes: z.int().min(1).max(1_000_000_000),
  /** 64 bytes in base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})
export type UpdateFile = z.infer<typeof updateFile>

/** The signed content. */
export const updateManifest = z.object({
  format: z.literal(1),
  product: z.literal('countersign'),
  version,
  publishedAt: z.iso.datetime(),
  /** By this time the feed must have a newer manifest, so a feed that is held back is noticed. */
  expiresAt: z.iso.datetime(),
  notes: z.string().max(8_000),
  files: z.array(updateFile).max(40),
})
export type UpdateManifest = z.infer<typeof updateManifest>

/** Reasons for rejecting a manifest. */
export const manifestRefusals = [
  'no-key',
  'unreachable',
  'not-a-manifest',
  'not-signed',
  'expired',
  'older-than-seen',
] as const
export const manifestRefusal = z.object({
  why: z.enum(manifestRefusals),
  /** Further detail; empty if none. */
  detail: z.string(),
})
export type ManifestRefusal = z.infer<typeof manifestRefusal>

const release = { version: z.string(), publishedAt: z.iso.datetime(), notes: z.string() }

/** Result of reading a manifest. */
export const updateFinding = z.discriminatedUnion('state', [
  z.object({ state: z.literal('refused'), ...manifestRefusal.shape }),
  /** The running version equals the manifest's, or is newer. */
  z.object({ state: z.literal('current'), ...release }),
  /** Installers for this system; empty if there is none. */
  z.object({ state: z.literal('newer'), ...release, files: z.array(updateFile) }),
])
export type UpdateFinding = z.infer<typeof updateFinding>

/** `https://…/` of a folder; no user name, password, query or fragment. */
export const updateFeed = z
  .url({ protocol: /^https$/, error: 'An address that begins with https://' })
  .max(500)
  .refine((text) => isPlain(text), {
    error: 'An address without user name, password, query and fragment',
  })

function isPlain(text: string): boolean {
  const read = URL.parse(text)
  // The previous rule reports a text that is no address at all.
  return read === null || `${read.username}${read.password}${read.search}${read.hash}` === ''
}

export const updatesState = z.object({
  /** The running version. */
  runs: z.string(),
  /** SHA-256 of each key that this build trusts; empty: no manifest is accepted. */
  keys: z.array(z.string()),
  /** Null if no feed is set. */
  feed: z.string().nullable(),
  /** Time and result of the last feed check. */
  checkedAt: z.iso.datetime().nullable(),
  found: updateFinding.nullable(),
})
export type UpdatesState = z.infer<typeof updatesState>

/** Result for manually transferred files. */
export const checkedFiles = z.object({
  found: updateFinding,
  installers: z.array(
    z.object({
      name: z.string(),
      /**
       * `older`: genuine, but older than the running version. `not-listed`: the manifest does not
       * name the file. `not-judged`: the manifest was rejected.
       */
      verdict: z.enum(['genuine', 'older', 'changed', 'not-listed', 'not-judged']),
    }),
  ),
})
export type CheckedFiles = z.infer<typeof checkedFiles>
