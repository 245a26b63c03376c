import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyChain } from '../../../../main/store/hash-chain.ts'
import { fitsPassphrase, hashPassphrase, pauseAfter } from '../../../../main/profile/passphrases.ts'
import { auditEntries } from '../../store/stores.ts'
import { cheapCost } from '../../support/workstation.ts'
import { first, idOf, openedOperators, second, withFirst } from './opened.ts'

describe('a passphrase', () => {
  it('is stored as a scrypt hash with its cost and a salt of its own, and never as itself', async () => {
    const [one, other] = [await hashPassphrase('same words'), await hashPassphrase('same words')]
    expect(JSON.parse(one)).toMatchObject({ kdf: 'scrypt', N: 131_072, r: 8, p: 1 })
    expect(one).not.toBe(other)
    expect(one + other).not.toContain('same words')
    expect(await fitsPassphrase('same words', one)).toBe(true)
    expect(await fitsPassphrase('same word', one)).toBe(false)
  })

  it('fits however a keyboard composed its letters', async () => {
    const stored = await hashPassphrase('caf\u00e9 terrasse sept', cheapCost)
    expect(await fitsPassphrase('cafe\u0301 terrasse sept', stored)).toBe(true)
  })

  it('of nobody fits nothing, not even nothing', async () => {
    expect(await fitsPassphrase('', null, cheapCost)).toBe(false)
  })

  it('is found in no file of the store and in no act', async () => {
    const { operators, store, file } = await withFirst()
    await operators.signIn(operators.current().id, 'wrong but memorable')
    await operators.add(second, operators.current())
    const acts = JSON.stringify(await auditEntries(store))
    const rows = JSON.stringify(await store.read.selectFrom('operators').selectAll().execute())
    const folder = dirname(file)
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    for (const text of [acts, rows, ...files])
      for (const typed of [first.passphrase, second.passphrase, 'wrong but memorable'])
        expect(text).not.toContain(typed)
  })
})

describe('the first administrator', () => {
  it('is created once, is signed in with it, and is a maker too', async () => {
    const { operators, store } = await openedOperators()
    expect(operators.access()).toEqual({ state: 'no-operators' })
    expect(await operators.createFirst(first)).toMatchObject({ ok: true })
    expect(operators.current()).toMatchObject({
      name: 'Ana Ruiz',
      roles: ['maker', 'administrator'],
    })
    expect(operators.isSignedIn()).toBe(true)
    expect(await operators.createFirst(first)).toEqual({
      ok: false,
      error: { code: 'operators-exist' },
    })
    expect((await auditEntries(store)).slice(1)).toMatchObject([
      { actor: 'computer:tester', kind: 'operator.first-created', subject: operators.current().id },
    ])
  })

  it('is one, however often that is requested at once', async () => {
    const { operators } = await openedOperators()
    const created = await Promise.all([1, 2, 3].map(() => operators.createFirst(first)))
    expect(created.filter(({ ok }) => ok)).toHaveLength(1)
    expect(operators.list()).toHaveLength(1)
  })
})

