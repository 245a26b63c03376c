/** Operators of a store that workstations share: each decides by what the others have done. */
import type { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { openOperators, type Operators } from '../../../main/profile/operators.service.ts'
import type { Store } from '../../../main/store/store.ts'
import { describeOnPostgres, newDatabase } from '../../postgres/databases.ts'
import { openMember } from '../../postgres/members.ts'
import { template } from '../../postgres/server.ts'
import { cheapCost } from '../../unit/support/workstation.ts'
import { idOf } from '../../unit/profile/operators/opened.ts'

const passphrase = 'harbour lantern quietly 41'
const given = 'given by somebody else'
const soon = { timeout: 5_000, interval: 5 }

interface Member {
  readonly store: Store
  readonly operators: Operators
  /** How often the window was told. */
  readonly told: () => number
}

async function member(database: Client, id: string): Promise<Member> {
  const store = await openMember(database, id)
  let [count, told] = [0, 0]
  const operators = await openOperators({
    store,
    clock: { now: () => new Date('2026-11-23T14:00:00.000Z'), monotonicMs: () => 0 },
    newId: () => `${id}-${String((count += 1))}`,
    computerActor: 'computer:tester',
    passphraseCost: cheapCost,
    changed: () => (told += 1),
    report: (where, problem) => {
      throw new Error(where, { cause: problem })
    },
  })
  return { store, operators, told: () => told }
}

/** Two workstations; Ana administers at the first, and Lia at the second. */
async function twoAdministrators() {
  const database = await newDatabase(template)
  const [one, two] = [await member(database, 'one'), await member(database, 'two')]
  await one.operators.createFirst({ name: 'Ana Ruiz', passphrase })
  const ana = one.operators.current()
  const roles = ['maker' as const, 'administrator' as const]
  await one.operators.add({ name: 'Lia Stone', roles, passphrase: given }, ana)
  const lia = idOf(one.operators, 'Lia Stone')
  await vi.waitFor(() => expect(two.operators.list()).toHaveLength(2), soon)
  await two.operators.signIn(lia, given)
  await two.operators.changePassphrase({ current: given, next: 'lia knows this alone' })
  await vi.waitFor(() => expect(one.operators.list()).toEqual(two.operators.list()), soon)
  return { one, two, ana, lia: two.operators.current() }
}

describeOnPostgres('operators of a team', () => {
  it('are created first on one workstation alone', async () => {
    const database = await newDatabase(template)
    const [one, two] = [await member(database, 'one'), await member(database, 'two')]
    const done = await Promise.all([
      one.operators.createFirst({ name: 'Ana Ruiz', passphrase }),
      two.operators.createFirst({ name: 'Ben Okafor', passphrase }),
    ])
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    expect(done.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'operators-exist' } })
    const other = done[0].ok ? two : one
    await vi.waitFor(() => expect(other.operators.access().state).toBe('locked'), soon)
    expect(other.told()).toBeGreaterThan(0)
    expect(other.operators.list()).toHaveLength(1)
  })

  it('leave where they are signed in once another workstation disables them', async () => {
    const { one, two, ana, lia } = await twoAdministrators()
    const change = { id: lia.id, name: lia.name, roles: [...lia.roles], disabled: true }
    expect(await one.operators.change(change, ana)).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(two.operators.isSignedIn()).toBe(false), soon)
    expect(await two.operators.signIn(lia.id, 'lia knows this alone')).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  it('keep an administrator where two disable each other at the same time', async () => {
    const { one, two, ana, lia } = await twoAdministrators()
    const [byAna, byLia] = await Promise.all([
      one.operators.change({ ...lia, roles: [...lia.roles], disabled: true }, ana),
      two.operators.change({ ...ana, roles: [...ana.roles], disabled: true }, lia),
    ])
    expect([byAna.ok, byLia.ok].filter(Boolean)).toHaveLength(1)
    const refused = byAna.ok ? byLia : byAna
    expect(refused).toMatchObject({ error: { code: 'not-permitted' } })
    await vi.waitFor(() => expect(two.operators.list()).toEqual(one.operators.list()), soon)
    expect(one.operators.list().filter(({ disabled }) => !disabled)).toHaveLength(1)
  })

  it('get no name twice, and no change over one that was not seen', async () => {
    const { one, two, ana, lia } = await twoAdministrators()
    const ben = { name: 'Ben Okafor', roles: ['checker' as const], passphrase: given }
    const added = await Promise.all([
      one.operators.add(ben, ana),
      two.operators.add({ ...ben, name: 'BEN  OKAFOR' }, lia),
    ])
    expect(added.filter(({ ok }) => ok)).toHaveLength(1)
    const id = one.operators.list().find(({ name }) => name.toLowerCase().startsWith('ben'))?.id
    const seen = two.operators.factsOf(id ?? '')
    const base = { id: id ?? '', name: 'Ben', roles: ['checker' as const] }
    const changed = await Promise.all([
      one.operators.change({ ...base, disabled: true }, ana),
      two.operators.change({ ...base, disabled: false }, lia, seen),
    ])
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1)
    expect(changed.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'changed-meanwhile' } })
  })

  it('know everybody who set up a sign-in, wherever that was done', async () => {
    const { one, two, ana, lia } = await twoAdministrators()
    await two.operators.add({ name: 'Cleo Ward', roles: ['checker'], passphrase: given }, lia)
    const cleo = idOf(two.operators, 'Cleo Ward')
    const setters = (): readonly string[] => one.operators.factsOf(cleo)?.setters ?? []
    await vi.waitFor(() => expect([...setters()].sort()).toEqual([ana.id, lia.id].sort()), soon)
  })
})

describeOnPostgres('guesses at a passphrase', () => {
  it('are counted together at all workstations, and pause the sign-in at all of them', async () => {
    const { one, two, lia } = await twoAdministrators()
    for (const { operators } of [one, two, one, two, one])
      expect(await operators.signIn(lia.id, 'a guess')).toMatchObject({
        error: { code: 'passphrase-wrong' },
      })
    const paused = { error: { code: 'sign-in-paused' } }
    expect(await one.operators.signIn(lia.id, 'lia knows this alone')).toMatchObject(paused)
    expect(await two.operators.signIn(lia.id, 'lia knows this alone')).toMatchObject(paused)
  })

  it('with a passphrase that another workstation replaced meanwhile do not fit', async () => {
    const { one, two, ana, lia } = await twoAdministrators()
    const [, signedIn] = await Promise.all([
      one.operators.resetPassphrase({ id: lia.id, passphrase: 'a newer one of hers' }, ana),
      two.operators.signIn(lia.id, 'lia knows this alone'),
    ])
    // Whichever came first, the old one opens nothing afterwards.
    expect(signedIn.ok || signedIn.error.code === 'passphrase-wrong').toBe(true)
    expect(await two.operators.signIn(lia.id, 'lia knows this alone')).toMatchObject({ ok: false })
  })
})
