/**
 * Changes that administrators may make to operators, and who does not count as a second person
 * (Promise P3).
 */
import { describe, expect, it } from 'vitest'
import type { Operators } from '../../../../main/profile/operators.service.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { idOf, second, withFirst } from './opened.ts'

const add = async (operators: Operators, name: string, roles: Operator['roles'], by: Operator) => {
  await operators.add({ name, roles: [...roles], passphrase: 'given by somebody else' }, by)
  return { id: idOf(operators, name), name, roles }
}
const asChange = (operator: Operator, part: Partial<Operator & { disabled: boolean }> = {}) => ({
  ...operator,
  roles: [...operator.roles],
  disabled: false,
  ...part,
})

describe('administrators', () => {
  it('add operators, whose names are unique in every spelling', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    const ben = await add(operators, 'Ben Okafor', ['checker'], ana)
    expect(operators.list()).toMatchObject([
      { name: 'Ana Ruiz', setBy: null, mustChange: false },
      { name: 'Ben Okafor', setBy: ana.id, mustChange: true },
    ])
    expect(await operators.add({ ...second, name: 'BEN okafor' }, ana)).toMatchObject({
      error: { code: 'name-taken' },
    })
    expect(await operators.change(asChange(ben, { name: 'ana ruiz' }), ana)).toMatchObject({
      error: { code: 'name-taken' },
    })
    expect(operators.list()).toHaveLength(2)
  })

  it('are signed in with their first session, which counts as a sign-in', async () => {
    const { operators } = await withFirst()
    await add(operators, 'Ben Okafor', ['checker'], operators.current())
    expect(operators.list().map(({ lastSignInAt }) => lastSignInAt !== null)).toEqual([true, false])
  })

  it.each([
    ['blanks', 'Ana  Ruiz'],
    ['a blank of another width', 'Ana\u2003Ruiz'],
    ['a sign that nobody sees', 'Ana\u200b Ruiz'],
    ['letters of full width', '\uff21na Ruiz'],
    ['a Cyrillic letter', '\u0410na Ruiz'],
    ['a Greek letter', 'An\u03b1 Ruiz'],
  ])('take no name that looks like another by %s', async (_how, name) => {
    const { operators } = await withFirst()
    const ana = operators.current()
    expect(await operators.add({ ...second, name }, ana)).toMatchObject({
      error: { code: 'name-taken' },
    })
    expect(await operators.change(asChange(ana, { name }), ana)).toMatchObject({ ok: true })
  })

  it('take names that look otherwise', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    for (const name of ['Ana Ru\u00edz', 'Anna Ruiz', '\u0418\u0432\u0430\u043d'])
      expect(await operators.add({ ...second, name }, ana)).toMatchObject({ ok: true })
  })

  it('never leave a profile without one of them', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    const lia = await add(operators, 'Lia Stone', ['administrator'], ana)
    expect(await operators.change(asChange(lia, { disabled: true }), ana)).toMatchObject({
      ok: true,
    })
    for (const part of [{ disabled: true }, { roles: ['maker' as const] }])
      expect(await operators.change(asChange(ana, part), ana)).toMatchObject({
        ok: false,
        error: { code: 'last-administrator' },
      })
    expect(operators.factsOf(ana.id)).toMatchObject({ disabled: false, roles: ana.roles })
    await operators.change(asChange(lia), ana)
    expect(await operators.change(asChange(ana, { roles: ['maker'] }), ana)).toMatchObject({
      ok: true,
    })
    expect(operators.current().roles).toEqual(['maker'])
  })

  it('who disable themselves are signed out', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    await add(operators, 'Lia Stone', ['administrator'], ana)
    await operators.change(asChange(ana, { disabled: true }), ana)
    expect(operators.isSignedIn()).toBe(false)
    expect(operators.nameOf(ana.id)).toBe('Ana Ruiz')
  })

  it('set the passphrase of others, never their own', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    const ben = await add(operators, 'Ben Okafor', ['checker'], ana)
    const passphrase = 'another one entirely'
    expect(await operators.resetPassphrase({ id: ana.id, passphrase }, ana)).toMatchObject({
      error: { code: 'own-work' },
    })
    expect(await operators.resetPassphrase({ id: 'nobody', passphrase }, ana)).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(await operators.resetPassphrase({ id: ben.id, passphrase }, ana)).toMatchObject({
      ok: true,
    })
    await operators.signIn(ben.id, passphrase)
    expect(operators.access()).toMatchObject({ state: 'must-change', operatorId: ben.id })
  })
})

