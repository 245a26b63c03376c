/**
 * Newer versions: which manifests are trusted, what is queried and when, and what remains of a
 * download.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { compareVersions } from '../../../../main/workplace/updates/judge-manifest.ts'
import { signManifest } from '../../../../main/workplace/updates/signed-manifest.ts'
import { builtInKeys, readUpdateKeys } from '../../../../main/workplace/update-keys.ts'
import { manifestName, updateFeed } from '../../../../preload/contract/api/updates/updates.ts'
import {
  installer,
  installerName,
  makeKeys,
  manifestOf,
  openFeed,
  stageUpdates,
} from './support/feed-stage.ts'

const dayMs = 24 * 3600_000

describe('a feed', () => {
  it('is none until somebody sets one: nothing is requested and nothing written', async () => {
    const { updates, time, folder } = stageUpdates()
    await updates.start()
    await time.advance(3 * dayMs)
    expect(await updates.check()).toBeNull()
    expect(await updates.state()).toMatchObject({ feed: null, checkedAt: null, found: null })
    expect(readdirSync(folder)).toEqual([])
  })

  it('is requested when it is set, after a start, and once a day', async () => {
    const { updates, time, publish, again } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    await updates.setFeed(feed.address)
    await time.advance(0)
    await vi.waitFor(async () => expect((await updates.state()).found?.state).toBe('newer'))
    expect(feed.requested).toEqual([`/feed/${manifestName}`])
    await time.advance(dayMs)
    await vi.waitFor(() => expect(feed.requested).toHaveLength(2))
    await updates.stop()
    const next = again()
    await next.start()
    await time.advance(60_000)
    expect(feed.requested).toHaveLength(2)
    await time.advance(60_000)
    await vi.waitFor(() => expect(feed.requested).toHaveLength(3))
  })

  it('is requested after all where the settings could not be read at the start', async () => {
    const { updates, time, publish, folder, reported, again } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    await updates.setFeed(feed.address)
    await updates.stop()
    const file = join(folder, 'updates.json')
    renameSync(file, `${file}.away`)
    mkdirSync(file)
    const next = again()
    await next.start()
    expect(reported).toEqual(['updates.start'])
    rmdirSync(file)
    renameSync(`${file}.away`, file)
    feed.requested.length = 0
    await time.advance(2 * 60_000)
    await vi.waitFor(() => expect(feed.requested).toHaveLength(1))
    expect(await next.state()).toMatchObject({ feed: feed.address })
  })

  it('reports a newer version with the files for this system', async () => {
    const { updates, publish } = stageUpdates()
    const feed = await openFeed()
    const other = { ...manifestOf().files[0], system: 'win32', kind: 'exe', name: 'setup.exe' }
    const manifest = manifestOf()
    publish(feed, { ...manifest, files: [...manifest.files, other as (typeof manifest.files)[0]] })
    await updates.setFeed(feed.address)
    expect((await updates.check())?.found).toEqual({
      state: 'newer',
      version: '1.2.0',
      publishedAt: '2026-11-01T00:00:00.000Z',
      notes: 'Fixes what was wrong.',
      files: manifest.files,
    })
  })

  it('with the version that runs, or an older one, is current', async () => {
    const { updates, publish } = stageUpdates()
    const feed = await openFeed()
    await updates.setFeed(feed.address)
    publish(feed, manifestOf({ version: '1.1.0' }))
    expect((await updates.check())?.found?.state).toBe('current')
    publish(feed, manifestOf({ version: '1.0.9', publishedAt: '2026-11-02T00:00:00.000Z' }))
    expect((await updates.check())?.found?.state).toBe('current')
  })

  it('that is gone, elsewhere or untrusted is reported, and is requested again the next day', async () => {
    const { updates, time, emitted } = stageUpdates()
    const feed = await openFeed()
    await updates.setFeed(feed.address)
    expect((await updates.check())?.found).toEqual({
      state: 'refused',
      why: 'unreachable',
      detail: 'The server answered with status 404.',
    })
    const other = await openFeed()
    feed.files.set(manifestName, { redirect: `${other.address}/${manifestName}` })
    expect((await updates.check())?.found).toMatchObject({ why: 'unreachable' })
    expect(other.requested).toEqual([])
    feed.files.set(manifestName, Buffer.alloc(1_000_001, 'x'))
    expect((await updates.check())?.found).toMatchObject({ detail: 'The file is too large.' })
    const before = emitted.length
    await time.advance(dayMs)
    await vi.waitFor(() => expect(emitted.length).toBeGreaterThan(before))
  })
})

it('a feed that answers while the program ends changes nothing and is reported to nobody', async () => {
  const { updates, emitted, folder, publish } = stageUpdates()
  const feed = await openFeed()
  await updates.setFeed(feed.address)
  publish(feed)
  const stored = readFileSync(join(folder, 'updates.json'), 'utf8')
  const before = emitted.length
  const checking = updates.check()
  await updates.stop()
  await checking
  expect(feed.requested).not.toEqual([])
  expect(emitted).toHaveLength(before)
  expect(readFileSync(join(folder, 'updates.json'), 'utf8')).toBe(stored)
})

it('a memory that cannot be read is reported, and holds up no start', async () => {
  const { folder, again, reported } = stageUpdates()
  mkdirSync(join(folder, 'updates.json'))
  const updates = again()
  await updates.start()
  expect(reported).toEqual(['updates.start'])
})

describe('a manifest is not trusted', () => {
  const refusalOf = async (text: string | undefined, keys?: readonly string[]) => {
    const { updates, privateKey, again } = stageUpdates()
    const judge = keys ? again(keys) : updates
    const content = text ?? signManifest(manifestOf(), privateKey)
    return (await judge.judge([{ name: manifestName, bytes: Buffer.from(content) }])).found
  }

  it('by a build without a key', async () => {
    expect(await refusalOf(undefined, [])).toMatchObject({ state: 'refused', why: 'no-key' })
  })

  it('when another key has signed it', async () => {
    const text = signManifest(manifestOf(), makeKeys().privateKey)
    expect(await refusalOf(text)).toMatchObject({ why: 'not-signed' })
  })

  it.each(['manifest', 'signature'])('when one byte of its %s was changed', async (part) => {
    const { updates, privateKey } = stageUpdates()
    const whole = JSON.parse(signManifest(manifestOf(), privateKey)) as Record<string, string>
    const bytes = Buffer.from(whole[part] ?? '', 'base64')
    for (const at of [0, 5, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const text = JSON.stringify({ ...whole, [part]: changed.toString('base64') })
      const { found } = await updates.judge([{ name: manifestName, bytes: Buffer.from(text) }])
      expect(found, String(at)).toMatchObject({ why: 'not-signed' })
    }
  })

  it('when it is no manifest', async () => {
    for (const text of ['', 'null', '{}', '<html>', '{"manifest":"e30=","signature":""}'])
      expect(await refusalOf(text), text).toMatchObject({ why: 'not-a-manifest' })
  })

  it('when it has expired', async () => {
    const { updates, time, publish } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    await updates.setFeed(feed.address)
    time.wallOffsetMs = Date.parse('2027-02-01T00:00:00Z') - time.ms
    expect((await updates.check())?.found).toMatchObject({ state: 'refused', why: 'expired' })
  })

  it('when it is older than one that was trusted, in a later run as well', async () => {
    const { updates, publish, again } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    await updates.setFeed(feed.address)
    await updates.check()
    publish(feed, manifestOf({ version: '1.1.9', publishedAt: '2026-10-31T00:00:00.000Z' }))
    const later = again()
    expect((await later.check())?.found).toMatchObject({ why: 'older-than-seen' })
    publish(feed)
    expect((await later.check())?.found).toMatchObject({ state: 'newer' })
  })
})

describe('an installer', () => {
  it('is saved when it is the signed one', async () => {
    const { updates, dialogs, publish, saved } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    feed.files.set(installerName, installer)
    await updates.setFeed(feed.address)
    await updates.check()
    expect(await updates.download(installerName, dialogs)).toEqual({
      ok: true,
      value: { file: installerName },
    })
    expect(saved(installerName)).toEqual(installer)
  })

  it.each([
    ['changed', Buffer.from(installer).fill('x', 3, 4)],
    ['cut short', installer.subarray(0, -1)],
    ['longer', Buffer.concat([installer, Buffer.from('x')])],
  ])('is not saved when it was %s', async (_how, bytes) => {
    const { updates, dialogs, publish, folder } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    feed.files.set(installerName, bytes)
    await updates.setFeed(feed.address)
    await updates.check()
    expect(await updates.download(installerName, dialogs)).toMatchObject({
      ok: false,
      error: { code: 'download-failed' },
    })
    expect(readdirSync(folder)).toEqual(['updates.json'])
  })

  it('that no signed manifest names is not fetched', async () => {
    const { updates, dialogs, publish } = stageUpdates()
    const feed = await openFeed()
    publish(feed)
    await updates.setFeed(feed.address)
    expect(await updates.download(installerName, dialogs)).toMatchObject({
      error: { code: 'not-found' },
    })
    await updates.check()
    expect(await updates.download('other.deb', dialogs)).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('of an older version that came by hand is reported as older, whatever it is called', async () => {
    const { updates, privateKey } = stageUpdates()
    const older = signManifest(manifestOf({ version: '0.0.9' }), privateKey)
    const { found, installers } = await updates.judge([
      { name: manifestName, bytes: Buffer.from(older) },
      { name: 'Countersign-9.9.9-setup.deb', bytes: installer },
    ])
    expect(found.state).toBe('current')
    expect(installers.map(({ verdict }) => verdict)).toEqual(['older'])
  })

  it('that came by hand with a manifest from before one that came by hand is not judged', async () => {
    const { updates, privateKey } = stageUpdates()
    const judge = (publishedAt: string) =>
      updates.judge([
        {
          name: manifestName,
          bytes: Buffer.from(signManifest(manifestOf({ publishedAt }), privateKey)),
        },
      ])
    const { publishedAt } = manifestOf()
    const earlier = new Date(Date.parse(publishedAt) - dayMs).toISOString()
    expect((await judge(publishedAt)).found.state).toBe('newer')
    expect((await judge(earlier)).found).toMatchObject({ why: 'older-than-seen' })
    expect((await judge(publishedAt)).found.state).toBe('newer')
  })

  it('that came by hand is judged without a feed, and only the time when it was published is stored', async () => {
    const { updates, privateKey, folder } = stageUpdates()
    const manifest = {
      name: manifestName,
      bytes: Buffer.from(signManifest(manifestOf(), privateKey)),
    }
    const changed = Buffer.from(installer).fill('x', 0, 1)
    const { found, installers } = await updates.judge([
      { name: 'renamed.deb', bytes: installer },
      manifest,
      { name: installerName, bytes: changed },
      { name: 'foreign.deb', bytes: changed },
    ])
    expect(found.state).toBe('newer')
    expect(installers.map(({ verdict }) => verdict)).toEqual(['genuine', 'changed', 'not-listed'])
    const alone = await updates.judge([{ name: installerName, bytes: installer }])
    expect(alone).toMatchObject({
      found: { state: 'refused', why: 'not-a-manifest' },
      installers: [{ verdict: 'not-judged' }],
    })
    expect(readFileSync(join(folder, 'updates.json'), 'utf8')).not.toContain('deb')
  })
})

it('compares versions by their numbers', () => {
  expect(compareVersions('1.10.0', '1.9.9')).toBeGreaterThan(0)
  expect(compareVersions('1.0.0', '1.0.0-beta')).toBe(0)
  expect(compareVersions('0.9.0', '1.0.0')).toBeLessThan(0)
})

it('takes no key that is not Ed25519, and all that are built in', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(() => readUpdateKeys([spki])).toThrow('not Ed25519')
  expect(readUpdateKeys(builtInKeys)).toHaveLength(builtInKeys.length)
})

it.each([
  ['http://feed.example/', 'https'],
  ['https://user:secret@feed.example/', 'without user name'],
  ['https://feed.example/?token=1', 'without user name'],
  ['feed.example', 'https'],
])('takes no feed at %s', (feed, why) => {
  expect(updateFeed.safeParse(feed).error?.issues[0]?.message).toContain(why)
})
