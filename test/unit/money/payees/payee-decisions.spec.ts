import { describe, expect, it } from 'vitest'
import { changeFromOutside } from '../../store/change-from-outside.ts'
import { copyAsCrashed, itInFile, newStorePath, open } from '../../store/stores.ts'
import type { ValidatedAccount } from '../../../../main/money/payees/payees.service.ts'
import { agreed, book, details, good } from './book.ts'

const approve = (id: string, version = 1) =>
  ({ id, version, decision: 'approve', comment: '' }) as const

describe('P3: a payee', () => {
  it('counts once another person has approved the very version that was shown', async () => {
    const { payees, who, acts, emitted } = await book()
    const proposed = good(await payees.propose(null, details(), who('mara')))
    expect(proposed).toMatchObject({
      state: 'new',
      version: 0,
      approved: null,
      proposal: { version: 1, by: { id: 'mara', name: 'Mara Ellison' } },
    })
    expect(await payees.statusOf(proposed.id)).toMatchObject({ approved: null, isProposed: true })
    const decided = good(
      await payees.decide({ ...approve(proposed.id), comment: 'Called them' }, who('theo')),
    )
    expect(decided).toMatchObject({ state: 'approved', version: 1, proposal: null })
    expect(decided.history.map(({ what, by, comment }) => [what, by, comment])).toEqual([
      ['approved', 'Theo Park', 'Called them'],
      ['proposed', 'Mara Ellison', ''],
    ])
    expect(await payees.statusOf(proposed.id)).toEqual({
      id: proposed.id,
      approved: { version: 1, details: details(), at: '2026-11-23T14:00:00.000Z' },
      isProposed: false,
      isRemoved: false,
    })
    expect((await acts()).map(({ actor, kind }) => [actor, kind])).toEqual([
      ['mara', 'payee.proposed'],
      ['theo', 'payee.approved'],
    ])
    expect(emitted).toEqual([
      ['payees.changed', { id: proposed.id }],
      ['payees.changed', { id: proposed.id }],
    ])
  })

  it('is never approved or refused by its proposer, administrators included, and the attempt is recorded', async () => {
    const one = await book()
    const { payees, who, acts, operators } = one
    operators.set('theo', {
      ...who('theo'),
      roles: ['maker', 'checker', 'administrator'],
      disabled: false,
      setBy: null,
    })
    const { id } = good(await payees.propose(null, details(), who('theo')))
    for (const decision of ['approve', 'refuse'] as const) {
      expect(await payees.decide({ ...approve(id), decision }, who('theo'))).toEqual({
        ok: false,
        error: { code: 'own-work' },
      })
    }
    expect(good(await payees.get(id))).toMatchObject({ state: 'new', version: 0 })
    expect((await acts()).slice(1)).toEqual(
      ['approve', 'refuse'].map((decision) => ({
        actor: 'theo',
        kind: 'payee.refused',
        subject: id,
        detail: { act: 'decide', code: 'own-work', decision, version: 1 },
      })),
    )
  })

  it('is not approved by one whose sign-in its proposer set last', async () => {
    const { payees, who, operators } = await book()
    operators.set('theo', { ...who('theo'), disabled: false, setBy: 'mara' })
    const { id } = good(await payees.propose(null, details(), who('mara')))
    expect(await payees.decide(approve(id), who('theo'))).toEqual({
      ok: false,
      error: { code: 'not-approver', why: 'sign-in-set-by-maker' },
    })
    expect(good(await payees.decide(approve(id), who('ines'))).state).toBe('approved')
  })

  it('is not approved by one who is disabled, unknown or no checker now, whatever roles the call names', async () => {
    const { payees, who, operators } = await book()
    const { id } = good(await payees.propose(null, details(), who('mara')))
    const refusal = { ok: false, error: { code: 'not-approver', why: 'not-named' } }
    const theo = who('theo')
    operators.set('theo', { ...theo, disabled: true, setBy: null })
    expect(await payees.decide(approve(id), theo)).toEqual(refusal)
    operators.set('theo', { ...theo, roles: ['administrator'], disabled: false, setBy: null })
    expect(await payees.decide(approve(id), theo)).toEqual(refusal)
    expect(await payees.decide(approve(id), { ...theo, id: 'nobody' })).toEqual(refusal)
    expect(good(await payees.get(id)).state).toBe('new')
  })
})