describe('who set up a sign-in', () => {
  it('is remembered when its owner replaces the passphrase, and when its owner changes the name', async () => {
    const { operators, again } = await withFirst()
    const ana = operators.current()
    const lia = await add(operators, 'Lia Stone', ['checker', 'administrator'], ana)
    await operators.signIn(lia.id, 'given by somebody else')
    await operators.changePassphrase({ current: 'given by somebody else', next: 'lia knows alone' })
    await operators.change(asChange(lia, { name: 'Lia Stone-Marsh' }), lia)
    expect(operators.factsOf(lia.id)).toMatchObject({ setBy: ana.id, setters: [ana.id] })
    const reopened = await again()
    expect(reopened.operators.factsOf(lia.id)).toMatchObject({ setBy: ana.id, setters: [ana.id] })
  })

  it('cannot be removed through a third sign-in of the same person', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    const ben = await add(operators, 'Ben Okafor', ['checker'], ana)
    const straw = await add(operators, 'Straw Man', ['administrator'], ana)
    await operators.resetPassphrase({ id: ben.id, passphrase: 'still known to ana' }, straw)
    await operators.change(asChange(ben), straw)
    expect(operators.factsOf(ben.id)).toMatchObject({ setBy: straw.id })
    expect([...(operators.factsOf(ben.id)?.setters ?? [])].sort()).toEqual(
      [ana.id, straw.id].sort(),
    )
  })

  it('is not over where another administrator sets a passphrase again: what was written before stays', async () => {
    const { operators } = await withFirst()
    const ana = operators.current()
    const lia = await add(operators, 'Lia Stone', ['administrator'], ana)
    const ben = await add(operators, 'Ben Okafor', ['checker'], ana)
    await operators.change(asChange(ben), lia)
    expect(operators.factsOf(ben.id)?.setters).toEqual([ana.id, lia.id])
    await operators.resetPassphrase({ id: ben.id, passphrase: 'known to lia alone' }, lia)
    expect(operators.factsOf(ben.id)?.setters).toEqual([ana.id, lia.id])
  })
})

describe('names on what was done', () => {
  it('are those of operators, of the account of the computer, or else the id', async () => {
    const { operators, anaId } = await withFirst()
    expect(operators.nameOf(anaId)).toBe('Ana Ruiz')
    expect(operators.nameOf('computer:tester')).toBe('tester')
    expect(operators.nameOf('system')).toBe('system')
  })
})

describe('a rename', () => {
  it('leaves the acts from before it under the name that their operator had, also after a restart', async () => {
    const opened = await withFirst()
    const { operators, pass, again } = opened
    const ana = operators.current()
    const mara = await add(operators, 'Mara Lind', ['checker'], ana)
    pass(1_000)
    const approvedAt = '2026-11-23T14:00:01.500Z'
    pass(1_000)
    await operators.change(asChange(mara, { name: 'Mara Stone' }), ana)
    pass(1_000)
    await operators.change(asChange(mara, { name: 'Mara Stone', roles: ['maker'] }), ana)
    for (const known of [operators, (await again()).operators]) {
      expect(known.nameOf(mara.id, approvedAt)).toBe('Mara Lind')
      expect(known.nameOf(mara.id, '2026-11-23T14:00:02.000Z')).toBe('Mara Stone')
      expect(known.nameOf(mara.id)).toBe('Mara Stone')
      expect(known.earlierNames()).toEqual([
        { id: mara.id, name: 'Mara Lind', until: '2026-11-23T14:00:02.000Z' },
      ])
    }
  })

  it('frees no name for another person: old acts are shown with it', async () => {
    const { operators, pass } = await withFirst()
    const ana = operators.current()
    const mara = await add(operators, 'Mara Lind', ['checker'], ana)
    const theo = await add(operators, 'Theo Park', ['maker'], ana)
    pass(1_000)
    await operators.change(asChange(mara, { name: 'Mara Stone' }), ana)
    const asMara = asChange(theo, { name: 'MARA lind' })
    expect(await operators.change(asMara, ana)).toMatchObject({ error: { code: 'name-taken' } })
    expect(await operators.add({ ...second, name: 'Mara Lind' }, ana)).toMatchObject({
      error: { code: 'name-taken' },
    })
    const back = { ...asChange(mara), name: 'Mara Lind' }
    expect(await operators.change(back, ana)).toMatchObject({ ok: true })
  })
})
