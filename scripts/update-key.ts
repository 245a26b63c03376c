/**
 * `npm run update-key -- FILE`: creates the key that signs update manifests. The private half goes
 * into FILE, which must be outside the project and stored where no build reads it; the public half
 * goes into `build/update-keys.json`, which every build includes.
 */
import { generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { root } from './lib/run.ts'
import { say, stop } from './lib/say.ts'

const [given] = process.argv.slice(2)
if (given === undefined) stop('update-key: say where to save the private half')
const file = resolve(given)
const inside = relative(root, file)
if (!inside.startsWith('..') && !isAbsolute(inside))
  stop('update-key: the private half must not stand in the project')

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
await writeFile(file, pem, { mode: 0o600, flag: 'wx' }).catch((problem: unknown) =>
  stop(`update-key: ${String(problem)}`),
)
const keysFile = join(root, 'build/update-keys.json')
const keys = JSON.parse(await readFile(keysFile, 'utf8')) as string[]
const next = [...keys, publicKey.export({ format: 'der', type: 'spki' }).toString('base64')]
await writeFile(keysFile, `${JSON.stringify(next, null, 2)}\n`)
say(`update-key: ${String(next.length)} keys are in build/update-keys.json; commit it`)