describe('a decision', () => {
  it('about an older version than the one that waits is refused, and changes nothing', async () => {
    const { payees, who, acts } = await book()
    const { id } = good(await payees.propose(null, details(), who('mara')))
    good(await payees.propose(id, details({ accountNumber: '99887766' }), who('mara')))
    expect(await payees.decide(approve(id, 1), who('theo'))).toEqual({
      ok: false,
      error: { code: 'order-changed' },
    })
    expect((await acts()).at(-1)).toMatchObject({
      kind: 'payee.refused',
      detail: { code: 'order-changed', version: 1 },
    })
    expect(good(await payees.get(id))).toMatchObject({ state: 'new', proposal: { version: 2 } })
    good(await payees.decide(approve(id, 2), who('theo')))
    expect((await payees.statusOf(id))?.approved?.details.accountNumber).toBe('99887766')
  })

  it('about one proposal is made once: of two at the same moment one is refused', async () => {
    const { payees, who, acts } = await book()
    const { id } = good(await payees.propose(null, details(), who('mara')))
    const both = await Promise.all([
      payees.decide(approve(id), who('theo')),
      payees.decide({ ...approve(id), decision: 'refuse' }, who('ines')),
    ])
    expect(both.map(({ ok }) => ok)).toEqual([true, false])
    expect(good(await payees.get(id)).state).toBe('approved')
    expect((await acts()).map(({ kind }) => kind)).toEqual([
      'payee.proposed',
      'payee.approved',
      'payee.refused',
    ])
  })

  it('never meets a proposal that is replaced at the same moment', async () => {
    const { payees, who } = await book()
    const { id } = good(await payees.propose(null, details(), who('mara')))
    const [, decided] = await Promise.all([
      payees.propose(id, details({ accountNumber: '31415926' }), who('mara')),
      payees.decide(approve(id, 1), who('theo')),
    ])
    expect(decided).toEqual({ ok: false, error: { code: 'order-changed' } })
    expect((await payees.statusOf(id))?.approved).toBeNull()
  })

  it('about a payee that does not exist is answered as not found', async () => {
    const { payees, who } = await book()
    const notFound = { ok: false, error: { code: 'not-found' } }
    expect(await payees.decide(approve('none'), who('theo'))).toEqual(notFound)
    expect(await payees.get('none')).toEqual(notFound)
    expect(await payees.reveal('none', 'theo')).toEqual(notFound)
    expect(await payees.statusOf('none')).toBeUndefined()
  })

  it('to refuse keeps the approved payee, with the reason in the history', async () => {
    const one = await book()
    const { payees, who, acts } = one
    const id = await agreed(one)
    good(await payees.propose(id, details({ accountNumber: '55550000' }), who('mara')))
    expect(good(await payees.get(id)).state).toBe('change-proposed')
    const refused = good(
      await payees.decide(
        { id, version: 2, decision: 'refuse', comment: 'They did not ask for it' },
        who('ines'),
      ),
    )
    expect(refused).toMatchObject({ state: 'approved', version: 1, proposal: null })
    expect(refused.history[0]).toMatchObject({
      version: 2,
      what: 'refused',
      by: 'Ines Roth',
      comment: 'They did not ask for it',
      changed: ['accountNumber'],
    })
    expect((await payees.statusOf(id))?.approved?.details).toEqual(details())
    expect((await acts()).at(-1)?.kind).toBe('payee.declined')
  })
})

describe('a removal', () => {
  it('needs a second person too, and ends the approval of the payee', async () => {
    const one = await book()
    const { payees, who } = one
    const id = await agreed(one)
    expect(good(await payees.proposeRemoval(id, who('mara')))).toMatchObject({
      state: 'removal-proposed',
      proposal: { version: 2, details: null },
    })
    expect((await payees.statusOf(id))?.approved?.version).toBe(1)
    expect((await payees.decide(approve(id, 2), who('mara'))).ok).toBe(false)
    expect(good(await payees.decide(approve(id, 2), who('theo')))).toMatchObject({
      state: 'removed',
      name: 'Ridgeway Supply',
    })
    expect(await payees.statusOf(id)).toEqual({
      id,
      approved: null,
      isProposed: false,
      isRemoved: true,
    })
    const notFound = { ok: false, error: { code: 'not-found' } }
    expect(await payees.propose(id, details(), who('mara'))).toEqual(notFound)
    expect(await payees.proposeRemoval(id, who('mara'))).toEqual(notFound)
  })
})