describe('signing in', () => {
  it('is needed after every start, and after every lock', async () => {
    const opened = await withFirst()
    const { operators } = await opened.again()
    expect(operators.access()).toEqual({
      state: 'locked',
      reason: 'not-signed-in',
      operatorId: null,
    })
    expect(operators.current().roles).toEqual([])
    expect(await operators.signIn(opened.anaId, first.passphrase)).toMatchObject({ ok: true })
    await operators.lock('idle')
    expect(operators.access()).toEqual({
      state: 'locked',
      reason: 'idle',
      operatorId: opened.anaId,
    })
    expect(operators.current().roles).toEqual([])
  })

  it('is refused with another passphrase, and with none', async () => {
    const { operators, anaId } = await withFirst()
    await operators.lock('operator')
    for (const passphrase of [null, '', 'x', `${first.passphrase} `])
      expect(await operators.signIn(anaId, passphrase)).toMatchObject({
        ok: false,
        error: { code: 'passphrase-wrong' },
      })
    expect(operators.isSignedIn()).toBe(false)
  })

  it('pauses from the fifth failure on, longer each time, and a start of the program ends no pause', async () => {
    const opened = await withFirst()
    const { anaId } = opened
    await opened.operators.lock('operator')
    const before = await opened.again()
    for (let failures = 1; failures <= 5; failures += 1)
      expect(await before.operators.signIn(anaId, 'wrong')).toMatchObject({
        error: { code: 'passphrase-wrong' },
      })
    const { operators, pass, store } = await before.again()
    const paused = { error: { code: 'sign-in-paused', until: '2026-11-23T14:00:30.000Z' } }
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject(paused)
    pass(29_999)
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject(paused)
    pass(1)
    expect(await operators.signIn(anaId, 'wrong')).toMatchObject({
      error: { code: 'passphrase-wrong' },
    })
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({
      error: { code: 'sign-in-paused', until: '2026-11-23T14:01:30.000Z' },
    })
    pass(60_000)
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({ ok: true })
    expect(operators.list()).toMatchObject([{ failedSignIns: 0 }])
    const entries = await auditEntries(store)
    expect(entries.filter(({ kind }) => kind === 'operator.sign-in-failed')).toHaveLength(6)
    expect(verifyChain(entries)).toMatchObject({ ok: true })
  })

  describe.each([
    ['back', -365 * 86_400_000],
    ['forward', 365 * 86_400_000],
  ])('with the clock set %s by a year', (_way, ms) => {
    it('pauses for the announced time', async () => {
      const opened = await withFirst()
      const { anaId } = opened
      await opened.operators.lock('operator')
      const { operators, pass, setClock } = await opened.again()
      for (let failures = 1; failures <= 5; failures += 1) await operators.signIn(anaId, 'wrong')
      for (let guess = 0; guess < 4; guess += 1) {
        setClock(ms)
        expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({
          error: { code: 'sign-in-paused' },
        })
      }
      pass(30_000)
      expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({ ok: true })
    })
  })

  it('begins a pause again where the clock was set back before a start', async () => {
    const opened = await withFirst()
    const { anaId } = opened
    await opened.operators.lock('operator')
    const before = await opened.again()
    for (let failures = 1; failures <= 5; failures += 1)
      await before.operators.signIn(anaId, 'wrong')
    before.setClock(-365 * 86_400_000)
    const { operators, pass } = await before.again()
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({
      error: { code: 'sign-in-paused' },
    })
    pass(30_000)
    expect(await operators.signIn(anaId, first.passphrase)).toMatchObject({ ok: true })
  })

  it('counts every one of many tries at once', async () => {
    const { operators, anaId } = await withFirst()
    await operators.lock('operator')
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => operators.signIn(anaId, 'wrong')),
    )
    const codes = tries.map((tried) => (tried.ok ? 'ok' : tried.error.code))
    expect(codes.filter((code) => code === 'passphrase-wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'sign-in-paused')).toHaveLength(3)
  })

  it('waits for half a minute, one, two, five, and never more than fifteen', () => {
    expect([0, 4, 5, 6, 7, 8, 9, 50].map((failures) => pauseAfter(failures) / 1000)).toEqual([
      0, 0, 30, 60, 120, 300, 900, 900,
    ])
  })

  it('takes an unknown id as long as a known one', async () => {
    const { operators, anaId, store } = await withFirst('real')
    const [stored] = await store.read.selectFrom('operators').select('passphrase').execute()
    expect(JSON.parse(stored?.passphrase ?? '')).toMatchObject({ N: 131_072, r: 8, p: 1 })
    await operators.lock('operator')
    // Time of the processor: others who use it stretch the time of the clock.
    const timeOf = async (id: string): Promise<number> => {
      const from = process.cpuUsage()
      await operators.signIn(id, 'wrong')
      return process.cpuUsage(from).user
    }
    await timeOf(anaId)
    const [known, unknown] = [await timeOf(anaId), await timeOf('nobody')]
    // An answer without an attempt takes less than a millisecond; an attempt takes hundreds.
    expect(unknown).toBeGreaterThan(known / 4)
  })

  it('that was being tried while the workstation was locked again leaves it locked', async () => {
    const { operators, anaId } = await withFirst()
    await operators.lock('operator')
    const trying = operators.signIn(anaId, first.passphrase)
    await operators.lock('suspend')
    expect(await trying).toMatchObject({ ok: false, error: { code: 'signed-out' } })
    expect(operators.isSignedIn()).toBe(false)
  })

  it('is not for one who is disabled', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    await operators.add(second, ana)
    const id = idOf(operators, second.name)
    await operators.change({ id, name: second.name, roles: second.roles, disabled: true }, ana)
    expect(operators.all().map(({ name }) => name)).toEqual(['Ana Ruiz'])
    await operators.lock('operator')
    expect(await operators.signIn(id, second.passphrase)).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('a passphrase that somebody else set', () => {
  it('permits nothing but its own replacement', async () => {
    const { operators, store } = await withFirst()
    await operators.add(second, operators.current())
    const id = idOf(operators, second.name)
    await operators.signIn(id, second.passphrase)
    expect(operators.access()).toEqual({ state: 'must-change', operatorId: id })
    expect(operators.isSignedIn()).toBe(false)
    expect(operators.current().roles).toEqual([])
    const change = (current: string, next: string) => operators.changePassphrase({ current, next })
    expect(await change('wrong', 'my own words now')).toMatchObject({
      error: { code: 'passphrase-wrong' },
    })
    expect(await change(second.passphrase, second.passphrase)).toMatchObject({
      error: { code: 'passphrase-same' },
    })
    expect(await change(second.passphrase, 'my own words now')).toMatchObject({ ok: true })
    expect(operators.current()).toMatchObject({ id, roles: ['checker'] })
    await operators.lock('operator')
    expect(await operators.signIn(id, 'my own words now')).toMatchObject({ ok: true })
    expect(
      (await auditEntries(store)).slice(1).map(({ actor, kind }) => [actor === id, kind]),
    ).toEqual([
      [false, 'operator.first-created'],
      [false, 'operator.added'],
      [true, 'operator.signed-in'],
      [false, 'operator.sign-in-failed'],
      [true, 'operator.passphrase-changed'],
      [true, 'operator.locked'],
      [true, 'operator.signed-in'],
    ])
  })
})
