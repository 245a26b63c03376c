/** A feed on a real HTTPS server, signed with a real key; the test controls the clock. */
import { generateKeyPairSync, createHash, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makePracticePki } from '../../../../../main/practice/practice-pki.ts'
import { writeDurably } from '../../../../../main/platform/files/write-durably.ts'
import { signManifest } from '../../../../../main/workplace/updates/signed-manifest.ts'
import { createUpdateFeed } from '../../../../../main/workplace/updates/update-feed.ts'
import { readUpdateKeys } from '../../../../../main/workplace/update-keys.ts'
import { createUpdates, type Updates } from '../../../../../main/workplace/updates.service.ts'
import type { FileDialogs } from '../../../../../main/platform/files/chosen-file.ts'
import { err, ok } from '../../../../../preload/contract/kernel/result.ts'
import {
  manifestName,
  type UpdateManifest,
  type UpdatesState,
} from '../../../../../preload/contract/api/updates/updates.ts'
import { VirtualTime } from '../../../bank/support/virtual-time.ts'

const pki = await makePracticePki(new Date())

/** A publisher's key pair; the public half as builds carry it. */
export function makeKeys(): { readonly privateKey: KeyObject; readonly built: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, built: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
}

/** The installer that the manifest names. */
export const installer = Buffer.from('an installer, as it was signed')
export const installerName = 'countersign_1.2.0_amd64.deb'

/** A manifest of 1.2.0 for Linux, with changes of the test. */
export const manifestOf = (change: Partial<UpdateManifest> = {}): UpdateManifest => ({
  format: 1,
  product: 'countersign',
  version: '1.2.0',
  publishedAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2027-02-01T00:00:00.000Z',
  notes: 'Fixes what was wrong.',
  files: [
    {
      system: 'linux',
      arch: 'x64',
      kind: 'deb',
      name: installerName,
      bytes: installer.length,
      sha512: createHash('sha512').update(installer).digest('base64'),
    },
  ],
  ...change,
})

/** A feed whose files the test sets. */
export interface FeedServer {
  readonly address: string
  readonly files: Map<string, string | Buffer | { readonly redirect: string }>
  readonly requested: string[]
}

/** Opens a feed that is closed with the test. */
export async function openFeed(): Promise<FeedServer> {
  const files: FeedServer['files'] = new Map()
  const requested: string[] = []
  const { chain: cert, privateKey: key } = pki.server
  const server = createServer({ cert, key }, ({ url = '' }, response) => {
    requested.push(url)
    const file = files.get(url.replace('/feed/', ''))
    if (file === undefined) response.writeHead(404).end()
    else if (typeof file === 'object' && 'redirect' in file)
      response.writeHead(302, { location: file.redirect }).end()
    else response.end(file)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { address: `https://localhost:${String(port)}/feed`, files, requested }
}

/** Updates of version 1.1.0 on Linux, with a folder of their own. */
export interface UpdatesStage {
  readonly updates: Updates
  readonly time: VirtualTime
  readonly emitted: UpdatesState[]
  /** Where a failure occurred that is shown nowhere else. */
  readonly reported: readonly string[]
  readonly privateKey: KeyObject
  readonly folder: string
  /** Puts a signed manifest into the feed. */
  readonly publish: (feed: FeedServer, manifest?: UpdateManifest, key?: KeyObject) => void
  /** The file as the save dialog wrote it; undefined if there is none. */
  readonly saved: (name: string) => Buffer | undefined
  /** A person who saves under the suggested name. */
  readonly dialogs: Pick<FileDialogs, 'save'>
  /** Another run of the program on the same folder. */
  readonly again: (keys?: readonly string[]) => Updates
}

export function stageUpdates(): UpdatesStage {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-updates-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { privateKey, built } = makeKeys()
  const time = new VirtualTime()
  time.wallOffsetMs = Date.parse('2026-11-10T09:00:00Z')
  const emitted: UpdatesState[] = []
  const reported: string[] = []
  const dialogs: UpdatesStage['dialogs'] = {
    save: ({ suggestedName, content }) =>
      writeDurably(join(folder, suggestedName), content).then(
        () => ok({ file: suggestedName }),
        (problem: unknown) => err({ file: suggestedName, detail: String(problem) }),
      ),
  }
  const again = (keys: readonly string[] = [built]): Updates => {
    const created = createUpdates({
      runs: '1.1.0',
      keys: readUpdateKeys(keys),
      file: join(folder, 'updates.json'),
      clock: time.clock,
      startTimer: time.startTimer,
      changed: (state) => emitted.push(state),
      report: (where) => reported.push(where),
      feed: createUpdateFeed(() => [pki.root]),
      platform: { system: 'linux', arch: 'x64' },
    })
    onTestFinished(() => void created.stop())
    return created
  }
  return {
    updates: again(),
    dialogs,
    time,
    emitted,
    reported,
    privateKey,
    folder,
    again,
    publish: ({ files }, manifest = manifestOf(), key = privateKey) =>
      void files.set(manifestName, signManifest(manifest, key)),
    saved(name) {
      try {
        return readFileSync(join(folder, name))
      } catch {
        return undefined
      }
    },
  }
}