describe('a proposal', () => {
  it('is taken back by its proposer alone, and only while it waits', async () => {
    const one = await book()
    const { payees, who, acts } = one
    const id = await agreed(one)
    good(await payees.propose(id, details({ name: 'Ridgeway' }), who('mara')))
    expect(await payees.withdraw(id, 2, who('ines'))).toEqual({
      ok: false,
      error: { code: 'not-maker' },
    })
    expect(await payees.withdraw(id, 1, who('mara'))).toEqual({
      ok: false,
      error: { code: 'order-changed' },
    })
    expect(good(await payees.withdraw(id, 2, who('mara')))).toMatchObject({
      state: 'approved',
      proposal: null,
      name: 'Ridgeway Supply',
    })
    expect((await acts()).at(-1)).toMatchObject({ kind: 'payee.withdrawn', detail: { version: 2 } })
    expect((await payees.decide(approve(id, 2), who('theo'))).ok).toBe(false)
  })

  it('of somebody else is replaced by a new one, whose proposer then cannot approve it', async () => {
    const one = await book()
    const { payees, who } = one
    const { id } = good(await payees.propose(null, details(), who('mara')))
    good(await payees.propose(id, details({ accountNumber: '4444' }), who('ines')))
    expect(await payees.decide(approve(id, 2), who('ines'))).toEqual({
      ok: false,
      error: { code: 'own-work' },
    })
    good(await payees.decide(approve(id, 2), who('theo')))
    expect(good(await payees.get(id)).history.map(({ version, what }) => [version, what])).toEqual([
      [2, 'approved'],
      [2, 'proposed'],
      [1, 'proposed'],
    ])
  })

  it('is stored without empty address lines and without banks that have no data', async () => {
    const { payees, who } = await book()
    const empty = { name: '', aba: '', address: ['', ''] }
    const { id } = good(
      await payees.propose(
        null,
        details({ address: ['', '1 Main Street', ''], intermediaries: [empty] }),
        who('mara'),
      ),
    )
    good(await payees.decide(approve(id), who('theo')))
    expect((await payees.statusOf(id))?.approved?.details).toMatchObject({
      address: ['1 Main Street'],
      intermediaries: [],
    })
  })

  itInFile('and decisions survive a crash of the program', async () => {
    const file = newStorePath()
    const one = await book(file)
    const id = await agreed(one)
    const { payees } = await book(copyAsCrashed(file))
    expect((await payees.statusOf(id))?.approved?.details).toEqual(details())
  })
})

describe('a store that was changed from outside', () => {
  const tampered = async (sql: (id: string) => string, propose = false) => {
    const file = newStorePath()
    const one = await book(file)
    const id = propose
      ? good(await one.payees.propose(null, details(), one.who('mara'))).id
      : await agreed(one)
    await one.store.close()
    await changeFromOutside(file, sql(id))
    return { id, ...(await book(file)) }
  }

  it('makes no other account an approved one', async () => {
    const { id, payees, reported } = await tampered(
      () =>
        `UPDATE payee_versions SET details = replace(details, '"accountNumber":"', '"accountNumber":"6')`,
    )
    expect((await payees.statusOf(id))?.approved).toBeNull()
    expect(reported).toEqual(['payees.status'])
    expect((await payees.statusesOf(['none', id])).get(id)?.approved).toBeNull()
  })

  it('approves nobody whom no second person approved', async () => {
    const { id, payees } = await tampered(
      () => `UPDATE payees SET approved_version = 1, approved_at = at, proposed_version = NULL`,
      true,
    )
    expect((await payees.statusOf(id))?.approved).toBeNull()
  })

  it('gives no approval to a version that nobody proposed', async () => {
    const { id, payees, who } = await tampered(
      () =>
        `UPDATE payee_versions SET details = replace(details, '"accountNumber":"', '"accountNumber":"6')`,
      true,
    )
    expect(await payees.decide(approve(id), who('theo'))).toEqual({
      ok: false,
      error: { code: 'order-changed' },
    })
  })

  it('cannot name the proposer as second person: the store itself refuses', async () => {
    const store = await open(newStorePath())
    const insert = store.record(
      { actor: 'x', kind: 'x.x', subject: 'x', detail: {} },
      async (tx) => {
        await tx
          .insertInto('payees')
          .values({
            id: 'p',
            at: 'now',
            approved_at: null,
            proposed_version: null,
            removed_at: null,
            changed_at: 'now',
            search_text: '',
          })
          .execute()
        await tx
          .insertInto('payee_versions')
          .values({
            payee_id: 'p',
            version: 1,
            details: '{}',
            proposed_by: 'mara',
            proposed_at: 'now',
            state: 'approved',
            decided_by: 'mara',
            decided_at: 'now',
          })
          .execute()
      },
    )
    await expect(insert).rejects.toMatchObject({ code: 'constraint' })
  })
})

