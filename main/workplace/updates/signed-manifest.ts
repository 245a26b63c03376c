/**
 * The file of a manifest: its bytes and their signature together, so neither can be newer than the
 * other. The manifest is parsed only after the signature over its exact bytes was verified.
 */
import { sign, verify, type KeyObject } from 'node:crypto'
import {
  updateManifest,
  type ManifestRefusal,
  type UpdateManifest,
} from '../../../preload/contract/api/updates/updates.ts'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { UpdateKey } from '../update-keys.ts'

const envelope = z.object({ manifest: z.base64().min(1), signature: z.base64().length(88) })

/** Prefix of the signed bytes, so that a signature made for another purpose is invalid here. */
const purpose = Buffer.from('countersign update manifest 1\n')
const signedBytes = (manifest: Uint8Array): Buffer => Buffer.concat([purpose, manifest])

/** Signs a manifest, for the publisher. */
export function signManifest(manifest: UpdateManifest, key: KeyObject): string {
  const bytes = Buffer.from(JSON.stringify(updateManifest.parse(manifest)))
  const signature = sign(null, signedBytes(bytes), key).toString('base64')
  return `${JSON.stringify({ manifest: bytes.toString('base64'), signature })}\n`
}

/** Returns the manifest of a file if one of the keys has signed it. */
export function openManifest(
  text: string,
  keys: readonly UpdateKey[],
): Result<UpdateManifest, ManifestRefusal> {
  if (keys.length === 0) return refused('no-key')
  const read = envelope.safeParse(fromJson(text))
  if (!read.success) return refused('not-a-manifest')
  const manifest = Buffer.from(read.data.manifest, 'base64')
  const signature = Buffer.from(read.data.signature, 'base64')
  const bytes = signedBytes(manifest)
  if (!keys.some(({ key }) => verify(null, bytes, key, signature))) return refused('not-signed')
  const parsed = updateManifest.safeParse(fromJson(manifest.toString('utf8')))
  if (parsed.success) return ok(parsed.data)
  const at = parsed.error.issues[0]
  return refused('not-a-manifest', at ? `${at.path.join('.')}: ${at.message}` : '')
}

const refused = (why: ManifestRefusal['why'], detail = ''): Result<never, ManifestRefusal> =>
  err({ why, detail })

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
