/**
 * The attack: an operator who may propose payees wants their own account in the book, and tries to
 * approve it: under another name, with another role, as an administrator, by racing, or by passing
 * another person's name or roles. The proposer is identified by id, so none of this makes one
 * person count as two.
 */
import { describe, expect, it } from 'vitest'
import type { OperatorFacts } from '../../../../main/profile/operators.service.ts'
import { book, details, good } from './book.ts'

const stolen = details({ name: 'Ridgeway Supply', accountNumber: '6660006661' })

async function attack(change: (facts: OperatorFacts) => OperatorFacts) {
  const one = await book()
  const { payees, who, operators } = one
  const { id } = good(await payees.propose(null, stolen, who('mara')))
  const before = operators.get('mara')
  if (!before) throw new Error('nobody is called mara')
  operators.set('mara', change(before))
  const decision = { id, version: 1, decision: 'approve', comment: '' } as const
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => payees.decide(decision, who('mara'))),
  )
  const refusals = (await one.acts()).filter(({ kind }) => kind === 'payee.refused')
  return {
    answers,
    refusals,
    status: await payees.statusOf(id),
    line: good(await payees.get(id)),
  }
}

describe('P3: the proposer of a payee never approves it', () => {
  it.each<readonly [string, (facts: OperatorFacts) => OperatorFacts]>([
    ['under another name', (facts) => ({ ...facts, name: 'Theo Park', roles: ['checker'] })],
    ['as a checker now', (facts) => ({ ...facts, roles: ['checker'] })],
    [
      'as an administrator with every role',
      (facts) => ({ ...facts, roles: ['maker', 'checker', 'administrator'] }),
    ],
    [
      'with a sign-in that somebody else has set since',
      (facts) => ({ ...facts, roles: ['checker'], setBy: 'theo' }),
    ],
  ])('%s', async (_how, change) => {
    const { answers, refusals, status, line } = await attack(change)
    for (const answer of answers) expect(answer).toEqual({ ok: false, error: { code: 'own-work' } })
    expect(refusals).toHaveLength(3)
    expect(new Set(refusals.map(({ actor }) => actor))).toEqual(new Set(['mara']))
    expect(status?.approved).toBeNull()
    expect(line).toMatchObject({ state: 'new', version: 0, approved: null })
  })

  it('not by proposing it once more in the middle of another person\u2019s decision', async () => {
    const { payees, who } = await book()
    const { id } = good(await payees.propose(null, details(), who('mara')))
    const seen = good(await payees.get(id)).proposal?.version ?? 0
    good(await payees.propose(id, stolen, who('mara')))
    const decided = await payees.decide(
      { id, version: seen, decision: 'approve', comment: '' },
      who('theo'),
    )
    expect(decided).toEqual({ ok: false, error: { code: 'order-changed' } })
    expect((await payees.statusOf(id))?.approved).toBeNull()
  })
})