describe('validated accounts', () => {
  const validated = (part: Partial<ValidatedAccount> = {}): ValidatedAccount => ({
    kind: 'business',
    name: 'Birch & Sons',
    routingNumber: '550010014',
    accountNumber: '55500081',
    note: 'Validated in the bulk run Vendors, row 4',
    ...part,
  })

  it('P3: are proposed one by one, each with its act, and count only once another person approved', async () => {
    const { payees, who, acts } = await book()
    const unfit = validated({ name: '' })
    expect(await payees.countProposable([validated(), validated(), unfit])).toBe(1)
    const result = await payees.proposeValidated(
      [validated(), validated({ kind: 'person', name: 'Jon Poe', accountNumber: '000777' })],
      who('mara'),
    )
    expect(result).toEqual({ proposed: 2, inBook: 0, unfit: 0, left: 0 })
    expect(await payees.countProposable([validated()])).toBe(0)
    const recorded = await acts()
    expect(recorded.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['payee.proposed', 'mara'],
      ['payee.proposed', 'mara'],
    ])
    const id = recorded[0]?.subject ?? ''
    expect(good(await payees.get(id))).toMatchObject({ state: 'new', name: 'Birch & Sons' })
    expect((await payees.statusOf(id))?.approved).toBeNull()
    expect(await payees.decide(approve(id), who('mara'))).toEqual({
      ok: false,
      error: { code: 'own-work' },
    })
    good(await payees.decide(approve(id), who('theo')))
    expect((await payees.statusOf(id))?.approved?.details).toMatchObject({
      kind: 'business',
      accountNumber: '55500081',
      bank: { aba: '550010014' },
      services: [],
    })
  })

  it('are proposed once when two people do so at the same moment', async () => {
    const { payees, who } = await book()
    const results = await Promise.all([
      payees.proposeValidated([validated()], who('mara')),
      payees.proposeValidated([validated()], who('ines')),
    ])
    expect(results.map(({ proposed, inBook }) => [proposed, inBook])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('are left out where the book has the account, however it is written, and where invalid', async () => {
    const one = await book()
    const { payees, who } = one
    await agreed(one, { accountNumber: '000123455678' })
    good(await payees.propose(null, details({ accountNumber: '0099-1' }), who('mara')))
    const noBank = { name: '', aba: '', address: [] }
    await agreed(one, { accountNumber: '4444', bank: noBank })
    const gone = await agreed(one, { accountNumber: '3333' })
    good(await payees.proposeRemoval(gone, who('mara')))
    good(await payees.decide(approve(gone, 2), who('theo')))
    const result = await payees.proposeValidated(
      [
        validated({ accountNumber: '123455678' }),
        validated({ accountNumber: '00991' }),
        validated({ accountNumber: '4444' }),
        validated({ accountNumber: '3333' }),
        validated({ accountNumber: '0003333' }),
        validated({ accountNumber: '123455678', routingNumber: '550020022' }),
        validated({ name: '' }),
      ],
      who('mara'),
    )
    expect(result).toEqual({ proposed: 2, inBook: 4, unfit: 1, left: 0 })
  })
})
