import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProfileRegistry, type RealCard } from '../../../main/profile/profile-registry.ts'
import { newFolder, removeFolder } from '../support/workstation.ts'

let folder: string
beforeEach(async () => {
  folder = await newFolder()
})
afterEach(() => removeFolder(folder))

const card = (part: Partial<RealCard> = {}): RealCard => ({
  id: 'abcdef123456',
  name: 'Ridgeway Treasury',
  environment: 'pre-production',
  createdAt: '2026-11-21T09:00:00.000Z',
  retiredAt: null,
  listens: false,
  bankAddress: null,
  ...part,
})
const registryWith = async (...cards: RealCard[]) => {
  const profileRegistry = createProfileRegistry(folder)
  for (const each of cards) {
    await profileRegistry.makeRoom(each.id)
    await profileRegistry.put(each)
  }
  return profileRegistry
}
const readAgain = async () => {
  const report = vi.fn()
  const profileRegistry = createProfileRegistry(folder)
  await profileRegistry.read(report)
  return { profileRegistry, report }
}

it('has nothing on a computer where no profile was created, and creates nothing', async () => {
  const { profileRegistry, report } = await readAgain()
  expect(profileRegistry.cards()).toEqual([])
  expect(report).not.toHaveBeenCalled()
  expect(await readdir(folder)).toEqual([])
})

it('finds the cards again, oldest first', async () => {
  const younger = card({ id: 'bbbbbb123456', name: 'B', createdAt: '2026-11-21T10:00:00.000Z' })
  await registryWith(younger, card())
  expect((await readAgain()).profileRegistry.cards()).toEqual([card(), younger])
})

it('reports a card that cannot be read, leaves it where it is, and shows the others', async () => {
  await registryWith(card())
  const broken = join(folder, 'profiles', 'cccccc123456')
  await mkdir(broken)
  await writeFile(join(broken, 'profile.json'), '{"half":')
  const { profileRegistry, report } = await readAgain()
  expect(profileRegistry.cards()).toEqual([card()])
  expect(report).toHaveBeenCalledOnce()
  expect(await readFile(join(broken, 'profile.json'), 'utf8')).toBe('{"half":')
})

it('does not list a profile whose creation was cut short', async () => {
  const profileRegistry = await registryWith(card())
  await profileRegistry.makeRoom('dddddd123456')
  expect((await readAgain()).profileRegistry.cards()).toEqual([card()])
})

it('does not take a card from the folder of another profile', async () => {
  await registryWith(card())
  const other = join(folder, 'profiles', 'eeeeee123456')
  await mkdir(other)
  await writeFile(join(other, 'profile.json'), JSON.stringify({ format: 1, ...card() }))
  expect((await readAgain()).profileRegistry.cards()).toHaveLength(1)
})

it('keeps every place of a profile in its own folder, readable by its owner alone', async () => {
  const profileRegistry = await registryWith(card(), card({ id: 'bbbbbb123456', name: 'B' }))
  const one = profileRegistry.places('abcdef123456')
  const other = profileRegistry.places('bbbbbb123456')
  const places = [one, other].flatMap(({ folder: own, store, keychainMarker }) => [
    own,
    store,
    keychainMarker,
  ])
  expect(new Set(places).size).toBe(6)
  for (const path of [one.store, one.keychainMarker]) expect(path).toContain(one.folder)
  expect((await stat(one.folder)).mode & 0o077).toBe(0)
  expect((await stat(join(one.folder, 'profile.json'))).mode & 0o077).toBe(0)
})

it('reads a card that was written before cards knew of listeners as one that does not listen', async () => {
  const profileRegistry = await registryWith(card())
  const file = join(folder, 'profiles', card().id, 'profile.json')
  const { listens: _listens, ...old } = JSON.parse(await readFile(file, 'utf8')) as RealCard
  await writeFile(file, JSON.stringify(old))
  await profileRegistry.read(vi.fn())
  expect(profileRegistry.cards()).toEqual([card()])
})

it('changes the parts of a card one after the other, and loses none of them', async () => {
  const profileRegistry = await registryWith(card())
  const { id } = card()
  await Promise.all([
    profileRegistry.change(id, { name: 'Renamed' }),
    profileRegistry.change(id, { listens: true }),
    profileRegistry.change(id, { retiredAt: '2026-11-21T10:00:00.000Z' }),
  ])
  const changed = card({ name: 'Renamed', listens: true, retiredAt: '2026-11-21T10:00:00.000Z' })
  expect(profileRegistry.cards()).toEqual([changed])
  await profileRegistry.read(vi.fn())
  expect(profileRegistry.cards()).toEqual([changed])
  expect(await profileRegistry.change('zzzzzzzzzzzz', { listens: true })).toBeUndefined()
})
