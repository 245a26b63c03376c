/**
 * `npm run publish-files -- FOLDER`: writes the files beside the installers of a version:
 * `countersign-update.json`, signed with the key in UPDATE_KEY (PKCS#8, PEM), and `SHA256SUMS` over
 * everything. The notes come from the version's section in CHANGELOG.md. Refuses a key whose public
 * half is in no build: no program would accept its signature.
 */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { signManifest } from '../main/workplace/updates/signed-manifest.ts'
import { manifestName, type UpdateFile } from '../preload/contract/api/updates/updates.ts'
import { installerOf } from './lib/package/installers.ts'
import { notesOf } from './lib/package/notes.ts'
import { root } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const [given] = process.argv.slice(2)
const pem = process.env['UPDATE_KEY']
if (given === undefined) stop('publish-files: say the folder with the installers')
if (!pem) stop('publish-files: UPDATE_KEY is not set; the manifest would not be signed')

const folder = resolve(given)
const key = createPrivateKey(pem)
const half = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
const built = JSON.parse(await readFile(join(root, 'build/update-keys.json'), 'utf8')) as string[]
if (!built.includes(half)) stop('publish-files: no build carries the public half of this key')

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
}
const notes = notesOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
if (notes === undefined) stop(`publish-files: CHANGELOG.md says nothing of ${version}`)
const sums = 'SHA256SUMS'
const names = (await readdir(folder)).filter((name) => name !== sums && name !== manifestName)
const files: UpdateFile[] = []
for (const name of names.sort()) {
  const installer = installerOf(name)
  if (!installer) continue
  const { size: bytes } = await stat(join(folder, name))
  files.push({ ...installer, name, bytes, sha512: await digestOf(name, 'sha512', 'base64') })
}
if (files.length === 0) stop('publish-files: no installer is in the folder')

const now = new Date()
const manifest = {
  ...({ format: 1, product: 'countersign', version, files } as const),
  publishedAt: now.toISOString(),
  // A newer manifest must be published before, even if only for the same version.
  expiresAt: new Date(now.getTime() + 180 * 86_400_000).toISOString(),
  notes,
}
await writeFile(join(folder, manifestName), signManifest(manifest, key))
const lines: string[] = []
for (const name of [...names, manifestName].sort())
  lines.push(`${await digestOf(name, 'sha256', 'hex')}  ${name}\n`)
await writeFile(join(folder, sums), lines.join(''))
say(
  `publish-files: ${String(files.length)} installers are signed for, ${String(lines.length)} files are summed`,
)

async function digestOf(name: string, algorithm: string, as: 'hex' | 'base64'): Promise<string> {
  const hash = createHash(algorithm)
  for await (const part of createReadStream(join(folder, name))) hash.update(part as Buffer)
  return hash.digest(as)
}
