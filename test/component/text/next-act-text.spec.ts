import { describe, expect, it } from 'vitest'
import { nextActText } from '../../../renderer/text/order-text.ts'

const mara = { id: 'mara', name: 'Mara Ellison' }
const theo = { id: 'theo', name: 'Theo Park' }
const cleo = { id: 'cleo', name: 'Cleo Ward' }
const waiting = { state: 'awaiting-approval', approvals: { have: 0, needed: 1 } } as const
const approved = { state: 'approved', approvals: { have: 1, needed: 1 } } as const

describe('who acts next', () => {
  it.each([
    ['one other person', waiting, [theo], 'Waiting for approval by Theo Park'],
    ['oneself first', waiting, [theo, mara], 'Waiting for approval by you or Theo Park'],
    [
      'everybody',
      approved,
      [cleo, theo, mara],
      'Waiting for release by you, Cleo Ward, or Theo Park',
    ],
    ['nobody to approve', waiting, [], 'Nobody here can approve it'],
    ['nobody to release', approved, [], 'Nobody here can release it'],
    [
      'several approvals',
      { ...waiting, approvals: { have: 1, needed: 3 } },
      [theo, cleo],
      'Waiting for 2 approvals, by Theo Park or Cleo Ward',
    ],
    [
      'too few people',
      { ...waiting, approvals: { have: 0, needed: 2 } },
      [theo],
      'Waiting for 2 approvals, but only Theo Park can approve',
    ],
    ['nothing in another state', { ...waiting, state: 'accepted' }, [theo], ''],
  ] as const)('names %s', (_what, order, nextActors, text) => {
    expect(nextActText({ ...order, nextActors: [...nextActors] }, 'mara')).toBe(text)
  })
})
