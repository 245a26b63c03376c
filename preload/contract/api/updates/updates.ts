/** Newer versions of the program: a manifest that is signed, from a feed that an administrator sets. Off by default. */
import { z } from '../../kernel/zod.ts'

/** The manifest's name at a feed, and beside installers that come by hand. */
export const manifestName = 'countersign-update.json'

/** Three numbers, as every version of the program has. */
const version = z.string().regex(/^(0|[1-9]\d{0,5})(\.(0|[1-9]\d{0,5})){2}$/)

const updateFile = z.object({
  system: z.enum(['linux', 'win32', 'darwin']),
  arch: z.enum(['x64', 'arm64']),
  kind: z.enum(['AppImage', 'deb', 'rpm', 'exe', 'dmg']),
  /** A plain name: it stands beside the manifest. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,199}$/),
  bytes: z.int().min(1).max(1_000_000_000),
  /** Of 64 bytes, in base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})
/** One installer. */
export type UpdateFile = z.infer<typeof updateFile>

/** What is signed. */
export const updateManifest = z.object({
  format: z.literal(1),
  product: z.literal('countersign'),
  version,
  publishedAt: z.iso.datetime(),
  /** After it the feed has to have a newer one: a feed that is held back is noticed. */
  expiresAt: z.iso.datetime(),
  notes: z.string().max(8_000),
  files: z.array(updateFile).max(40),
})
export type UpdateManifest = z.infer<typeof updateManifest>

/** Why a manifest is not believed. */
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
  /** More about it, in words; empty: there is no more. */
  detail: z.string(),
})
export type ManifestRefusal = z.infer<typeof manifestRefusal>

const told = { version: z.string(), publishedAt: z.iso.datetime(), notes: z.string() }

/** What a manifest came to. */
export const updateFinding = z.discriminatedUnion('state', [
  z.object({ state: z.literal('refused'), ...manifestRefusal.shape }),
  /** The version that runs is the manifest's, or a newer one. */
  z.object({ state: z.literal('current'), ...told }),
  /** Those for this system; none where it has none. */
  z.object({ state: z.literal('newer'), ...told, files: z.array(updateFile) }),
])
export type UpdateFinding = z.infer<typeof updateFinding>

/** `https://…/` of a folder; nothing that names a person or a place within a file. */
export const updateFeed = z
  .url({ protocol: /^https$/, error: 'An address that begins with https://' })
  .max(500)
  .refine((text) => isPlain(text), {
    error: 'An address without user name, password, query and fragment',
  })

function isPlain(text: string): boolean {
  const read = URL.parse(text)
  // What is no address at all is told by the rule before.
  return read === null || `${read.username}${read.password}${read.search}${read.hash}` === ''
}

/** What the window shows. */
export const updatesState = z.object({
  /** The version that runs. */
  runs: z.string(),
  /** SHA-256 of each key that this build believes; none: it believes no manifest. */
  keys: z.array(z.string()),
  /** Null: no feed is asked. */
  feed: z.string().nullable(),
  /** When the feed was asked last, and what came of it. */
  checkedAt: z.iso.datetime().nullable(),
  found: updateFinding.nullable(),
})
export type UpdatesState = z.infer<typeof updatesState>

/** What files that were brought by hand came to. */
export const checkedFiles = z.object({
  found: updateFinding,
  installers: z.array(
    z.object({
      name: z.string(),
      /** `older`: genuine, and of a version before the one that runs. `not-listed`: the manifest names no such file. `not-judged`: the manifest is not believed. */
      verdict: z.enum(['genuine', 'older', 'changed', 'not-listed', 'not-judged']),
    }),
  ),
})
export type CheckedFiles = z.infer<typeof checkedFiles>
