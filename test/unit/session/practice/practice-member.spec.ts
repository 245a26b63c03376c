/** A workstation of a practice team opens the practice store and nothing else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createProfileRegistry, type RealCard } from '../../../../main/profile/profile-registry.ts'
import { startStoreWorker } from '../../support/programs/programs.ts'
import { newFolder, removeFolder, startWorkstation } from '../../support/workstation.ts'

const card: RealCard = {
  id: 'abcdefghijkl',
  name: 'A real bank',
  environment: 'production',
  createdAt: '2026-11-27T08:00:00.000Z',
  retiredAt: null,
  listens: true,
  bankAddress: 'https://bank.example/',
}
const newProfile = {
  name: 'Another',
  environment: 'pre-production',
  from: { kind: 'nothing' },
  confirmation: null,
} as const

let folder: string
beforeEach(async () => {
  folder = await newFolder()
  const registry = createProfileRegistry(folder)
  await registry.makeRoom(card.id)
  await registry.put(card)
})
afterEach(() => removeFolder(folder))

it.each([
  ['a member', { practiceTeam: { number: 2, startStoreWorker } }, 0],
  ['any other workstation', {}, 1],
])('%s: real profiles are listed and created unless it is a member', async (_who, more, count) => {
  const { workstation, context } = await startWorkstation(folder, undefined, more)
  const { profiles, practice } = workstation.handlers
  const state = await profiles.getState(undefined, context)
  expect(state.ok && state.value.cards.slice(1)).toHaveLength(count)
  if (count === 0) {
    const opened = await profiles.open({ id: card.id, confirmation: 'PRODUCTION' }, context)
    expect(opened).toEqual({ ok: false, error: { code: 'not-found' } })
    const created = await profiles.create(newProfile, context)
    expect(created).toEqual({ ok: false, error: { code: 'in-practice-team' } })
    expect(await practice.startTeam({ size: 2 }, context)).toEqual({
      ok: true,
      value: { state: 'unavailable', why: 'is-member' },
    })
    expect(context.operator.name).toBe('Ines Duarte')
  }
  await workstation.close()
})
